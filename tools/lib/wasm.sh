# Builds the engine of the web page for WebAssembly. To be sourced by tools/web, in the repository's folder.

WASM_TARGET=wasm32-unknown-unknown

# Cargo for that target: the toolchain's own where rustup can add it, else Debian's compiler, which brings the
# source of the standard library instead.
wasm_cargo() {
    if rustc --print target-libdir --target "$WASM_TARGET" 2>/dev/null | xargs ls >/dev/null 2>&1; then
        cargo "$@" --target "$WASM_TARGET"
        return
    fi
    version=$(/usr/bin/rustc --version | cut -d ' ' -f 2)
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 __CARGO_TESTS_ONLY_SRC_ROOT="/usr/src/rustc-$version/library" \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=/usr/bin/wasm-ld-19 \
        cargo "$@" --target "$WASM_TARGET" -Zbuild-std=std,panic_abort
}
