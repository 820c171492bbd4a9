# The release whose packages apt serves here: bookworm, trixie, noble, ... or nothing.
# shellcheck shell=bash disable=SC2034
release=$( (. /etc/os-release && echo "${VERSION_CODENAME:-}") 2>/dev/null || true)
