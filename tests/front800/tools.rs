//! Tests: the scripts in `tools/` on machines that lack something. What they would fetch or install is
//! played by stubs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::started::write_program;

/// What rustup's script leaves behind, as far as the tools look at it.
const INSTALLER: &str = r#"#!/bin/sh
cat <<'END'
echo "installer: $*" >&2
mkdir -p "$HOME/.cargo/bin"
printf '#!/bin/sh\necho "cargo $*"\n' >"$HOME/.cargo/bin/cargo"
chmod +x "$HOME/.cargo/bin/cargo"
echo 'PATH="$HOME/.cargo/bin:$PATH"' >"$HOME/.cargo/env"
END
"#;

/// Programs that every system has.
const PLAIN: [&str; 18] = [
    "sh", "mktemp", "rm", "mkdir", "chmod", "cat", "uname", "dirname", "basename", "awk", "sed", "sort",
    "grep", "tee", "cp", "touch", "tr", "sleep",
];

/// A machine with nothing but the plainest programs, and a home.
struct Bare {
    folder: TempDir,
}

impl Bare {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("bin")).expect("a folder");
        let bare = Bare { folder };
        for program in PLAIN {
            let places = ["/bin", "/usr/bin"].map(|place| Path::new(place).join(program));
            let found = places.into_iter().find(|path| path.exists()).expect("a program of every system");
            symlink(found, bare.program(program)).expect("a link");
        }
        bare
    }

    fn program(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("bin").join(name)
    }

    /// A program of this name that does what the script says.
    fn with(self, name: &str, script: &str) -> Self {
        write_program(&self.program(name), script);
        self
    }

    /// Runs a line after the tools' preparations for Rust; status and what was said.
    fn prepare(&self, line: &str) -> (bool, String, String) {
        self.shell(&format!("prepare_rust; {line}"))
    }

    /// Runs one of the tools in a repository that has nothing else; status and what was said.
    fn tool(&self, name: &str, line: &str) -> (bool, String, String) {
        let tools = self.folder.path().join("tools");
        fs::create_dir_all(tools.join("lib")).expect("a folder");
        for file in [name, "lib/prepare.sh", "lib/display.sh"] {
            fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tools").join(file), tools.join(file))
                .expect("a copy");
        }
        self.shell(&format!("cd '{}'; {line}", self.folder.path().display()))
    }

    /// Runs a line that knows the tools' own functions.
    fn shell(&self, line: &str) -> (bool, String, String) {
        let prepare = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/lib/prepare.sh");
        let script = format!("set -eu; . '{}'; {line}", prepare.display());
        let mut shell = Command::new(self.program("sh"));
        shell.args(["-c", &script]).env_clear();
        shell.env("PATH", self.folder.path().join("bin")).env("HOME", self.folder.path());
        let Output { status, stdout, stderr } = shell.output().expect("a shell");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (status.success(), text(stdout), text(stderr))
    }
}

#[test]
fn a_machine_without_rust_gets_it_and_is_told_in_one_line() {
    for fetcher in ["curl", "wget"] {
        let bare = Bare::new().with(fetcher, INSTALLER);
        let (worked, stdout, stderr) = bare.prepare("cargo build");
        assert!(worked && stdout == "cargo build\n", "{fetcher}: {stdout}{stderr}");
        let said: Vec<&str> = stderr.lines().filter(|line| !line.starts_with("installer:")).collect();
        assert_eq!(said.len(), 1, "{stderr}");
        assert!(said[0].contains("Missing: Rust. Installing with:"), "{stderr}");
        assert!(stderr.contains("installer: -y"), "nobody is asked: {stderr}");
        // The next time it is there, though no new shell has been started.
        assert_eq!(bare.prepare("cargo build"), (true, "cargo build\n".to_string(), String::new()));
    }
}

