"use strict";
// Makes Vega specifications from charts, and draws them as SVG. Does not touch the page itself.
const charts = (() => {
  const dataflow = need("vega-dataflow");
  Object.assign(dataflow.transforms, need("vega-transforms"), need("vega-view-transforms"),
                need("vega-encode"));
  const {parse} = need("vega-parser");
  const {View} = need("vega-view");
  const {expressionInterpreter} = need("vega-interpreter");
  const {scheme} = need("vega-scale");

  const finite = (value) => typeof value === "number" && Number.isFinite(value);
  const key = (series) => `${series.look} ${series.source} ${series.name}`;
  const at = (list, index) => Array.isArray(list) ? list[index] : list;

  const dots = [2, 3];  // dashes of what is not from runs, wide enough to be seen on black

  // Returns the points of a series as rows for Vega; on a logarithmic axis, only positive ones, with
  // intervals that reach 0 down to the axis.
  const rowsOf = (series, scales) => {
    const isShown = (x, y) => finite(x) && finite(y) && !(scales.logX && x <= 0) &&
                              !(scales.logY && y <= 0);
    const bound = (list, index) => {
      const value = list ? list[index] : null;
      if (!finite(value)) return null;
      return scales.logY && value <= 0 ? Number.MIN_VALUE : value;
    };
    return series.x.map((x, i) => ({
      x, y: series.y[i], n: at(series.n, i), place: i,
      low: bound(series.low, i), high: bound(series.high, i),
      xLow: series.x_low ? series.x_low[i] : null, xHigh: series.x_high ? series.x_high[i] : null,
      front: series.front ? series.front[i] : 0,
      setting: series.settings ? series.settings[i] : series.name,
    })).filter((row) => isShown(row.x, row.y));
  };

  const extent = (values) => {
    const known = values.filter(finite);
    if (known.length === 0) return [0, 1];
    let [least, greatest] = [Infinity, -Infinity];
    for (const value of known) {
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
    if (least < greatest) return [least, greatest];
    const margin = Math.abs(least) * 0.05 || 1;
    return [least - margin, greatest + margin];
  };

  const axisLook = (theme) => ({
    labelColor: theme.ink, titleColor: theme.ink, gridColor: theme.line, domainColor: theme.muted,
    tickColor: theme.muted, labelFontSize: 12, titleFontSize: 12.5, titleFontWeight: 600,
    labelFont: theme.font, titleFont: theme.font, labelOverlap: true, labelLimit: 130,
    titleLimit: 400,
  });

  // Places the title of the y axis above it, where it has room and can be horizontal.
  const aboveAxis = {titleAngle: 0, titleAlign: "left", titleAnchor: "end", titleBaseline: "bottom",
                     titleX: -30, titleY: -6};

  // Gridlines of a logarithmic axis are faint unless labelled.
  const faintBetween = {encode: {grid: {update: {
    opacity: {signal: "datum.label === '' ? 0.3 : 1"}}}}};

  const categoryLabels = (categories) => ({
    labels: {update: {text: {signal: `${categories}[datum.value]`}}},
  });

  // From 10000 on, labels have a suffix: 100k for 100000.
  const tickFormat = (domain, isLog) => {
    const greatest = Math.max(Math.abs(domain[0]), Math.abs(domain[1]));
    if (isLog) return greatest >= 1e4 ? "~s" : "~g";
    return greatest >= 1e4 ? "~s" : undefined;
  };

  const frame = (chart, theme, size) => ({
    width: size.width, height: size.height, padding: 5,
    autosize: {type: "fit", contains: "padding"},
    background: null,
    signals: [{name: "xLabels", value: chart.x.categories},
              {name: "yLabels", value: chart.y.categories}],
    config: {style: {cell: {stroke: null}}},
  });

  const colourOf = (look, theme) => look.colour === "#000000" ? theme.ink : look.colour;

  const symbol = (data, look, theme, size) => ({
    type: "symbol", from: {data},
    encode: {update: {
      x: {scale: "x", field: "x"}, y: {scale: "y", field: "y"}, xoffset: {field: "shift"},
      shape: {value: look.shape}, size: {value: look.shape.startsWith("M") ? size / 3 : size},
      fill: {value: look.is_open ? theme.paper : colourOf(look, theme)},
      stroke: {value: colourOf(look, theme)}, strokeWidth: {value: 1.5},
    }},
  });

  const rule = (data, look, theme, ends) => ({
    type: "rule", from: {data},
    encode: {update: {...ends, xoffset: {field: "shift"}, stroke: {value: colourOf(look, theme)},
                      strokeWidth: {value: 1.5}}},
  });

  // Returns the rows, and between those where averages start anew one that no line leads through.
  const broken = (rows, series) => rows.flatMap((row) => row.place === series.anew && row !== rows[0]
      ? [{...row, y: null, low: null}, row] : [row]);

  const curveMarks = (name, series, look, theme) => {
    const x = {scale: "x", field: "x"};
    const colour = {value: colourOf(look, theme)};
    if (series.source !== "runs") {
      return [{type: "line", from: {data: name}, encode: {update: {
        x, y: {scale: "y", field: "y"}, stroke: colour, strokeWidth: {value: 1.75},
        strokeDash: {value: dots}}}}];
    }
    const marks = [];
    if (series.low) {
      marks.push({type: "area", from: {data: name}, encode: {update: {
        x, y: {scale: "y", field: "low"}, y2: {scale: "y", field: "high"}, fill: colour,
        fillOpacity: {value: 0.16}, defined: {signal: "isValid(datum.low)"}}}});
    }
    marks.push({type: "line", from: {data: name}, encode: {update: {
      x, y: {scale: "y", field: "y"}, stroke: colour, strokeWidth: {value: 2},
      strokeDash: {value: look.dash}, defined: {signal: "isValid(datum.y)"}}}});
    marks.push(symbol(`${name}-marks`, look, theme, 40));
    return marks;
  };

  const pointMarks = (name, series, look, theme, isNumeric) => {
    const x = {scale: "x", field: "x"};
    if (series.source !== "runs") {
      return [{...symbol(name, {...look, shape: "stroke", is_open: false}, theme, 300)}];
    }
    const marks = [];
    if (isNumeric) {
      marks.push({type: "line", from: {data: name}, encode: {update: {
        x, y: {scale: "y", field: "y"}, stroke: {value: colourOf(look, theme)},
        strokeWidth: {value: 1.25}, strokeDash: {value: look.dash}}}});
    }
    if (series.low) {
      marks.push(rule(`${name}-intervals`, look, theme,
                      {x, y: {scale: "y", field: "low"}, y2: {scale: "y", field: "high"}}));
    }
    marks.push(symbol(name, look, theme, 70));
    return marks;
  };

  const tradeoffMarks = (name, series, look, theme) => {
    const marks = [];
    if (series.low) {
      marks.push(rule(`${name}-intervals`, look, theme, {
        x: {scale: "x", field: "x"}, y: {scale: "y", field: "low"},
        y2: {scale: "y", field: "high"}}));
    }
    if (series.x_low) {
      marks.push(rule(`${name}-spans`, look, theme, {
        x: {scale: "x", field: "xLow"}, x2: {scale: "x", field: "xHigh"},
        y: {scale: "y", field: "y"}}));
    }
    marks.push(symbol(name, look, theme, 80));
    return marks;
  };

  // Marks at the upper edge where all runs of a setting diverged.
  const divergedMarks = (name, look, theme) => [{
    type: "symbol", from: {data: name},
    encode: {update: {
      x: {scale: "x", field: "x"}, y: {value: 0}, xoffset: {field: "shift"},
      shape: {value: "M-1,-1L1,1M-1,1L1,-1"}, size: {value: 50},
      stroke: {value: colourOf(look, theme)}, strokeWidth: {value: 2},
    }},
  }];

  // Specifies one panel of curves, points or a trade-off, with the series that are not hidden. All
  // panels have the same ranges.
  const seriesSpec = (chart, panel, view, theme, size) => {
    const isNumeric = chart.x.categories.length === 0;
    const scales = {logX: view.logX && isNumeric, logY: view.logY};
    const isVisible = (series) => !view.hidden.has(key(series));
    const everywhere = chart.panels.flatMap((p) => p.series.filter(isVisible))
        .flatMap((series) => rowsOf(series, scales));
    const lostOf = (series) => (series.diverged ?? []).filter((x) => !scales.logX || x > 0);
    const lost = chart.panels.flatMap((p) => p.series.filter(isVisible)).flatMap(lostOf);
    const xDomain = isNumeric ? extent(everywhere.flatMap((row) => [row.x, row.xLow, row.xHigh])
        .concat(lost).filter((x) => !scales.logX || x > 0))
                              : chart.x.categories.map((_, i) => i);
    const yDomain = extent(everywhere.flatMap((row) => [row.y, row.low, row.high])
        .filter((y) => y !== Number.MIN_VALUE));
    const visible = panel.series.filter(isVisible);
    const data = [], marks = [], picks = [];
    visible.forEach((series, place) => {
      const look = view.looks[series.look];
      const shift = chart.kind === "points" && !isNumeric
          ? 9 * (place - (visible.length - 1) / 2) : 0;
      const rows = rowsOf(series, scales).map((row) => ({...row, shift}));
      const step = Math.max(1, Math.ceil(rows.length / 8));
      const name = `series-${place}`;
      data.push({name, values: broken(rows, series)});
      data.push({name: `${name}-marks`, values: rows.filter((_, i) => i % step === place % step ||
                                                                      i === rows.length - 1)});
      data.push({name: `${name}-intervals`, values: rows.filter((row) => finite(row.low))});
      data.push({name: `${name}-spans`, values: rows.filter((row) => finite(row.xLow) &&
                                                                     finite(row.xHigh))});
      if (chart.kind === "curve") marks.push(...curveMarks(name, series, look, theme));
      if (chart.kind === "points") marks.push(...pointMarks(name, series, look, theme, isNumeric));
      if (chart.kind === "tradeoff") marks.push(...tradeoffMarks(name, series, look, theme));
      const diverged = lostOf(series).map((x) => ({x, shift, setting: series.name}));
      data.push({name: `${name}-diverged`, values: diverged});
      if (diverged.length > 0) marks.push(...divergedMarks(`${name}-diverged`, look, theme));
      for (const row of rows) picks.push({...row, series, track: place});
      for (const row of diverged) picks.push({...row, series, track: place, isDiverged: true});
    });
    if (chart.kind === "tradeoff") {
      const numbers = new Set(picks.map((row) => row.front).filter((number) => number > 0));
      for (const number of numbers) {
        const front = picks.filter((row) => row.front === number).sort((a, b) => a.x - b.x);
        data.push({name: `front-${number}`, values: front.map(({x, y}) => ({x, y}))});
        marks.unshift({type: "line", from: {data: `front-${number}`}, encode: {update: {
          interpolate: {value: chart.largerX ? "step-before" : "step-after"}, x: {scale: "x", field: "x"}, y: {scale: "y", field: "y"}, stroke: {value: theme.muted},
          strokeWidth: {value: 1.5}, strokeDash: {value: [6, 4]}}}});
      }
    }
    const look = axisLook(theme);
    const spec = {
      ...frame(chart, theme, size), data, marks,
      scales: [
        isNumeric ? {name: "x", type: scales.logX ? "log" : "linear", range: "width",
                     domain: xDomain, zero: false, padding: chart.kind === "curve" ? 0 : 14}
                  : {name: "x", type: "point", range: "width", domain: xDomain, padding: 0.5},
        {name: "y", type: scales.logY ? "log" : "linear", range: "height", domain: yDomain,
         zero: false, nice: true, clamp: scales.logY},
      ],
      axes: [
        {...look, orient: "bottom", scale: "x", title: chart.x.title, grid: isNumeric,
         ...(scales.logX ? faintBetween : {}),
         ...(isNumeric ? {tickCount: Math.max(2, Math.floor(size.width / 90)),
                          format: tickFormat(xDomain, scales.logX)}
                       : {encode: categoryLabels("xLabels")})},
        {...look, ...aboveAxis, orient: "left", scale: "y", title: chart.y.title, grid: true,
         tickCount: 6,
         ...(scales.logY ? {format: tickFormat(yDomain, true), ...faintBetween} : {})},
      ],
    };
    return {spec, picks};
  };

  // Returns black or white, whichever has more contrast with a colour ("rgb(r, g, b)" or
  // "#rrggbb").
  const textOn = (colour) => {
    const parts = colour.startsWith("#")
        ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
        : colour.match(/[\d.]+/g).map(Number);
    const linear = parts.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    return luminance > 0.179 ? "#000000" : "#ffffff";
  };

  const heatSpec = (chart, panel, view, theme, size) => {
    const all = chart.panels.flatMap((p) => p.cells.map((cell) => cell[2]));
    const domain = extent(all.filter((value) => finite(value) && !(view.logY && value <= 0)));
    const scale = view.logY ? Math.log : (value) => value;
    const [first, last] = domain.map(scale);
    const share = (value) => (scale(value) - first) / (last - first);
    const columns = chart.x.categories.length, rows = chart.y.categories.length;
    const hasText = size.width / columns > 52 && columns * rows <= 200;
    const values = panel.cells
        .filter((cell) => finite(cell[2]) && !(view.logY && cell[2] <= 0))
        .map(([x, y, value, low, high, n]) => ({
          x, y, value, low, high, n,
          text: hasText ? short(value) : "", ink: textOn(scheme("cividis")(share(value)))}));
    const look = axisLook(theme);
    const spec = {
      ...frame(chart, theme, size),
      data: [{name: "cells", values}],
      scales: [
        {name: "x", type: "band", range: "width", domain: chart.x.categories.map((_, i) => i)},
        {name: "y", type: "band", range: "height", domain: chart.y.categories.map((_, i) => i)},
        {name: "colour", type: view.logY ? "log" : "linear", range: {scheme: "cividis"}, domain,
         zero: false},
      ],
      axes: [
        {...look, orient: "bottom", scale: "x", title: chart.x.title,
         encode: categoryLabels("xLabels")},
        {...look, ...aboveAxis, orient: "left", scale: "y", title: chart.y.title,
         encode: categoryLabels("yLabels")},
      ],
      legends: [{fill: "colour", type: "gradient", title: chart.value.title, orient: "bottom",
                 direction: "horizontal",
                 gradientLength: Math.min(220, size.width / 2), labelColor: theme.ink,
                 titleColor: theme.ink, labelFont: theme.font, titleFont: theme.font,
                 labelFontSize: 12, titleFontSize: 12.5, titleLimit: 300}],
      marks: [
        {type: "rect", from: {data: "cells"}, encode: {update: {
          x: {scale: "x", field: "x"}, width: {scale: "x", band: 1},
          y: {scale: "y", field: "y"}, height: {scale: "y", band: 1},
          fill: {scale: "colour", field: "value"}, stroke: {value: theme.paper}}}},
        {type: "text", from: {data: "cells"}, encode: {update: {
          x: {scale: "x", field: "x", band: 0.5}, y: {scale: "y", field: "y", band: 0.5},
          text: {field: "text"}, fill: {field: "ink"}, align: {value: "center"},
          baseline: {value: "middle"}, font: {value: theme.font}, fontSize: {value: 12}}}},
      ],
    };
    return {spec, picks: values.map((row) => ({...row, track: row.y, place: row.x}))};
  };

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

  // Returns the text about one point.
  const told = (chart, pick) => {
    if (chart.kind === "heat") {
      return `${chart.value.name}: ${estimate(pick.value, pick.low, pick.high)}\n` +
             `${chart.x.name}: ${chart.x.categories[pick.x]}\n` +
             `${chart.y.name}: ${chart.y.categories[pick.y]}\nn = ${pick.n}`;
    }
    const x = chart.x.categories.length > 0 ? chart.x.categories[pick.x] : short(pick.x);
    if (pick.isDiverged) return `${pick.setting}\nall runs diverged\n${chart.x.name}: ${x}`;
    const source = pick.series.source === "runs" ? "" : ` (${pick.series.source})`;
    const value = estimate(pick.y, pick.low, pick.high);
    const lines = [pick.setting, `${chart.y.name}: ${value}${source}`];
    if (chart.x.name !== "") lines.push(`${chart.x.name}: ${x}`);
    if (pick.series.source === "runs" && pick.n > 0) lines.push(`n = ${pick.n}`);
    if (pick.front) lines.push("on the front");
    return lines.filter((line) => line !== "").join("\n");
  };

  const summary = (chart, panel) => {
    const where = panel.title ? `, ${panel.title}` : "";
    if (chart.kind === "heat") {
      return `Heat map of ${chart.value.name} over ${chart.x.name} and ${chart.y.name}${where}: ` +
             `${panel.cells.length} settings`;
    }
    const most = 8;
    const ends = panel.series.filter((series) => series.source === "runs").slice(0, most)
        .map((series) => {
          const last = series.y.length - 1;
          if (last < 0) return `${series.name || "value"} diverged`;
          return `${series.name || "value"} ` +
                 estimate(series.y[last], series.low?.[last], series.high?.[last]);
        });
    const more = panel.series.length > most ? "; and more" : "";
    const kind = {curve: "Curves", points: "Points", tradeoff: "Trade-off"}[chart.kind];
    return `${kind} of ${chart.y.name} over ${chart.x.name}${where}. ` +
           `${chart.kind === "curve" ? "Last values: " : ""}${ends.join("; ")}${more}`;
  };

  // Draws into an element. Resolves to the view and to the points that can be selected, with their
  // positions in the element.
  const draw = async (element, chart, panel, view, theme, size) => {
    const make = chart.kind === "heat" ? heatSpec : seriesSpec;
    const {spec, picks} = make(chart, panel, view, theme, size);
    const drawn = new View(parse(spec, {}, {ast: true}), {
      expr: expressionInterpreter, renderer: "svg", container: element, hover: false,
      logLevel: 1, loader: {load: () => Promise.reject(new Error("no loading")),
                            sanitize: () => Promise.reject(new Error("no loading"))},
    });
    drawn.description(summary(chart, panel));
    await drawn.runAsync();
    const [left, top] = drawn.origin();
    const [x, y] = [drawn.scale("x"), drawn.scale("y")];
    const middle = (scale) => scale.bandwidth ? scale.bandwidth() / 2 : 0;
    for (const pick of picks) {
      pick.left = left + x(pick.x) + middle(x) + (pick.shift ?? 0);
      pick.top = pick.isDiverged ? top : top + y(pick.y) + middle(y);
    }
    return {drawn, picks};
  };

  return {draw, key, told, estimate, short, colourOf, finite, dots};
})();
