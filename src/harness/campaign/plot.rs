//! A summary as a picture: four charts over the weeks, as SVG.

use super::summary::{Spread, Summary, TurnSummary};
use crate::inspect::svg::Drawing;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 670.0;
/// Of one chart's plotting area.
const CHART_WIDTH: f64 = 390.0;
const CHART_HEIGHT: f64 = 220.0;
const LAST_TURN: f64 = 40.0;

const GERMAN: &str = "#3b6ea5";
const RUSSIAN: &str = "#b4472e";
const NEUTRAL: &str = "#4a4a4a";

/// The seasons that change how units move: first turn, and the first one after them.
const SEASONS: [(&str, &str, f64, f64); 2] =
    [("mud", "#efe6d8", 15.0, 19.0), ("snow", "#e9eff5", 19.0, 40.0)];

/// What one line of a chart shows.
struct Series {
    name: &'static str,
    colour: &'static str,
    spread: fn(&TurnSummary) -> Spread,
}

/// One chart.
struct Chart {
    title: &'static str,
    series: Vec<Series>,
    x: f64,
    y: f64,
}

/// Draws a summary; `title` stands above.
pub fn svg(summary: &Summary, title: &str) -> String {
    let mut svg = Drawing::new(WIDTH, HEIGHT, "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\"");
    svg.text(60, 32, "font-size=\"18\"", title);
    let legend = format!("{} games. Lines: median; bands: nine games of ten.", summary.games);
    svg.text(60, 54, "fill=\"#555\"", &legend);
    for chart in charts() {
        chart.draw(&mut svg, &summary.turns);
    }
    svg.finish()
}

fn charts() -> [Chart; 4] {
    let german = |spread| Series { name: "German", colour: GERMAN, spread };
    let russian = |spread| Series { name: "Russian", colour: RUSSIAN, spread };
    let score = Series { name: "", colour: NEUTRAL, spread: |turn| turn.score };
    let (left, right) = (60.0, 530.0);
    let (top, bottom) = (100.0, 410.0);
    [
        Chart { title: "Score", series: vec![score], x: left, y: top },
        Chart {
            title: "Combat strength on the map",
            series: vec![
                german(|turn| turn.german.combat_on_map),
                russian(|turn| turn.russian.combat_on_map),
            ],
            x: right,
            y: top,
        },
        Chart {
            title: "Units on the map",
            series: vec![german(|turn| turn.german.on_map), russian(|turn| turn.russian.on_map)],
            x: left,
            y: bottom,
        },
        Chart {
            title: "Units destroyed",
            series: vec![german(|turn| turn.german.destroyed), russian(|turn| turn.russian.destroyed)],
            x: right,
            y: bottom,
        },
    ]
}

/// What the height of a chart stands for.
#[derive(Clone, Copy)]
struct Values {
    bottom: f64,
    top: f64,
    /// Between two lines.
    step: f64,
}

impl Chart {
    fn draw(&self, svg: &mut Drawing, turns: &[TurnSummary]) {
        let values = self.series.iter().flat_map(|series| turns.iter().map(|turn| (series.spread)(turn).p95));
        let highest = values.max().unwrap_or(0).max(1) as f64;
        let lows = self.series.iter().flat_map(|series| turns.iter().map(|turn| (series.spread)(turn).p5));
        let lowest = lows.min().unwrap_or(0).min(0) as f64;
        let step = tick_step(highest - lowest);
        let values =
            Values { bottom: (lowest / step).floor() * step, top: (highest / step).ceil() * step, step };
        self.frame(svg, values);
        for series in &self.series {
            self.line(svg, series, turns, values);
        }
    }

    fn at(&self, turn: f64, value: f64, values: Values) -> (f64, f64) {
        let Values { bottom, top, .. } = values;
        let down = (top - value) / (top - bottom);
        (self.x + turn / LAST_TURN * CHART_WIDTH, self.y + down * CHART_HEIGHT)
    }

    /// Title, seasons, axes.
    fn frame(&self, svg: &mut Drawing, values: Values) {
        let (x, y) = (self.x, self.y);
        let bottom = y + CHART_HEIGHT;
        for (name, colour, first, last) in SEASONS {
            let (from, to) = (self.at(first, 0.0, values).0, self.at(last, 0.0, values).0);
            svg.rectangle((from, y), (to - from, CHART_HEIGHT), &format!("fill=\"{colour}\""), None);
            svg.text(from + 3.0, y + 12.0, "font-size=\"10\" fill=\"#777\"", name);
        }
        svg.text(x, y - 10.0, "font-size=\"14\"", self.title);
        let ticks = ((values.top - values.bottom) / values.step).round() as u32;
        for tick in 0..=ticks {
            let value = values.bottom + f64::from(tick) * values.step;
            let line = self.at(0.0, value, values).1;
            let path = format!("M{x} {line:.1}h{CHART_WIDTH}");
            svg.path(&path, "stroke=\"#ccc\" stroke-width=\"0.5\"", None);
            svg.text(x - 6.0, line + 4.0, "text-anchor=\"end\"", &value.to_string());
        }
        for turn in (0..=40).step_by(10) {
            let column = self.at(f64::from(turn), 0.0, values).0;
            let label = if turn == 0 { "turn 0".to_string() } else { turn.to_string() };
            svg.text(column, bottom + 18.0, "text-anchor=\"middle\"", &label);
        }
    }

    /// Band, median and name of a series.
    fn line(&self, svg: &mut Drawing, series: &Series, turns: &[TurnSummary], values: Values) {
        let path = |value: fn(Spread) -> i64| -> Vec<String> {
            let point = |turn: &TurnSummary| {
                let (x, y) = self.at(turn.turn.into(), value((series.spread)(turn)) as f64, values);
                format!("{x:.1} {y:.1}")
            };
            turns.iter().map(point).collect()
        };
        let mut band = path(|spread| spread.p95);
        band.extend(path(|spread| spread.p5).into_iter().rev());
        let colour = series.colour;
        let style = format!("fill=\"{colour}\" fill-opacity=\"0.2\"");
        svg.path(&format!("M{}z", band.join("L")), &style, None);
        let style = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"");
        svg.path(&format!("M{}", path(|spread| spread.median).join("L")), &style, None);
        if let Some(turn) = turns.get(turns.len() * 5 / 8)
            && !series.name.is_empty()
        {
            let (x, y) = self.at(turn.turn.into(), (series.spread)(turn).p95 as f64, values);
            svg.text(x, y - 6.0, &format!("fill=\"{colour}\""), series.name);
        }
    }
}

/// 1, 2 or 5 times a power of ten, so that there are four to eight steps to `top`.
fn tick_step(top: f64) -> f64 {
    let mut step = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if top / (step * factor) <= 6.0 {
                return step * factor;
            }
        }
        step *= 10.0;
    }
}
