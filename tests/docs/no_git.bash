#!/usr/bin/env bash
# no_git.bash SOURCES: ./dev can tell a build folder's settings where there is no git, as on a
# machine that has the sources from an archive: otherwise its first command ends without a word.
set -euo pipefail
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
packages=() wider_packages=() python_plugin_packages=() torch_packages=()
missing() { :; }
git() { return 127; }
source <(sed -n '/^settings() {/,/^}/p' "$1/dev")
settings 2>/dev/null | grep -qF "$PWD"
