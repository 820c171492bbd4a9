#!/usr/bin/env bash
# modules.bash MODULES FILE.svg: draws who links whom, from the list that CMake writes while it
# configures (modules.txt in the build folder): NAME|FOLDER|LINKS|PASSES_ON in each line, modules
# after those that they link. A row is what a module links; a column is who links a module. All
# marks are left of the diagonal, since there is no cycle.
set -euo pipefail
awk -F '|' '
  function text(x, y, style, words) {
    return sprintf("<text x=\"%d\" y=\"%d\"%s>%s</text>\n", x, y, style, words)
  }
  {
    name[NR] = $1
    place[$1] = NR
    house = $2 ~ /^core\/base/ ? "base" : $2 ~ /^core/ ? "host" : "runner"
    if (house != last) first[++houses] = NR
    called[houses] = last = house
    n = split($3, links, ",")
    for (i = 1; i <= n; i++) marks[NR, place[links[i]]] = "links"
    n = split($4, links, ",")
    for (i = 1; i <= n; i++) marks[NR, place[links[i]]] = "passes-on"
  }
  END {
    step = 16; left = 130; top = 100
    side = left + NR * step
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n", side + 45,
           top + NR * step + 10
    print "<title>Modules, and which of them each links</title>"
    print "<style>text { font: 11px sans-serif; fill: #222 } rect { fill: #fff }\n" \
          ".house { fill: #eef2f7 } .name { text-anchor: end } .head { font-weight: bold }\n" \
          "line { stroke: #ccd } circle { stroke: #1f4e79; fill: #fff }\n" \
          ".passes-on { fill: #1f4e79 }</style>"
    printf "<rect width=\"100%%\" height=\"100%%\"/>\n"
    printf "%s", text(10, 20, " class=\"head\"", "row links column")
    print "<circle cx=\"15\" cy=\"35\" r=\"4\"/>"
    printf "%s", text(24, 39, "", "links")
    print "<circle cx=\"15\" cy=\"51\" r=\"4\" class=\"passes-on\"/>"
    printf "%s", text(24, 55, "", "and passes on")
    for (h = 1; h <= houses; h++) {
      from = first[h] - 1
      size = (h < houses ? first[h + 1] - 1 : NR) - from
      printf "<rect class=\"house\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
             left + from * step, top + from * step, size * step, size * step
      printf "%s", text(10, top + from * step + 12, " class=\"head\"", called[h])
    }
    for (i = 1; i <= NR; i++) {
      middle = top + i * step - step / 2
      across = left + i * step - step / 2
      printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", left, middle, across, middle
      printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", across, middle, across,
             top + NR * step
      printf "%s", text(left - 6, middle + 4, " class=\"name\"", name[i])
      printf "%s", text(0, 0, sprintf(" transform=\"translate(%d %d) rotate(-60)\"", across + 4,
                                      middle - 8), name[i])
      for (j = 1; j < i; j++) {
        if (!((i, j) in marks)) continue
        printf "<circle cx=\"%d\" cy=\"%d\" r=\"4\" class=\"%s\"/>\n",
               left + j * step - step / 2, middle, marks[i, j]
      }
    }
    print "</svg>"
  }' "$1" >"$2"
