//! Errors say all there is, and nothing twice.

use std::error::Error;

use front800::harness::batch::BatchError;
use front800::harness::campaign::CampaignError;
use front800::harness::driver::DriverError;
use front800::harness::lanes::{Task, TaskOptions};
use front800::harness::matches::MatchError;
use front800::harness::open::{NONE, OpenError, Options, Program};
use front800::harness::table::TableError;
use front800::titles::TitleError;

fn refused(options: TaskOptions) -> Box<dyn Error> {
    let program = Program::named(NONE, Options::default()).unwrap();
    let task = Task::new(program.switch_on().unwrap(), &program.symbols, &options);
    task.expect_err("no such task").into()
}

#[test]
fn no_error_gives_for_its_source_what_its_text_says() {
    let error = DriverError::Jam { pc: 0x2000 };
    let campaign = || CampaignError::Program { turn: 3, error: error.clone() };
    let actions = || vec!["stick0 up".to_string()];
    let unreadable = std::io::Error::other("worn out");
    let all: Vec<(Box<dyn Error>, &str)> = vec![
        (campaign().into(), "the CPU is jammed at $2000"),
        (BatchError { game: 7, error: campaign() }.into(), "the CPU is jammed at $2000"),
        (MatchError::Program { step: 3, error: error.clone() }.into(), "the CPU is jammed at $2000"),
        (OpenError::Title("magna".to_string(), TitleError::NoProgram).into(), "gives no segment"),
        (TableError::Read("a.csv".into(), unreadable).into(), "worn out"),
        (
            refused(TaskOptions {
                actions: actions(),
                reward: "score".to_string(),
                ..TaskOptions::default()
            }),
            "score",
        ),
        (refused(TaskOptions { actions: vec!["stick9 up".to_string()], ..TaskOptions::default() }), "stick9"),
    ];
    for (error, says) in all {
        let text = error.to_string();
        assert!(text.contains(says), "{text}");
        let mut inner = error.source();
        while let Some(cause) = inner {
            assert!(!text.contains(&cause.to_string()), "{text}: {cause}");
            inner = cause.source();
        }
    }
}
