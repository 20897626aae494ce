# Checks everything, on Windows: format, lints, tests, documentation, and the build without the window.
#
# usage: tools\test.ps1 [arguments of cargo test]
$ErrorActionPreference = 'Stop'
. (Join-Path $PSScriptRoot 'lib/prepare.ps1')
Initialize-Build
Set-Location (Join-Path $PSScriptRoot '..')

function Invoke-Step {
    param([string[]]$Arguments)
    & cargo @Arguments
    if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
}

Invoke-Step @('fmt', '--check')
Invoke-Step @('clippy', '--all-targets', '--features', $WindowFeatures, '--', '-D', 'warnings')
Invoke-Step (@('test', '--features', $WindowFeatures) + $args)
$env:RUSTDOCFLAGS = '-D warnings'
Invoke-Step @('doc', '--no-deps', '--quiet', '--features', $WindowFeatures)
Invoke-Step @('build', '--no-default-features')
Invoke-Step @('build', '--no-default-features', '--features', 'cli')
Write-Output 'tools/test.ps1: all is well'
