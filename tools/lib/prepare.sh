# Finds or installs what the build needs: Rust, a C compiler (to link), SDL2's library and
# headers. Sourced by the scripts in tools/.

have() { command -v "$1" >/dev/null 2>&1; }

# Whether there is a C compiler; CC may be a command with arguments, such as "ccache gcc".
have_compiler() {
    # shellcheck disable=SC2086 # several words
    set -- ${CC:-cc}
    have "$1"
}

# Makes the path of a file absolute, so that it stays valid after `cd`.
absolute() {
    case $1 in
        /*) echo "$1" ;;
        *) echo "$PWD/$1" ;;
    esac
}

# The same for the program that FRONT800 names. A name without a folder is left to PATH.
absolute_front800() {
    case ${FRONT800:-} in
        */*) FRONT800=$(absolute "$FRONT800") ;;
    esac
}

# Installs this folder's npm packages unless they are up to date: those of its lock file, or with `unlocked`, for a folder
# without a lock file, those that its package.json allows.
npm_packages() {
    list=package-lock.json
    how=ci
    if [ "${1:-}" = unlocked ]; then
        list=package.json
        how="install --no-package-lock"
    fi
    [ -f node_modules/.package-lock.json ] && [ ! "$list" -nt node_modules/.package-lock.json ] && return
    # Its messages go to standard error, because standard output belongs to the programs that use these packages.
    # shellcheck disable=SC2086 # several words
    npm $how --loglevel=error --no-audit --no-fund >&2 && touch node_modules/.package-lock.json
}

# Whether the linker finds SDL2.
have_sdl() {
    probe=$(mktemp -d)
    echo 'int main(void) { return 0; }' >"$probe/probe.c"
    found=no
    ${CC:-cc} "$probe/probe.c" -o "$probe/probe" -lSDL2 2>/dev/null && found=yes
    rm -rf "$probe"
    [ "$found" = yes ]
}

# Prints the command that installs what is missing; nothing on an unknown system.
install_command() {
    if have apt-get; then
        echo "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gcc libc6-dev libsdl2-dev"
    elif have dnf; then
        echo "dnf install -y gcc SDL2-devel"
    elif have pacman; then
        echo "pacman -S --needed --noconfirm gcc sdl2"
    elif have brew; then
        echo "brew install sdl2"
    fi
}

# Installs it, as root if this is possible without a prompt that nobody could answer.
install_packages() {
    command=$(install_command)
    if [ -z "$command" ]; then
        echo "Please install a C compiler and the development package of SDL2 (on macOS: with" >&2
        echo "Homebrew, https://brew.sh), then try again." >&2
        exit 1
    fi
    echo "Missing: a C compiler or SDL2. Installing with: $command" >&2
    if [ "$(uname)" = Darwin ] || [ "$(id -u)" = 0 ]; then
        sh -c "$command" </dev/null
    elif have sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        sudo sh -c "$command"
    else
        echo "This needs the rights of the administrator. Please run as root: $command" >&2
        exit 1
    fi
}

# Adds Homebrew's libraries, which the linker does not search by default.
find_homebrew() {
    if [ "$(uname)" = Darwin ] && have brew; then
        LIBRARY_PATH="$(brew --prefix)/lib${LIBRARY_PATH:+:$LIBRARY_PATH}"
        export LIBRARY_PATH
    fi
}

# Fetches a file to standard output.
fetch() {
    if have curl; then
        curl --proto '=https' --tlsv1.2 -sSf "$1"
    elif have wget; then
        wget -qO- "$1"
    else
        echo "Rust is missing, and neither curl nor wget can fetch it: see https://rustup.rs" >&2
        return 1
    fi
}

# Finds Rust, or installs it for this user as described at https://rustup.rs.
prepare_rust() {
    have cargo && return
    if [ -f "$HOME/.cargo/env" ]; then
        . "$HOME/.cargo/env"
        have cargo && return
    fi
    echo "Missing: Rust. Installing with: curl https://sh.rustup.rs | sh -s -- -y --profile minimal" >&2
    installer=$(mktemp)
    fetch https://sh.rustup.rs >"$installer" || { rm -f "$installer"; exit 1; }
    status=0
    sh "$installer" -y --profile minimal --component rustfmt --component clippy >&2 || status=$?
    rm -f "$installer"
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    if [ "$status" != 0 ] || ! have cargo; then
        echo "Rust could not be installed: see https://rustup.rs" >&2
        exit 1
    fi
}

prepare() {
    prepare_rust
    if [ "$(uname)" = Darwin ] && ! have cc; then
        echo "A C compiler is missing. Please run: xcode-select --install" >&2
        exit 1
    fi
    find_homebrew
    if ! have_compiler || ! have_sdl; then
        install_packages
        find_homebrew
    fi
}
