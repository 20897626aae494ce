//! The companions' programs against engines of their rules, line by line: `spec/companions-reference/` in the
//! folder that `FRONT800_SHARED` names. A few games of each kind in every run, all with `FRONT800_FULL`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use front800::harness::batch::{Built, Runner};
use front800::harness::matches::{Batch, Item, Lineup, Who};
use front800::harness::open::{Options, Program};
use front800::titles::companion::GameOptions;
use front800::titles::shelf::{self, Entry};
use libtest_mimic::{Completion, Failed, Trial};
use serde_json::Value;

use crate::full;
use crate::papers::has_python;

/// The first seed; a number that no other test uses.
const SEED: u32 = 26_000;

/// Games of one kind.
#[derive(Clone)]
struct Kind {
    title: &'static str,
    options: GameOptions,
    sides: Vec<Who>,
    /// In a short run and in a full one.
    games: [u64; 2],
}

/// Where the engines are.
fn engines() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("FRONT800_SHARED")?).join("spec/companions-reference");
    folder.is_dir().then_some(folder)
}

fn built(entry: &'static Entry) -> Result<Built, Failed> {
    Ok(Built::new(Program::named(entry.name, Options::default())?)?)
}

impl Kind {
    fn name(&self) -> String {
        let GameOptions { level, players, is_super, plies } = self.options;
        let mut words = vec![self.title.to_string()];
        words.extend(level.map(|level| format!("level_{level}")));
        words.extend(players.map(|players| format!("players_{players}")));
        words.extend(is_super.filter(|&is_super| is_super).map(|_| "super".to_string()));
        words.extend(plies.map(|plies| format!("plies_{plies}")));
        words.extend(self.sides.iter().map(|who| format!("{who:?}").to_lowercase()));
        words.join("_")
    }

    /// The lines of the games on the real program.
    fn play(&self, games: u64) -> Result<Vec<Vec<Value>>, Failed> {
        let entry = shelf::named(self.title).ok_or("no such title")?;
        let batch = Batch {
            runner: Runner::whole(games, 2),
            seed: 0,
            stream: Some(SEED),
            options: self.options,
            think: None,
            lineup: Lineup { sides: self.sides.clone(), files: Vec::new() },
            steps: 20_000,
            lines: true,
            view: false,
        };
        let mut lines = vec![Vec::new(); games as usize];
        let find = entry.companion.ok_or("not a companion")?;
        let played = batch.play(&built(entry)?, find, |game, item| {
            if let Item::Line(line) = item {
                lines[game as usize].push(line);
            }
            ControlFlow::Continue(())
        });
        played.map_err(|failed| format!("game {}: {}", failed.game, failed.error))?;
        Ok(lines)
    }

    /// How the engine is called for a game, and what it is given.
    fn replay(&self, game: u64, lines: &[Value]) -> Option<(Vec<String>, String)> {
        let mut input = String::new();
        let arguments = match self.title {
            "magna" => {
                for line in &lines[1..] {
                    let skip = line["skip"].as_u64().filter(|&skip| skip > 0);
                    let skip = skip.map_or(String::new(), |skip| format!("skip {skip} "));
                    input += &format!("{skip}{}\n", line["do"].as_str()?);
                }
                let GameOptions { level, players, .. } = self.options;
                vec![level?.to_string(), players?.to_string(), (u64::from(SEED) + game).to_string()]
            }
            "encounter" => {
                let theirs = lines[0]["computer"].as_str()?.get(60..)?.as_bytes();
                let rows: Vec<u8> = theirs.chunks(10).rev().flatten().copied().collect();
                let (own, theirs) = (lines[0]["player"].as_str()?.get(..40)?, String::from_utf8(rows).ok()?);
                input = format!("SETUP {own} {theirs}\n");
                for line in &lines[1..] {
                    let squares = line["last"].as_array();
                    let squares =
                        squares.map(|last| last.iter().filter_map(Value::as_str).collect::<String>());
                    let resigned = || if line["winner"] == "C" { "R" } else { "FORFEIT" }.to_string();
                    input += &format!("{}\n", squares.unwrap_or_else(resigned));
                }
                self.options
                    .is_super
                    .filter(|&is_super| is_super)
                    .map(|_| "super".into())
                    .into_iter()
                    .collect()
            }
            _ => {
                for line in &lines[1..] {
                    input += &format!("{}\n", line["last"].as_str()?);
                }
                Vec::new()
            }
        };
        Some((arguments, input))
    }

    fn check(&self) -> Result<Completion, Failed> {
        let Some(folder) = engines() else {
            return Ok(Completion::ignored_with(
                "FRONT800_SHARED names no folder with spec/companions-reference",
            ));
        };
        if !has_python() {
            return Ok(Completion::ignored_with("there is no python3"));
        }
        let engine = folder.join(format!("{}.py", self.title));
        for (game, lines) in (0..).zip(self.play(self.games[usize::from(full::is_full())])?) {
            let (arguments, input) = self.replay(game, &lines).ok_or("a line without its keys")?;
            let expected = run(&engine, &arguments, input)?;
            if expected.len() != lines.len() {
                return Err(format!("game {game}: {} lines for {}", lines.len(), expected.len()).into());
            }
            for (number, (line, expected)) in lines.iter().zip(&expected).enumerate() {
                if line != expected {
                    return Err(format!("game {game}, line {number}:\n{line}\nfor\n{expected}").into());
                }
            }
        }
        Ok(Completion::Completed)
    }
}

/// What the engine prints.
fn run(engine: &PathBuf, arguments: &[String], input: String) -> Result<Vec<Value>, Failed> {
    let mut command = Command::new("python3");
    command.arg("-B").arg(engine).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let mut pipe = child.stdin.take().ok_or("no pipe")?;
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the input could not be written")??;
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    Ok(lines.map(serde_json::from_slice).collect::<Result<_, _>>()?)
}

fn kinds() -> Vec<Kind> {
    let mut kinds = Vec::new();
    let mut kind = |title, options, sides: Vec<Who>, games| kinds.push(Kind { title, options, sides, games });
    let none = GameOptions::default;
    for level in 1..=3 {
        for players in 0..=4 {
            let sides = vec![Who::Random; usize::from(players).max(2)];
            kind(
                "magna",
                GameOptions { level: Some(level), players: Some(players), ..none() },
                sides,
                [2, 200],
            );
        }
        let options = GameOptions { level: Some(level), players: Some(1), ..none() };
        kind("magna", options, vec![Who::Random, Who::Computer], [2, 20]);
    }
    for is_super in [false, true] {
        let options = GameOptions { is_super: Some(is_super), ..none() };
        kind("encounter", options, vec![Who::Random; 2], [1, 200]);
        kind("encounter", options, vec![Who::Random, Who::Computer], [1, 20]);
        kind("encounter", options, vec![Who::Computer; 2], [0, 20]);
    }
    kind("eleven", none(), vec![Who::Random; 2], [2, 200]);
    let plies = |plies| GameOptions { plies: Some(plies), ..none() };
    kind("eleven", plies(1), vec![Who::Random, Who::Computer], [1, 20]);
    kind("eleven", plies(2), vec![Who::Computer, Who::Random], [1, 20]);
    kind("eleven", plies(3), vec![Who::Computer; 2], [0, 20]);
    kinds
}

pub fn trials() -> Vec<Trial> {
    let trial = |kind: Kind| Trial::ignorable_test(kind.name(), move || kind.check());
    kinds().into_iter().map(trial).collect()
}
