//! Where saved machines and pictures go.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::host::files;

/// Largest saved state read, in bytes; real ones have less than 100,000, and the disks that they write.
const MOST_STATE_BYTES: u64 = 64 << 20;

/// The file of the saved machine of a title.
pub fn state_file(title: &str) -> PathBuf {
    let folder = data_folder(|name| std::env::var_os(name)).unwrap_or_default();
    folder.join(state_name(title))
}

/// The name of that file. Programs of one name in different places have different ones.
fn state_name(title: &str) -> String {
    let plain = plain(title);
    match Path::new(title).canonicalize() {
        Ok(path) => format!("{plain}-{:08x}.state", crc32fast::hash(path.as_os_str().as_encoded_bytes())),
        Err(_) => format!("{plain}.state"),
    }
}

/// Reads a saved machine.
pub fn read_state(path: &Path) -> io::Result<Vec<u8>> {
    files::read(path, MOST_STATE_BYTES)
}

/// A name for a picture that no file in the working folder has yet.
pub fn screenshot_file(title: &str) -> PathBuf {
    let name = plain(title);
    (1..)
        .map(|n: u32| PathBuf::from(format!("{name}-{n:03}.png")))
        .find(|path| !path.exists())
        .unwrap_or_default()
}

/// The program's folder for data, by the customs of the platform; none if the environment does
/// not say where the person's home is.
fn data_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Application Support")
    } else if cfg!(windows) {
        folder("APPDATA")?
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?
    };
    Some(data.join("front800"))
}

/// The title as part of a file's name.
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
    fn quick_saves_of_two_files_of_one_name_are_two_saves() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["one", "two"].map(|name| {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).unwrap();
            std::fs::write(path.join("game.xex"), name).unwrap();
            state_name(path.join("game.xex").to_str().unwrap())
        });
        assert_ne!(names[0], names[1]);
        assert!(names.iter().all(|name| name.starts_with("game-")), "{names:?}");
        assert_eq!(state_name("rasputitsa"), "rasputitsa.state");
    }

    #[test]
    #[cfg(not(any(windows, target_os = "macos")))]
    fn the_data_folder_is_where_the_platform_wants_it() {
        let environment = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|pair| pair.0 == name).map(|pair| OsString::from(pair.1))
        };
        let home = data_folder(environment(&[("HOME", "/home/me")]));
        assert_eq!(home, Some(PathBuf::from("/home/me/.local/share/front800")));
        let data = data_folder(environment(&[("HOME", "/home/me"), ("XDG_DATA_HOME", "/data")]));
        assert_eq!(data, Some(PathBuf::from("/data/front800")));
        assert_eq!(data_folder(environment(&[])), None);
    }
}
