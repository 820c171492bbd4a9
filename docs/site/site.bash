#!/usr/bin/env bash
# site.bash FOLDER: makes a site of the Markdown pages of the repository in FOLDER/html, with
# search. Fails where a link leads nowhere or a page would fetch something from elsewhere. Pages
# keep their places, so that links between them and to sources hold. Needs Sphinx, MyST and Furo.
set -euo pipefail
mkdir -p "$1"
folder=$(realpath "$1")
cd "$(dirname "$0")/../.."
rm -rf "$folder/pages" "$folder/html"
mkdir "$folder/pages"

# Prints the files that the pages link to and that are no pages.
linked_files() {
  local page target
  grep -oHP '(\]\(|(src|href)=")\K[^) "#]+' "$@" | while IFS=: read -r page target; do
    target=$(realpath -sm --relative-to=. "$(dirname "$page")/$target")
    [ -f "$target" ] && [[ $target != *.md ]] && echo "$target"
  done | sort -u
}

mapfile -t pages < <(git ls-files '*.md' ':!tests')
mapfile -t files < <(linked_files "${pages[@]}")
cp --parents -t "$folder/pages" "${pages[@]}" "${files[@]}"
cat docs/site/contents.myst >>"$folder/pages/README.md"
sphinx-build -q -W --keep-going -c docs/site "$folder/pages" "$folder/html"
rm -r "$folder/html/.doctrees"
# Sphinx does not follow pictures and links that are written in HTML.
cp --parents -t "$folder/html" "${files[@]}"

cd "$folder/html"
find . -name README.html -printf '%h\n' | while read -r place; do
  cp "$place/README.html" "$place/index.html"
done
fetches='<(script|img|iframe)[^>]* src="https?:|<link[^>]* href="https?:'
if grep -rlE "$fetches" --include='*.html' .; then
  echo "these pages fetch something from elsewhere" >&2
  exit 1
fi
grep -roP --include='*.html' '<img[^>]* src="\K[^"]+' . | while IFS=: read -r page picture; do
  [ -f "$(dirname "$page")/$picture" ] || { echo "$page: there is no $picture" >&2; exit 1; }
done
echo "$folder/html/index.html: $(find . -name '*.html' ! -name index.html | wc -l) pages"
