# Builds front800 and plays, on Windows.
#
# usage: tools\run.ps1 [arguments of front800 play]
$ErrorActionPreference = 'Stop'
. (Join-Path $PSScriptRoot 'lib/prepare.ps1')
Initialize-Build
$manifest = Join-Path $PSScriptRoot '../Cargo.toml'
cargo run --release --features $WindowFeatures --manifest-path $manifest -- play @args
exit $LASTEXITCODE
