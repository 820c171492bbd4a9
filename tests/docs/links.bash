#!/usr/bin/env bash
# links.bash FOLDER: follows every relative link and anchor of the Markdown files below FOLDER, and
# fails where one leads nowhere.
set -euo pipefail
cd "$1"

# Prints "anchor FILE#NAME" for every heading, named as GitHub names it, and "link FILE LINE TARGET"
# for every link and picture outside of code.
read_pages() {
  awk '
    FNR == 1 { fenced = 0 }
    /^ *```/ { fenced = !fenced; next }
    fenced || /^    / { next }
    /^#+ / {
      name = tolower($0)
      sub(/^#+ +/, "", name)
      gsub(/\]\([^)]*\)/, "", name)
      gsub(/[^a-z0-9_ \200-\377-]/, "", name)
      gsub(/ /, "-", name)
      times = seen[FILENAME, name]++
      print "anchor " FILENAME "#" name (times ? "-" times : "")
    }
    {
      gsub(/`[^`]*`/, "")
      while (match($0, /\]\([^) ]+\)|(src|href)="[^"]+"/)) {
        target = substr($0, RSTART, RLENGTH)
        gsub(/^\]\(|\)$|^(src|href)="|"$/, "", target)
        print "link " FILENAME " " FNR " " target
        $0 = substr($0, RSTART + RLENGTH)
      }
    }' "$@"
}

mapfile -d '' pages < <(find . -path './build*' -prune -o -path ./.git -prune -o \
  -name '*.md' -type f -print0 | sort -z)
[ ${#pages[@]} -gt 0 ] || { echo "there is no Markdown file below $1" >&2; exit 1; }

declare -A anchors
links=0
broken=0
while read -r what file line target; do
  if [ "$what" = anchor ]; then
    anchors[$file]=yes
    continue
  fi
  case "$target" in http://* | https://* | mailto:*) continue ;; esac
  links=$((links + 1))
  path=${target%%#*}
  if [ -n "$path" ]; then
    path=$(realpath -sm --relative-to=. "$(dirname "$file")/$path")
  else
    path=${file#./}
  fi
  if [ ! -e "$path" ]; then
    echo "$file:$line: there is no $path" >&2
    broken=1
  elif [[ $target == *#* ]] && [ -z "${anchors[./$path#${target#*#}]:-}" ]; then
    echo "$file:$line: $path has no heading #${target#*#}" >&2
    broken=1
  fi
done < <(read_pages "${pages[@]}" | sort -s -k1,1)
[ "$broken" -eq 0 ] || exit 1
echo "$links links of ${#pages[@]} pages lead somewhere"
