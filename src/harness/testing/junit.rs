//! Test results as JUnit XML, for CI services.

use std::fmt::Write as _;

use super::{Duration, Outcome};
use crate::inspect::svg::escaped;
use crate::machine::Video;

/// An XML document with the tests of one program. A test's `time` is emulated time in seconds, the same on every
/// host; its cycles are given as properties. Tests that did not reach their end have neither.
///
/// # Examples
///
/// ```
/// use front800::harness::testing::{Outcome, Place, junit};
/// use front800::machine::Video;
///
/// let place = Place { file: "game.asm".to_string(), line: 3 };
/// let passed = Outcome { name: "a < b".to_string(), place, stack: Vec::new(), failure: None, duration: None };
/// let document = junit::document("game.asm", &[passed], Video::Ntsc);
/// assert!(document.contains(r#"<testcase name="a &lt; b" classname="game.asm" file="game.asm" line="3"/>"#));
/// ```
pub fn document(program: &str, outcomes: &[Outcome], video: Video) -> String {
    let cycles: u64 = outcomes.iter().filter_map(|outcome| outcome.duration).map(|it| it.cycles).sum();
    let failures = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    let counts =
        format!("tests=\"{}\" failures=\"{failures}\" time=\"{}\"", outcomes.len(), seconds(cycles, video));
    let mut document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite name=\"{}\" {counts} \
         errors=\"0\" skipped=\"0\">\n",
        attribute(program)
    );
    outcomes.iter().for_each(|outcome| add_test(&mut document, program, outcome, video));
    document + "  </testsuite>\n</testsuites>\n"
}

fn add_test(document: &mut String, program: &str, outcome: &Outcome, video: Video) {
    let [name, class, file] = [&outcome.name, program, &outcome.place.file].map(attribute);
    let time = outcome.duration.map(|it| format!(" time=\"{}\"", seconds(it.cycles, video)));
    // Writing to a String cannot fail.
    let _ = write!(
        document,
        "    <testcase name=\"{name}\" classname=\"{class}\" file=\"{file}\" line=\"{}\"{}",
        outcome.place.line,
        time.unwrap_or_default()
    );
    if outcome.duration.is_none() && outcome.failure.is_none() {
        *document += "/>\n";
        return;
    }
    *document += ">\n";
    if let Some(Duration { cycles, cpu_cycles }) = outcome.duration {
        let _ = writeln!(
            document,
            "      <properties>\n        <property name=\"cycles\" value=\"{cycles}\"/>\n        \
             <property name=\"cpu_cycles\" value=\"{cpu_cycles}\"/>\n      </properties>"
        );
    }
    if let Some(failure) = &outcome.failure {
        let lines: Vec<String> = outcome.complaints().map(|line| text(&line)).collect();
        let message = attribute(&failure.message);
        let _ = writeln!(document, "      <failure message=\"{message}\">{}</failure>", lines.join("\n"));
    }
    *document += "    </testcase>\n";
}

/// Machine cycles in seconds, to the microsecond.
fn seconds(cycles: u64, video: Video) -> String {
    format!("{:.6}", cycles as f64 * 1000.0 / video.millihertz() as f64)
}

/// Escapes text for an element. Characters that XML cannot represent (most control characters) are replaced.
fn text(text: &str) -> String {
    let is_written =
        |c: char| !matches!(c, '\0'..' ' | '\u{FFFE}' | '\u{FFFF}') || matches!(c, '\t' | '\n' | '\r');
    let text: String =
        text.chars().map(|c| if is_written(c) { c } else { char::REPLACEMENT_CHARACTER }).collect();
    escaped(&text)
}

/// Escapes text for an attribute, including white space, which an XML reader would turn into blanks.
fn attribute(value: &str) -> String {
    text(value).replace('\t', "&#9;").replace('\n', "&#10;").replace('\r', "&#13;")
}
