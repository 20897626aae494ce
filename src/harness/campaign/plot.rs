//! Plots a summary as SVG: four charts over the weeks.

use super::board::Season;
use super::state::month_of;
use super::summary::{Spread, Summary, TurnSummary};
use crate::inspect::svg::Drawing;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 670.0;
/// The width and height of a chart's plotting area.
const CHART_WIDTH: f64 = 390.0;
const CHART_HEIGHT: f64 = 220.0;

const GERMAN: &str = "#3b6ea5";
const RUSSIAN: &str = "#b4472e";
const NEUTRAL: &str = "#4a4a4a";

/// Bands narrower than this, in pixels, have no label.
const NAMED_WIDTH: f64 = 30.0;

/// One line of a chart.
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

/// Plots a summary, with `title` above it.
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

/// Consecutive weeks of one season.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spell {
    season: Season,
    first: u8,
    /// The first turn of the next season, or the last turn.
    end: u8,
}

/// The seasons, from the dates of the turns.
fn spells(turns: &[TurnSummary]) -> Vec<Spell> {
    let mut spells: Vec<Spell> = Vec::new();
    for week in turns {
        let (turn, season) = (week.turn, Season::of(month_of(&week.date)));
        if let Some(last) = spells.last_mut() {
            last.end = turn;
        }
        if spells.last().is_none_or(|last| last.season != season) {
            spells.push(Spell { season, first: turn, end: turn });
        }
    }
    spells
}

/// The name and colour of a season that slows units down.
fn band(season: Season) -> Option<(&'static str, &'static str)> {
    match season {
        Season::Dry => None,
        Season::Mud => Some(("mud", "#efe6d8")),
        Season::Snow => Some(("snow", "#e9eff5")),
    }
}

/// The ranges of a chart's axes.
#[derive(Clone, Copy)]
struct Scale {
    /// The first and last turn.
    first: f64,
    last: f64,
    /// The range of values.
    bottom: f64,
    top: f64,
    /// The distance between grid lines.
    step: f64,
}

impl Chart {
    fn draw(&self, svg: &mut Drawing, turns: &[TurnSummary]) {
        let values = self.series.iter().flat_map(|series| turns.iter().map(|turn| (series.spread)(turn).p95));
        let highest = values.max().unwrap_or(0).max(1) as f64;
        let lows = self.series.iter().flat_map(|series| turns.iter().map(|turn| (series.spread)(turn).p5));
        let lowest = lows.min().unwrap_or(0).min(0) as f64;
        let step = tick_step(highest - lowest);
        let turn = |week: Option<&TurnSummary>| week.map_or(0.0, |week| week.turn.into());
        let scale = Scale {
            first: turn(turns.first()),
            last: turn(turns.last()),
            bottom: (lowest / step).floor() * step,
            top: (highest / step).ceil() * step,
            step,
        };
        self.frame(svg, &spells(turns), scale);
        for series in &self.series {
            self.line(svg, series, turns, scale);
        }
    }

    fn at(&self, turn: f64, value: f64, scale: Scale) -> (f64, f64) {
        let across = (turn - scale.first) / (scale.last - scale.first).max(1.0);
        let down = (scale.top - value) / (scale.top - scale.bottom);
        (self.x + across * CHART_WIDTH, self.y + down * CHART_HEIGHT)
    }

    /// Draws the title, the seasons and the axes.
    fn frame(&self, svg: &mut Drawing, spells: &[Spell], scale: Scale) {
        let (x, y) = (self.x, self.y);
        let bottom = y + CHART_HEIGHT;
        for spell in spells {
            let Some((name, colour)) = band(spell.season) else { continue };
            let [from, to] = [spell.first, spell.end].map(|turn| self.at(turn.into(), 0.0, scale).0);
            svg.rectangle((from, y), (to - from, CHART_HEIGHT), &format!("fill=\"{colour}\""), None);
            if to - from >= NAMED_WIDTH {
                svg.text(from + 3.0, y + 12.0, "font-size=\"10\" fill=\"#777\"", name);
            }
        }
        svg.text(x, y - 10.0, "font-size=\"14\"", self.title);
        let ticks = ((scale.top - scale.bottom) / scale.step).round() as u32;
        for tick in 0..=ticks {
            let value = scale.bottom + f64::from(tick) * scale.step;
            let line = self.at(scale.first, value, scale).1;
            let path = format!("M{x} {line:.1}h{CHART_WIDTH}");
            svg.path(&path, "stroke=\"#ccc\" stroke-width=\"0.5\"", None);
            svg.text(x - 6.0, line + 4.0, "text-anchor=\"end\"", &value.to_string());
        }
        let step = tick_step(scale.last - scale.first);
        let mut turn = (scale.first / step).ceil() * step;
        let mut word = "turn ";
        while turn <= scale.last {
            let column = self.at(turn, 0.0, scale).0;
            let label = format!("{}{turn}", std::mem::take(&mut word));
            svg.text(column, bottom + 18.0, "text-anchor=\"middle\"", &label);
            turn += step;
        }
    }

