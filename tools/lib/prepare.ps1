# Finds what the build needs on Windows. Sourced by the scripts in tools/.

# SDL2 is built from source with CMake, because Windows has no standard location for libraries.
$WindowFeatures = 'sdl2/bundled'

function Initialize-Build {
    $env:PATH = "$env:PATH;$env:USERPROFILE\.cargo\bin"
    if (-not (Get-Command cargo -ErrorAction SilentlyContinue)) {
        throw 'Rust is missing. Please run: winget install Rustlang.Rustup'
    }
    if (-not (Get-Command cmake -ErrorAction SilentlyContinue)) {
        throw 'CMake is missing. Please run: winget install Kitware.CMake'
    }
}
