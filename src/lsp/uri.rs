//! URIs of files. Paths contain only slashes, also on Windows. A text that is not a file (`untitled:…`, an
//! unsaved text) has its URI as its path.

use lsp_types::Uri;

/// The path of a file URI.
pub(super) fn path_of(uri: &str) -> String {
    path_on(uri, cfg!(windows))
}

/// The URI of a path, as text.
pub(super) fn uri_of(path: &str) -> String {
    uri_on(path, cfg!(windows))
}

/// The URI of a path in the protocol's type.
pub(super) fn uri_for(path: &str) -> Option<Uri> {
    uri_of(path).parse().ok()
}

/// A path written by a user, relative to a folder unless absolute.
pub(super) fn below(folder: Option<&str>, path: &str) -> String {
    below_on(folder, path, cfg!(windows))
}

fn path_on(uri: &str, is_windows: bool) -> String {
    let Some(rest) = uri.strip_prefix("file://") else { return uri.to_owned() };
    let path = decoded(rest.strip_prefix("localhost").filter(|path| path.starts_with('/')).unwrap_or(rest));
    if !is_windows {
        return path;
    }
    match path.strip_prefix('/') {
        Some(path) if has_drive(path) => with_small_drive(path),
        Some(_) => path,
        // A folder shared by another computer.
        None => format!("//{path}"),
    }
}

fn uri_on(path: &str, is_windows: bool) -> String {
    let path = if is_windows { path.replace('\\', "/") } else { path.to_owned() };
    match path.strip_prefix("//") {
        _ if has_scheme(&path) => path,
        Some(shared) if is_windows => format!("file://{}", encoded(shared)),
        _ if is_windows && has_drive(&path) => format!("file:///{}", encoded(&with_small_drive(&path))),
        _ => format!("file://{}", encoded(&path)),
    }
}

fn below_on(folder: Option<&str>, path: &str, is_windows: bool) -> String {
    let path = if is_windows { path.replace('\\', "/") } else { path.to_owned() };
    resolved(&match folder {
        _ if is_windows && has_drive(&path) => with_small_drive(&path),
        Some(folder) if !path.starts_with('/') => format!("{folder}/{path}"),
        _ => path,
    })
}

/// Normalizes a path: no `.`, `..` and doubled slashes, as editors write paths. The part of a URI before its
/// path is kept.
fn resolved(path: &str) -> String {
    let (front, path) = path.split_at(authority(path));
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let slashes = if path.starts_with("//") { 2 } else { path.starts_with('/').into() };
    format!("{front}{}{}", &path[..slashes], parts.join("/"))
}

/// The length of `scheme://authority` in a path.
fn authority(path: &str) -> usize {
    match path.split_once("://") {
        Some((scheme, behind)) if has_scheme(path) => {
            scheme.len() + "://".len() + behind.find('/').unwrap_or(behind.len())
        }
        _ => 0,
    }
}

/// Whether a path is a URI; a drive letter is not a scheme.
pub(super) fn has_scheme(path: &str) -> bool {
    let scheme = path.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    scheme.len() > 1 && scheme.bytes().all(is_of_scheme)
}

/// Whether a path begins with a drive, such as `c:`.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic())
}

/// Normalizes the drive letter, which editors write differently.
fn with_small_drive(path: &str) -> String {
    path[..1].to_ascii_lowercase() + &path[1..]
}

/// Decodes percent-encoded bytes (`%41`).
fn decoded(text: &str) -> String {
    let mut rest = text.as_bytes();
    let mut bytes = Vec::new();
    while let Some((&first, behind)) = rest.split_first() {
        let digit = |at: usize| behind.get(at).and_then(|&digit| char::from(digit).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encoded(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char)
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_of_a_file_is_its_path() {
        for (path, uri) in [
            ("/a/b c.asm", "file:///a/b%20c.asm"),
            ("/ä/100%.asm", "file:///%C3%A4/100%25.asm"),
            ("/c:/a.asm", "file:///c%3A/a.asm"),
        ] {
            assert_eq!((path_on(uri, false).as_str(), uri_on(path, false).as_str()), (path, uri));
        }
        assert_eq!(path_on("file://localhost/a.asm", false), "/a.asm");
        assert_eq!(path_on("file:///a%+1", false), "/a%+1", "a sign is no digit");
    }

    #[test]
    fn what_is_no_file_keeps_its_uri() {
        for uri in ["untitled:Untitled-1", "untitled:/a%20b.asm", "vscode-vfs://github/a.asm"] {
            for is_windows in [false, true] {
                assert_eq!(path_on(uri, is_windows), uri);
                assert_eq!(uri_on(uri, is_windows), uri);
            }
        }
    }

    #[test]
    fn on_windows_there_are_drives_and_shared_folders() {
        for (path, uri) in [
            ("c:/a/b.asm", "file:///c%3A/a/b.asm"),
            ("//server/games/b.asm", "file://server/games/b.asm"),
            ("/a/b.asm", "file:///a/b.asm"),
        ] {
            assert_eq!((path_on(uri, true).as_str(), uri_on(path, true).as_str()), (path, uri));
        }
        assert_eq!(path_on("file:///C:/a/b.asm", true), "c:/a/b.asm");
        assert_eq!(uri_on("C:\\a\\b.asm", true), "file:///c%3A/a/b.asm");
    }

    #[test]
    fn a_path_below_a_folder_may_be_a_whole_one() {
        assert_eq!(below_on(Some("/a/"), "b.asm", false), "/a/b.asm");
        assert_eq!(below_on(Some("/a"), "/b.asm", false), "/b.asm");
        assert_eq!(below_on(None, "b.asm", false), "b.asm");
        assert_eq!(below_on(Some("vscode-vfs://github/a"), "./../b.asm", false), "vscode-vfs://github/b.asm");
        assert_eq!(below_on(Some("vscode-vfs://github"), "b.asm", true), "vscode-vfs://github/b.asm");
        assert_eq!(below_on(Some("/a/c"), "./../lib//b.asm", false), "/a/lib/b.asm");
        assert_eq!(below_on(Some("//server/a"), "../b.asm", true), "//server/b.asm");
        assert_eq!(below_on(Some("c:/a"), "src\\b.asm", true), "c:/a/src/b.asm");
        assert_eq!(below_on(Some("c:/a"), "D:\\b.asm", true), "d:/b.asm");
    }
}