    /// Draws the band, the median and the name of a series.
    fn line(&self, svg: &mut Drawing, series: &Series, turns: &[TurnSummary], scale: Scale) {
        let path = |value: fn(Spread) -> i64| -> Vec<String> {
            let point = |turn: &TurnSummary| {
                let (x, y) = self.at(turn.turn.into(), value((series.spread)(turn)) as f64, scale);
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
            let (x, y) = self.at(turn.turn.into(), (series.spread)(turn).p95 as f64, scale);
            svg.text(x, y - 6.0, &format!("fill=\"{colour}\""), series.name);
        }
    }
}

/// 1, 2 or 5 times a power of ten, giving four to eight steps up to `top`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::campaign::state::ByCity;
    use crate::harness::campaign::summary::SideSummary;

    const SPREAD: Spread = Spread { min: 0, p5: 1, median: 2, mean: 2.0, p95: 3, max: 4 };

    /// A campaign from one turn to another; turn 0 is on this month and day of a year that is not a leap year.
    fn summary(begins: (u8, u8), first: u8, last: u8) -> Summary {
        let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let (mut month, mut day) = begins;
        let side = SideSummary {
            on_map: SPREAD,
            muster: SPREAD,
            combat: SPREAD,
            combat_on_map: SPREAD,
            destroyed: SPREAD,
        };
        let mut turns = Vec::new();
        for turn in 0..=last {
            let date = format!("1941-{month:02}-{day:02}");
            let (score, cities) = (SPREAD, ByCity::default());
            if turn >= first {
                turns.push(TurnSummary { turn, date, games: 1, score, cities, german: side, russian: side });
            }
            day += 7;
            if day > days[usize::from(month) - 1] {
                day -= days[usize::from(month) - 1];
                month = month % 12 + 1;
            }
        }
        Summary { games: 1, frames: SPREAD, random_bytes_used: SPREAD, turns }
    }

    fn seasons(summary: &Summary) -> Vec<(Season, u8, u8)> {
        spells(&summary.turns).iter().map(|spell| (spell.season, spell.first, spell.end)).collect()
    }

    #[test]
    fn the_seasons_are_those_of_the_dates() {
        let of_1941 = [(Season::Dry, 0, 15), (Season::Mud, 15, 19), (Season::Snow, 19, 40)];
        assert_eq!(seasons(&summary((6, 22), 0, 40)), of_1941);
        let of_1942 = [(Season::Dry, 0, 19), (Season::Mud, 19, 23), (Season::Snow, 23, 44)];
        assert_eq!(seasons(&summary((5, 24), 0, 44)), of_1942);
        assert_eq!(seasons(&summary((6, 22), 16, 19)), [(Season::Mud, 16, 19), (Season::Snow, 19, 19)]);
        assert_eq!(seasons(&summary((6, 22), 3, 3)), [(Season::Dry, 3, 3)]);
    }

    #[test]
    fn all_turns_are_within_their_chart() {
        for (first, last) in [(0, 40), (0, 44), (20, 31), (0, 14), (5, 5)] {
            let svg = svg(&summary((5, 24), first, last), "");
            let ends = [60.0, 60.0 + CHART_WIDTH].map(|x| format!("{x:.1} "));
            assert!(svg.contains(&format!("M{}", ends[0])), "{first} {svg}");
            assert!(first == last || svg.contains(&format!("L{}", ends[1])), "{last} {svg}");
            let labels: Vec<&str> = svg.split(">turn ").skip(1).collect();
            assert_eq!(labels.len(), 4, "{svg}");
        }
    }
}
