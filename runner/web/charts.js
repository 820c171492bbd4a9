"use strict";
// What a reader can do with the picture of a chart: hide series by the legend, read values. The
// picture says where its marks are, the data what they are.
const charts = (() => {
  const finite = (value) => typeof value === "number" && Number.isFinite(value);
  const at = (list, index) => Array.isArray(list) ? list[index] : list;

  // Numbers in short form. An estimate has as many digits as two digits of its half width need.
  const short = (value) => {
    if (!finite(value)) return "-";
    const size = Math.abs(value);
    return size !== 0 && (size >= 1e5 || size < 1e-3) ? value.toExponential(2)
                                                     : String(Number(value.toPrecision(4)));
  };
  const estimate = (y, low, high) => {
    if (!finite(low) || !finite(high)) return short(y);
    const width = (high - low) / 2;
    if (!(width > 0)) return short(y);
    const size = Math.max(Math.abs(y), width);
    const digits = Math.floor(Math.log10(width)) - 1;
    if (size >= 1e5 || size < 1e-3 || digits > 0) {
      return `${y.toExponential(3)} ± ${width.toExponential(1)}`;
    }
    const decimals = Math.min(12, -digits);
    return `${y.toFixed(decimals)} ± ${width.toFixed(decimals)}`;
  };

  // Returns the text about point `i` of a series, or about a cell.
  const toldOfCell = (chart, [x, y, value, low, high, n]) =>
    `${chart.value.name}: ${estimate(value, low, high)}\n` +
    `${chart.x.name}: ${chart.x.categories[x]}\n${chart.y.name}: ${chart.y.categories[y]}\nn = ${n}`;
  const toldOfPoint = (chart, series, i) => {
    const where = (x, low, high) => chart.x.name === "" ? []
        : [`${chart.x.name}: ${chart.x.categories[x] ?? estimate(x, low, high)}`];
    const lost = i - series.x.length;
    if (lost >= 0) {
      return [series.name, "all runs diverged", ...where(series.diverged[lost])].join("\n");
    }
    const source = series.source === "runs" ? "" : ` (${series.source})`;
    const value = estimate(series.y[i], series.low?.[i], series.high?.[i]);
    const n = at(series.n, i);
    const lines = [series.settings?.[i] ?? series.name, `${chart.y.name}: ${value}${source}`,
                   ...where(series.x[i], series.x_low?.[i], series.x_high?.[i])];
    if (series.source === "runs" && n > 0) lines.push(`n = ${n}`);
    if (series.front?.[i] > 0) lines.push("on the front");
    return lines.filter((line) => line !== "").join("\n");
  };

  // Returns the places of a group; of a point that the axes do not show, an empty one.
  const placesOf = (group) => {
    let [x, y] = [0, 0];
    return group.dataset.at.split(" ").map((step) => {
      if (step === "-") return [];
      const [dx, dy] = step.split(",").map(Number);
      return [x += dx, y += dy];
    });
  };

  // Returns what can be read in a picture: the places of its marks, in its own units, and the text
  // about each. A track is what the arrow keys left and right follow.
  const marksOf = (chart, svg) => [...svg.querySelectorAll("[data-of]")].flatMap((group) => {
    const [p, s] = group.dataset.of.split(" ").map(Number);
    const panel = chart.panels[p], series = panel.series[s];
    return placesOf(group).flatMap(([x, y], i) => {
      if (x === undefined) return [];
      if (series !== undefined) {
        return [{x, y, track: `${p} ${s}`, entry: chart.entries[series.entry], get text() {
          return [panel.title, toldOfPoint(chart, series, i)].filter((t) => t !== "").join("\n");
        }}];
      }
      const columns = chart.x.categories.length, row = Math.floor(i / columns);
      const cell = panel.cells.find(([cx, cy]) => cx === i % columns && cy === row);
      if (cell === undefined || !finite(cell[2])) return [];
      return [{x, y, track: `${p} ${row}`, text: toldOfCell(chart, cell)}];
    });
  });

  // Returns the mark that a key leads to: left and right along a track, up and down to another one.
  const next = (marks, current, key) => {
    if (key === "Escape") return null;
    if (!key.startsWith("Arrow") || marks.length === 0) return undefined;
    const place = marks.indexOf(current);
    if (place < 0) return marks[0];
    if (key === "ArrowRight") return marks[Math.min(place + 1, marks.length - 1)];
    if (key === "ArrowLeft") return marks[Math.max(place - 1, 0)];
    const tracks = [...new Set(marks.map((mark) => mark.track))];
    const step = tracks.indexOf(current.track) + (key === "ArrowUp" ? 1 : -1);
    const track = tracks[(step + tracks.length) % tracks.length];
    const distance = (mark) => Math.abs(mark.x - current.x);
    return marks.filter((mark) => mark.track === track)
        .reduce((best, mark) => distance(mark) < distance(best) ? mark : best);
  };

  const summary = (chart) => {
    const title = (panel) => panel.title ? `${panel.title}: ` : "";
    if (chart.kind === "heat") {
      return `Heat map of ${chart.value.name} over ${chart.x.name} and ${chart.y.name}, ` +
             `${chart.panels.reduce((sum, panel) => sum + panel.cells.length, 0)} settings`;
    }
    const most = 8;
    const ends = chart.panels.flatMap((panel) => panel.series
        .filter((series) => series.source === "runs").map((series) => {
          const last = series.y.length - 1;
          const value = last < 0 ? "diverged"
              : estimate(series.y[last], series.low?.[last], series.high?.[last]);
          return `${title(panel)}${series.name || "value"} ${value}`;
        }));
    const kind = {curve: "Curves", points: "Points", tradeoff: "Trade-off"}[chart.kind];
    return `${kind} of ${chart.y.name} over ${chart.x.name}. ` +
           `${chart.kind === "curve" ? "Last values: " : ""}${ends.slice(0, most).join("; ")}` +
           `${ends.length > most ? "; and more" : ""}`;
  };

  return {short, estimate, placesOf, marksOf, next, summary};
})();
