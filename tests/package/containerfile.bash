#!/usr/bin/env bash
# containerfile.bash WORK: carries out the steps of Containerfile where no container can be had,
# each stage in a root of its own, WORK/STAGE (WORK/image for the last), which begins as a copy of
# the bare root WORK/bare in place of an image of Debian. Then uses the image as its users would. A
# stage that is there from an earlier call goes on from there; the last one is made anew.
set -euo pipefail
mkdir -p "$1"
work=$(realpath "$1")
cd "$(dirname "$0")/../.."
# shellcheck source=setup/bare_root.bash
source setup/bare_root.bash

stage= folder=/ entry=
fail() { echo "Containerfile: $*" >&2; exit 1; }

in_stage() { in_bare_root "$work/$stage" "$@" </dev/null; }

# from IMAGE [AS STAGE]
from() {
  [[ $1 == 'debian:${RELEASE}-slim' ]] || fail "there is no root like $1"
  stage=${3:-image} folder=/
  [ "$stage" != image ] || rm -rf "$work/image"
  [ -d "$work/$stage" ] || cp -a "$work/bare" "$work/$stage"
}

# copy_sources TARGET: as they are now, committed or not. What is another than before gets a new
# time, so that what was built of it is older, even if it changed while that was being built.
copy_sources() {
  local old=$work/$stage$1 new=$work/$stage$1.new
  rm -rf "$new"
  mkdir -p "$old" "$new"
  { git ls-files -co --exclude-standard -z; printf '.git\0'; } |
    tar -c --ignore-failed-read --null -T - | tar -x --no-same-owner -C "$new"
  { diff -rq --exclude=.git --exclude=build "$old" "$new" || true; } |
    sed -n 's/^Files .* and \(.*\) differ$/\1/p' | xargs -r -d '\n' touch
  find "$old" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  find "$new" -mindepth 1 -maxdepth 1 -exec mv -t "$old" {} +
  rmdir "$new"
}

# copy . TARGET, or copy --from=STAGE PATTERN FOLDER/
copy() {
  if [[ $1 == --from=* ]]; then
    mkdir -p "$work/$stage$3"
    # shellcheck disable=SC2086
    cp -a "$work/${1#--from=}"$2 "$work/$stage$3"
  elif [[ $1 == . ]]; then
    copy_sources "$2"
  else
    fail "COPY $* is not known here"
  fi
}

# step INSTRUCTION ARGUMENTS
step() {
  local words
  read -ra words <<<"$2"
  case $1 in
    ARG) [[ $2 == RELEASE=* ]] || fail "ARG $2 is not known here" ;;
    FROM) from "${words[@]}" ;;
    COPY) copy "${words[@]}" ;;
    WORKDIR) folder=$2; mkdir -p "$work/$stage$folder" ;;
    RUN) in_stage sh -c "cd $folder && $2" || fail "this step fails: RUN $2" ;;
    ENTRYPOINT) entry=$(sed -n 's/^\["\([a-z]*\)"\]$/\1/p' <<<"$2") ;;
    *) fail "$1 is not known here" ;;
  esac
}

# Lines that are continued are joined.
steps() { grep -v '^#' Containerfile | sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}'; }

while read -r instruction arguments <&3; do
  [ -z "$instruction" ] || step "$instruction" "$arguments"
done 3< <(steps)

# use ARGUMENT...: as podman run -v WORK:/work would.
use() { in_stage sh -c 'cd "$0" && exec "$@"' "$folder" "$entry" "$@" || fail "skald $* fails"; }
use doctor
use new grid -o grid.json
use run grid.json
use compare grid.db