#[test]
fn a_machine_with_rust_is_left_alone() {
    let bare =
        Bare::new().with("cargo", "#!/bin/sh\necho \"own cargo $*\"\n").with("curl", "#!/bin/sh\nexit 9\n");
    assert_eq!(bare.prepare("cargo build"), (true, "own cargo build\n".to_string(), String::new()));
}

#[test]
fn rust_that_cannot_be_fetched_is_said_and_ends_it() {
    let nothing = Bare::new();
    let offline = Bare::new().with("curl", "#!/bin/sh\necho 'curl: (6) no host' >&2\nexit 6\n");
    let broken = Bare::new().with("curl", "#!/bin/sh\necho 'exit 3'\n");
    for (bare, word) in
        [(nothing, "neither curl nor wget"), (offline, "no host"), (broken, "could not be installed")]
    {
        let (worked, stdout, stderr) = bare.prepare("cargo build");
        assert!(!worked && stdout.is_empty(), "{stdout}");
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
}

/// What of callgrind and `front800 bench` the tools look at: ten instructions a machine cycle, but for a program that
/// cannot be measured, and one of which nothing is counted.
const VALGRIND: &str = r#"#!/bin/sh
for word; do case $word in --callgrind-out-file=*) out=${word#*=} ;; esac; done
count=100
case " $* " in
    *" broken "*) echo 'valgrind: no such program' >&2 && exit 1 ;;
    *" nothing "*) count=0 ;;
esac
printf 'fl=/x/src/cpu/core.rs\n1 %s\n' "$count" >"$out"
echo '{"cycles": 10}'
"#;

#[test]
fn what_could_not_be_measured_is_not_within_the_goals() {
    let bare =
        Bare::new().with("cargo", "#!/bin/sh\nmkdir -p target/instructions\n").with("valgrind", VALGRIND);
    let (worked, stdout, stderr) = bare.tool("instructions", "tools/instructions -l one two");
    let table = "   10.00  one\n      10.00  cpu\n   10.00  two\n      10.00  cpu\n   10.00  median\n   10.00  worst\n";
    assert!(worked && stdout == table, "{stdout}{stderr}");
    for (program, word) in
        [("broken", "could not be measured: valgrind: no such"), ("nothing", "nothing was counted")]
    {
        let (worked, stdout, stderr) =
            bare.tool("instructions", &format!("tools/instructions one {program} two"));
        assert!(!worked && !stdout.contains("median"), "{stdout}{stderr}");
        assert!(stderr.contains(word), "`{word}` is missing in: {stderr}");
    }
    // Without names all are measured, and guarded.
    assert!(bare.tool("instructions", "tools/instructions").0);
    let (worked, _, stderr) = bare.tool("instructions", "GUARD_WORST=9 tools/instructions");
    assert!(!worked && stderr.contains("above 14 for the median or 9 for the worst"), "{stderr}");
}

#[test]
fn a_compiler_may_be_a_command_with_arguments() {
    let bare = Bare::new().with("ccache", "#!/bin/sh\n").with("gcc", "#!/bin/sh\n");
    for (compiler, is_there) in
        [("gcc", true), ("ccache gcc", true), ("gcc -m32", true), ("clang -m32", false)]
    {
        assert_eq!(bare.shell(&format!("CC='{compiler}'; have_compiler")).0, is_there, "{compiler}");
    }
    assert!(!bare.shell("unset CC; have_compiler").0, "there is no cc");
}

#[test]
fn packages_are_had_once_and_again_when_their_list_has_changed() {
    let bare = Bare::new().with("npm", "#!/bin/sh\nmkdir -p node_modules\necho \"npm $1\"\n");
    let line =
        |made: &str, which: &str| format!("cd \"$HOME\"; {made}; npm_packages {which}; npm_packages {which}");
    let older = "touch -t 200001010000 node_modules/.package-lock.json 2>/dev/null || :";
    // Whoever has no lock file of its own does not go by one that somebody has left.
    for (list, which, way) in
        [("package-lock.json", "", "npm ci\n"), ("package.json", "unlocked", "npm install\n")]
    {
        let (worked, stdout, stderr) = bare.shell(&line(&format!("{older}; touch {list}"), which));
        assert!(worked && stdout.is_empty(), "{stdout}{stderr}");
        assert_eq!(stderr, way, "{list}");
        assert_eq!(bare.shell(&line(":", which)).2, "", "nothing has changed");
    }
    let broken = Bare::new().with("npm", "#!/bin/sh\nexit 1\n");
    assert!(!broken.shell(&line("mkdir node_modules", "")).0);
}

