# A virtual X display for the window, for tools/check-window and tools/check-weeks.

# Skips script $1 if one of the programs in the other arguments is missing.
need() {
    script=$1
    shift
    for program in "$@"; do
        if ! command -v "$program" >/dev/null; then
            echo "$script: skipped: there is no $program (Debian: apt install xvfb xdotool imagemagick)"
            exit 0
        fi
    done
}

clean_up() {
    for pid in $pids; do kill "$pid" 2>/dev/null || :; done
    rm -rf "$work"
}

fail() {
    echo "$script: FAILED: $1" >&2
    exit 1
}

# Waits until a command succeeds, at most 60 seconds.
await() {
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || fail "waited in vain for: $*"
        sleep 0.2
    done
}

# Opens a display and sets up a silent sound device and a private home folder in $work.
open_display() {
    work=$(mktemp -d)
    pids=
    trap clean_up EXIT
    trap 'exit 1' INT TERM
    Xvfb -displayfd 3 -screen 0 1280x1024x24 3>"$work/display" 2>/dev/null &
    pids="$pids $!"
    await test -s "$work/display"
    DISPLAY=:$(cat "$work/display")
    unset WAYLAND_DISPLAY SDL_VIDEODRIVER
    export DISPLAY
    export SDL_AUDIODRIVER=dummy
    export HOME="$work" XDG_DATA_HOME="$work" XDG_RUNTIME_DIR="$work"
}

# Starts `front800 play` with these arguments.
play() {
    "$front800" play "$@" --verbose >"$work/summary" 2>"$work/errors" &
    player=$!
    pids="$pids $player"
    # SDL may open a window twice, until it has one that its renderer can use. The second one
    # stays, and shows the speed in its title after a second.
    await xdotool search --name 'front800 [(]'
    window=$(xdotool search --name 'front800 [(]' | tail -n 1)
    xdotool windowfocus "$window"
}

title_has() { xdotool getwindowname "$window" | grep -q "$1"; }

# Waits until the window has closed by itself.
finish() {
    wait "$player" || fail "$(cat "$work/errors")"
    cat "$work/summary"
}
