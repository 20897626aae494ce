# Builds the engine of the web page for WebAssembly. Sourced by tools/web, in the repository's folder.

WASM_TARGET=wasm32-unknown-unknown
WASM_MISSING="Rust cannot build for $WASM_TARGET: rustup target add $WASM_TARGET, or as root on Debian:
apt-get install rustc-web rust-web-src lld-19"

# Whether the toolchain has the target.
has_wasm_target() {
    ls "$(rustc --print target-libdir --target "$WASM_TARGET" 2>/dev/null)" >/dev/null 2>&1
}

can_build_wasm() {
    has_wasm_target || { [ -x /usr/bin/wasm-ld-19 ] && ls -d /usr/src/rustc-*/library >/dev/null 2>&1; }
}

# Runs cargo for that target: with the toolchain's own target if rustup has added it, else with Debian's compiler, which
# builds the standard library from source. SIMD, which all browsers have had since 2023 at the latest, makes the engine
# a tenth faster. [measured]
wasm_cargo() {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS
    if has_wasm_target; then
        cargo "$@" --target "$WASM_TARGET"
        return
    fi
    version=$(/usr/bin/rustc --version | cut -d ' ' -f 2)
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 __CARGO_TESTS_ONLY_SRC_ROOT="/usr/src/rustc-$version/library" \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=/usr/bin/wasm-ld-19 \
        cargo "$@" --target "$WASM_TARGET" -Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size
}