#[test]
fn a_release_is_built_with_the_flags_that_somebody_has_set_in_a_folder_with_blanks() {
    let cargo = "#!/bin/sh\nprintf '%s\\n' \"$CARGO_ENCODED_RUSTFLAGS\" | tr '\\037' '|' >&2\n\
        mkdir -p \"$CARGO_TARGET_DIR/here/release\"\n\
        printf '#!/bin/sh\\n: >\"$LLVM_PROFILE\"\\n' >\"$CARGO_TARGET_DIR/here/release/front800\"\n\
        chmod +x \"$CARGO_TARGET_DIR/here/release/front800\"\n";
    let rustc = "#!/bin/sh\ncase $1 in -vV) echo 'host: here' ;; *) echo /none ;; esac\n";
    let bare = Bare::new()
        .with("cargo", cargo)
        .with("rustc", rustc)
        .with("cc", "#!/bin/sh\n")
        .with("profdata", "#!/bin/sh\n");
    let line = "export LLVM_PROFDATA=\"$HOME/bin/profdata\" LLVM_PROFILE=\"$HOME/profile\" CARGO_TARGET_DIR=\"$HOME/a b\"; \
        export RUSTFLAGS=' -Cdebuginfo=1  -Cpanic=abort '; tools/release";
    let (worked, stdout, stderr) = bare.tool("release", line);
    let counts = bare.folder.path().join("a b/counts");
    let flags = "-Cdebuginfo=1|-Cpanic=abort";
    let counts = counts.display();
    let expected =
        format!("{flags}|-Cprofile-generate={counts}\n{flags}|-Cprofile-use={counts}/all.profdata\n");
    assert!(worked && stderr == expected, "{stdout}{stderr}");
}

#[test]
fn an_audit_that_was_asked_for_and_cannot_be_is_not_well() {
    let cargo = "#!/bin/sh\ncase \"$1\" in deny | install) exit 1 ;; esac\n";
    let bare = Bare::new().with("cargo", cargo).with("cc", "#!/bin/sh\n");
    let line = "mkdir -p fuzz && touch fuzz/Cargo.lock; \
        for tool in api test-lsp test-dap vscode; do printf '#!/bin/sh\\n' >tools/$tool; chmod +x tools/$tool; done; \
        tools/test --no-web";
    let (worked, stdout, stderr) = bare.tool("test", line);
    assert!(worked && stdout.contains("NOT RUN: cargo deny is not installed"), "{stdout}{stderr}");
    let (worked, stdout, stderr) = bare.tool("test", &format!("{line} --audit"));
    assert!(!worked && !stdout.contains("all is well"), "{stdout}{stderr}");
    assert!(stderr.contains("cargo-deny could not be installed"), "{stderr}");
}

#[test]
fn a_program_is_looked_for_from_where_the_user_is() {
    let mut bare = Bare::new();
    for program in ["Xvfb", "xdotool", "import", "compare", "convert"] {
        bare = bare.with(program, "#!/bin/sh\n");
    }
    let expected = format!("{}/elsewhere/mine is missing", bare.folder.path().display());
    for name in ["check-window", "check-weeks", "test-dap"] {
        let (worked, _, stderr) =
            bare.tool(name, &format!("mkdir -p elsewhere; cd elsewhere; ../tools/{name} mine"));
        assert!(!worked && stderr.contains(&expected), "{name}: {stderr}");
    }
}
