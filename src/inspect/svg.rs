//! Drawings as SVG documents: the few shapes that charts and maps are made of.

use std::fmt::Write as _;

/// A drawing. Coordinates are in drawing units from the upper left corner; they are written with one
/// decimal place at most.
#[derive(Debug)]
pub struct Drawing(String);

impl Drawing {
    /// A white sheet. `style` has the default attributes of all elements.
    pub fn new(width: impl Into<f64>, height: impl Into<f64>, style: &str) -> Self {
        let [width, height] = [number(width), number(height)];
        Drawing(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" {style}>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        ))
    }

    /// Text, starting at its lower left corner unless `style` says otherwise.
    pub fn text(&mut self, x: impl Into<f64>, y: impl Into<f64>, style: &str, text: &str) {
        let place = format!("x=\"{}\" y=\"{}\"", number(x), number(y));
        self.element("text", &place, style, &escaped(text));
    }

    /// A rectangle from its upper left corner, with a tooltip.
    pub fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), style: &str, title: Option<&str>) {
        let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(number);
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        self.element("rect", &place, style, &tooltip(title));
    }

    /// An SVG path, with a tooltip.
    pub fn path(&mut self, path: &str, style: &str, title: Option<&str>) {
        self.element("path", &format!("d=\"{path}\""), style, &tooltip(title));
    }

    /// Begins a link around everything up to [`Drawing::end_link`].
    pub fn begin_link(&mut self, target: &str) {
        let _ = writeln!(self.0, "<a href=\"{}\">", escaped(target));
    }

    /// Ends the link of [`Drawing::begin_link`].
    pub fn end_link(&mut self) {
        self.0 += "</a>\n";
    }

    /// The document.
    pub fn finish(self) -> String {
        self.0 + "</svg>\n"
    }

    fn element(&mut self, name: &str, place: &str, style: &str, content: &str) {
        let style = if style.is_empty() { String::new() } else { format!(" {style}") };
        // Writing to a String cannot fail.
        let _ = if content.is_empty() {
            writeln!(self.0, "<{name} {place}{style}/>")
        } else {
            writeln!(self.0, "<{name} {place}{style}>{content}</{name}>")
        };
    }
}

/// A coordinate, rounded to a tenth.
pub fn number(value: impl Into<f64>) -> String {
    let tenths = (value.into() * 10.0).round_ties_even() as i64;
    let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn tooltip(title: Option<&str>) -> String {
    title.map(|title| format!("<title>{}</title>", escaped(title))).unwrap_or_default()
}

/// Escapes text for an element or an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_a_document_in_which_names_cannot_break_anything() {
        let mut drawing = Drawing::new(10, 20, "fill=\"#222\"");
        drawing.text(1.25, 2, "", "a<b & \"c\"");
        drawing.rectangle((0.0, 0.5), (3.0, 4.0), "fill=\"red\"", Some("x>y"));
        drawing.path("M1 2h3", "", None);
        let document = drawing.finish();
        let lines: Vec<&str> = document.lines().skip(2).collect();
        assert!(
            document.starts_with("<svg xmlns=") && document.contains("viewBox=\"0 0 10 20\" fill=\"#222\">")
        );
        assert_eq!(
            lines,
            [
                "<text x=\"1.2\" y=\"2\">a&lt;b &amp; &quot;c&quot;</text>",
                "<rect x=\"0\" y=\"0.5\" width=\"3\" height=\"4\" fill=\"red\"><title>x&gt;y</title></rect>",
                "<path d=\"M1 2h3\"/>",
                "</svg>"
            ]
        );
    }
}
