//! Messages of editors in their wire format: a header with a length, then JSON.

use std::io::{self, BufRead, Write};

use serde_json::Value;

/// Largest message, in bytes.
const MOST_BYTES: usize = 16 << 20;
/// Longest header line, in bytes.
const MOST_HEADER: u64 = 1024;
const LENGTH: &str = "content-length:";
/// The other header that an editor may send.
const TYPE: &str = "content-type:";

/// The answer to a request, or why it failed.
pub(super) type Answer = Result<Value, String>;

/// Reads the next message; none at the end.
///
/// # Errors If the input is malformed. Unknown header lines are rejected: whatever a browser sends to a port
/// begins with an HTTP request line, and a web page must not be able to reach the debugger.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let invalid = |text: &str| io::Error::new(io::ErrorKind::InvalidData, text.to_string());
    let (mut length, mut has_begun) = (None, false);
    loop {
        let mut line = String::new();
        if io::Read::take(&mut *input, MOST_HEADER).read_line(&mut line)? == 0 {
            return if has_begun { Err(invalid("it ends within a message")) } else { Ok(None) };
        }
        has_begun = true;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        match line.strip_prefix(LENGTH) {
            Some(number) => length = number.trim().parse().ok(),
            None if line.starts_with(TYPE) => {}
            None => {
                let shown: String = line.chars().take(80).collect();
                return Err(invalid(&format!("expected a header `Content-Length: N`, not `{shown}`")));
            }
        }
    }
    let length = length.filter(|&length| length <= MOST_BYTES);
    let length = length.ok_or_else(|| {
        invalid(&format!(
            "expected a header `Content-Length: N` with at most {MOST_BYTES} bytes, and an empty line"
        ))
    })?;
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => invalid("it ends within a message"),
        _ => error,
    })?;
    match serde_json::from_slice(&bytes) {
        Ok(message @ Value::Object(_)) => Ok(Some(message)),
        Ok(_) => Err(invalid("expected a JSON object behind the header")),
        Err(error) => Err(invalid(&format!("expected a JSON object behind the header: {error}"))),
    }
}

/// Writes a message.
pub(super) fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nonsense_is_refused() {
        let message = serde_json::json!({ "seq": 1, "text": "ä" });
        let mut bytes = Vec::new();
        write(&mut bytes, &message).unwrap();
        write(&mut bytes, &message).unwrap();
        let mut input = bytes.as_slice();
        assert_eq!(read(&mut input).unwrap(), Some(message.clone()));
        assert_eq!(read(&mut input).unwrap(), Some(message));
        assert_eq!(read(&mut input).unwrap(), None);
        assert!(read(&mut b"Content-Length: 99999999999\r\n\r\n".as_slice()).is_err());
        assert!(read(&mut b"\r\n".as_slice()).is_err());
        assert!(read(&mut b"Content-Length: 9\r\n".as_slice()).is_err());
        assert!(read(&mut b"Content-Length: 3\r\n\r\n{{{".as_slice()).is_err());
        assert!(read(&mut b"Content-Length: 2\r\n\r\n[]".as_slice()).is_err());
        let typed = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}";
        assert_eq!(read(&mut typed.as_slice()).unwrap(), Some(serde_json::json!({})));
        for line in ["POST / HTTP/1.1", "Host: 127.0.0.1", "Origin: http://elsewhere.example", "{}"] {
            let message = format!("{line}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{{}}");
            assert!(read(&mut message.as_bytes()).is_err(), "{line}");
        }
    }
}
