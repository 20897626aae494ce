//! Folders and names of a person's files: saves and pictures.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The program's data folder by the conventions of the platform; the working folder if the environment does not tell
/// the person's home.
pub fn data_folder() -> PathBuf {
    folder_by(|name| std::env::var_os(name)).unwrap_or_default()
}

/// A name for the files of a title. Programs with the same name in different folders get different names; a built-in
/// program has the same one everywhere, even where a folder is named like it.
pub fn file_name(title: &str) -> String {
    let plain = plain(title);
    match Path::new(title).canonicalize() {
        Ok(path) if path.is_file() => {
            format!("{plain}-{:08x}", crc32fast::hash(path.as_os_str().as_encoded_bytes()))
        }
        _ => plain,
    }
}

/// A name for a picture, not yet used in the working folder.
pub fn screenshot_file(title: &str) -> PathBuf {
    let name = plain(title);
    (1..)
        .map(|n: u32| PathBuf::from(format!("{name}-{n:03}.png")))
        .find(|path| !path.exists())
        .unwrap_or_default()
}

fn folder_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The XDG specification requires relative paths to be ignored; they would differ between working folders.
    let folder = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Application Support")
    } else if cfg!(windows) {
        folder("APPDATA")?
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?
    };
    Some(data.join("front800"))
}

/// The title, reduced to characters for a file name.
fn plain(title: &str) -> String {
    let name = Path::new(title).file_stem().map_or_else(|| title.into(), |stem| stem.to_string_lossy());
    let plain: String =
        name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' }).collect();
    if plain.is_empty() { "front800".to_string() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_makes_a_plain_file_name() {
        assert_eq!(plain("rasputitsa"), "rasputitsa");
        assert_eq!(plain("rasputitsa:1981"), "rasputitsa-1981");
        assert_eq!(plain("../games/My game.xex"), "My-game");
        assert_eq!(plain(""), "front800");
    }

    #[test]
    fn saves_of_two_files_of_one_name_are_two_saves() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["one", "two"].map(|name| {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("game.xex"), name).unwrap();
            file_name(path.join("game.xex").to_str().unwrap())
        });
        assert_ne!(names[0], names[1]);
        assert!(names.iter().all(|name| name.starts_with("game-")), "{names:?}");
        assert_eq!(file_name("rasputitsa"), "rasputitsa");
        // This name means the built-in program, not the folder.
        assert_eq!(file_name(folder.path().join("one").to_str().unwrap()), "one");
    }

    #[test]
    #[cfg(not(any(windows, target_os = "macos")))]
    fn the_data_folder_is_where_the_platform_wants_it() {
        let environment = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|pair| pair.0 == name).map(|pair| OsString::from(pair.1))
        };
        let home = folder_by(environment(&[("HOME", "/home/me")]));
        assert_eq!(home, Some(PathBuf::from("/home/me/.local/share/front800")));
        let data = folder_by(environment(&[("HOME", "/home/me"), ("XDG_DATA_HOME", "/data")]));
        assert_eq!(data, Some(PathBuf::from("/data/front800")));
        let relative = folder_by(environment(&[("HOME", "/home/me"), ("XDG_DATA_HOME", "data")]));
        assert_eq!(relative, home);
        assert_eq!(folder_by(environment(&[])), None);
        assert_eq!(folder_by(environment(&[("HOME", "")])), None);
    }
}
