"use strict";
// The behaviour of a page: sorts and hides columns, draws charts when they come into view,
// describes points, saves the grid. All text is inserted as text, never as markup. A page that a
// sweep rewrites loads itself again and keeps the reader's choices.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  // Tables.

  const numberOf = (value) => {
    if (value === "Infinity") return Infinity;
    if (value === "-Infinity") return -Infinity;
    return value;
  };

  // Sorts numbers by value, then texts; missing values come last in both directions.
  const compareValues = (a, b, sign) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === typeof b) return sign * (a < b ? -1 : a > b ? 1 : 0);
    return sign * (typeof a === "number" ? -1 : 1);
  };

  const comparison = () => document.getElementById("comparison");
  const headers = () => [...comparison().tHead.rows[0].cells];
  let rows = [];  // of the comparison, in the order of the file

  const sort = (place, order) => {
    const column = headers()[place].dataset.number;
    const valueOf = (row) => column !== undefined
        ? numberOf(data.comparison.rows[row][Number(column)])
        : Number(rows[row].cells[place].textContent);
    const sign = order === "ascending" ? 1 : -1;
    const sorted = rows.map((_, row) => [row, valueOf(row)])
        .sort((a, b) => compareValues(a[1], b[1], sign) || a[0] - b[0]);
    for (const cell of headers()) cell.removeAttribute("aria-sort");
    headers()[place].setAttribute("aria-sort", order);
    comparison().tBodies[0].append(...sorted.map(([row]) => rows[row]));
  };

  const sortOnClick = (event) => {
    const header = event.target.closest("#comparison thead th");
    if (header === null || event.target.closest("button") === null) return;
    const first = header.dataset.first ?? "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const order = header.getAttribute("aria-sort") === first ? other : first;
    sort(header.cellIndex, order);
    const status = document.getElementById("table-status");
    status.textContent = `Sorted by ${header.dataset.name}, ${order}.`;
  };

  const hiddenColumns = new Set();

  const hideColumns = () => {
    const hidden = headers().map((header) => hiddenColumns.has(header.dataset.name));
    for (const row of comparison().rows) {
      hidden.forEach((isHidden, place) => { row.cells[place].hidden = isHidden; });
    }
  };

  const addColumnChoices = () => {
    const choices = document.getElementById("columns");
    const names = headers().map((header) => header.dataset.name);
    choices.parentElement.hidden = false;
    choices.replaceChildren(...names.map((name) => {
      const box = make("input", {type: "checkbox"});
      box.checked = !hiddenColumns.has(name);
      box.addEventListener("change", () => {
        box.checked ? hiddenColumns.delete(name) : hiddenColumns.add(name);
        hideColumns();
      });
      return make("label", {}, box, ` ${name}`);
    }));
  };

  const setUpTable = () => {
    if (comparison() === null) return;
    rows = [...comparison().tBodies[0].rows];
    addColumnChoices();
    if (hiddenColumns.size > 0) hideColumns();
  };

  // Charts.

  const theme = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    return {ink: colour("--ink"), muted: colour("--muted"), line: colour("--line"),
            paper: colour("--paper"), font: getComputedStyle(document.body).fontFamily};
  };

  const swatch = (series) => {
    const look = data.looks[series.look], svg = "http://www.w3.org/2000/svg";
    const picture = document.createElementNS(svg, "svg");
    const part = (name, attributes) => {
      const element = document.createElementNS(svg, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      picture.append(element);
    };
    const colour = look.colour === "#000000" ? "currentColor" : look.colour;
    const isRun = series.source === "runs";
    for (const [key, value] of [["width", 34], ["height", 14], ["aria-hidden", "true"]]) {
      picture.setAttribute(key, value);
    }
    part("line", {x1: 1, x2: 33, y1: 7, y2: 7, stroke: colour, "stroke-width": isRun ? 2 : 1.75,
                  "stroke-dasharray": (isRun ? look.dash : charts.dots).join(" ")});
    if (!isRun) return picture;
    const shapes = {
      "circle": "M0,-4A4,4,0,1,1,0,4A4,4,0,1,1,0,-4Z", "square": "M-3.5,-3.5H3.5V3.5H-3.5Z",
      "triangle-up": "M0,-4.5L4.5,3.5L-4.5,3.5Z", "triangle-down": "M0,4.5L4.5,-3.5L-4.5,-3.5Z",
      "diamond": "M0,-5L4,0L0,5L-4,0Z",
    };
    const isPath = !(look.shape in shapes);
    part("path", {d: isPath ? look.shape : shapes[look.shape], stroke: colour,
                  transform: `translate(17,7)${isPath ? " scale(4.5)" : ""}`,
                  "stroke-width": isPath ? 0.35 : 1.5,
                  fill: look.is_open ? "var(--paper)" : colour});
    return picture;
  };

  // Returns whether some curves end before a tenth of others. On a linear axis they would be dots.
  const endsFarApart = (chart) => {
    if (chart.kind !== "curve") return false;
    const ends = chart.panels.flatMap((panel) => panel.series)
        .filter((series) => series.source === "runs").map((series) => series.x.at(-1))
        .filter((x) => charts.finite(x) && x > 0);
    return ends.length > 1 && Math.max(...ends) > 10 * Math.min(...ends);
  };

  class Figure {
    constructor(element, choices) {
      this.element = element;
      this.choices = choices;
      this.choice = 0;
      // Series that plot draws in grey are shown on demand.
      const faint = choices.flatMap((chart) => chart.panels).flatMap((panel) => panel.series)
          .filter((series) => series.faint).map(charts.key);
      this.view = {logX: choices[0].x.log || endsFarApart(choices[0]), logY: choices[0].y.log,
                   hidden: new Set(faint), looks: data.looks};
      this.views = [];
      this.drawing = Promise.resolve();
      this.isDue = false;
      this.addControls();
      this.addLegend();
    }

    get chart() { return this.choices[this.choice]; }

    // What the reader has chosen, and a figure of a later page that takes it over.
    get chosen() {
      const {logX, logY, hidden} = this.view;
      return {x: this.chart.x.name, logX, logY, hidden: [...hidden]};
    }
    choose({x, logX, logY, hidden}) {
      this.choice = Math.max(0, this.choices.findIndex((chart) => chart.x.name === x));
      Object.assign(this.view, {logX, logY, hidden: new Set(hidden)});
      this.part("controls").replaceChildren();
      this.addControls();
      this.addLegend();
    }

    showNumbers() { this.element.querySelector(".scroll").replaceChildren(this.numbers()); }

    part(name) { return this.element.querySelector(`.${name}`); }

    addControls() {
      const controls = this.part("controls");
      if (this.choices.length > 1) {
        const select = make("select");
        this.choices.forEach((chart, i) => select.append(make("option", {value: i}, chart.x.name)));
        select.value = this.choice;
        select.addEventListener("change", () => {
          this.choice = Number(select.value);
          this.addLegend();
          this.redraw();
        });
        const what = this.chart.kind === "tradeoff" ? "cost " : "x axis ";
        controls.append(make("label", {}, what, select));
      }
      const isNumeric = this.chart.x.categories.length === 0;
      const isHeat = this.chart.kind === "heat";
      const switches = isHeat ? [["logY", "logarithmic colours"]] : [["logY", "log y"]];
      if (isNumeric && !isHeat) switches.unshift(["logX", "log x"]);
      for (const [name, label] of switches) {
        const box = make("input", {type: "checkbox"});
        box.checked = this.view[name];
        box.addEventListener("change", () => {
          this.view[name] = box.checked;
          this.redraw();
        });
        controls.append(make("label", {}, box, ` ${label}`));
      }
    }

    legendSeries() {
      const seen = new Map();
      for (const panel of this.chart.panels) {
        for (const series of panel.series) seen.set(charts.key(series), series);
      }
      return seen;
    }

    addLegend() {
      const legend = this.part("legend");
      legend.replaceChildren();
      const seen = this.legendSeries();
      if (seen.size < 2) return;
      const buttons = [];
      const show = (button, key, isShown) => {
        button.setAttribute("aria-pressed", isShown);
        isShown ? this.view.hidden.delete(key) : this.view.hidden.add(key);
      };
      for (const [key, series] of seen) {
        const button = make("button", {type: "button",
                                       "aria-pressed": !this.view.hidden.has(key)},
                            swatch(series), make("span", {}, series.name || "all"));
        button.addEventListener("click", () => {
          show(button, key, this.view.hidden.has(key));
          this.redraw();
        });
        buttons.push([button, key]);
        legend.append(button);
      }
      if (seen.size < 4) return;
      for (const [label, isShown] of [["Show all", true], ["Hide all", false]]) {
        const button = make("button", {type: "button"}, label);
        button.addEventListener("click", () => {
          for (const [other, key] of buttons) show(other, key, isShown);
          this.redraw();
        });
        legend.append(button);
      }
    }

    redraw() {
      this.isDue = true;
      this.drawing = this.drawing.then(() => this.draw());
      return this.drawing;
    }

    async draw() {
      if (!this.isDue) return;
      this.isDue = false;
      const former = this.views;
      this.views = [];
      const notes = this.chart.notes.map((note) => make("li", {}, note));
      const thinned = Math.max(0, ...this.chart.panels.flatMap((panel) =>
        panel.series.map((series) => series.recorded - series.x.length)));
      if (thinned > 0) {
        const end = this.chart.kind === "tradeoff" ? ", and all of the front." : ".";
        notes.push(make("li", {}, "Of many points of a series some are drawn: in each stretch " +
                                  "the least and the greatest value, the first and the last " +
                                  `point${end}`));
      }
      const isBelow = (x) => charts.finite(x) && x <= 0;
      const hasX = this.view.logX && this.chart.x.categories.length === 0;
      const lost = this.chart.panels.flatMap((panel) => panel.series).some((series) =>
        (hasX && series.x.some(isBelow)) || (this.view.logY && series.y.some(isBelow)));
      if (lost) {
        notes.push(make("li", {}, "What is not above zero has no place on a logarithmic axis."));
      }
      this.part("notes").replaceChildren(...notes);
      const panels = this.chart.panels.map((panel) => {
        const element = make("div", {class: "panel"});
        if (panel.title) element.append(make("h4", {}, panel.title));
        const stage = make("div", {class: "stage", tabindex: "0"});
        element.append(stage);
        return {element, stage, panel};
      });
      // The former drawing stays visible until the new one replaces it.
      const place = this.part("panels"), all = panels.map(({element}) => element);
      const isAgain = former.length > 0 && place.children.length === all.length;
      if (!isAgain) place.replaceChildren(...all);
      const widths = [...place.children].map((element) => element.clientWidth);
      const look = theme();
      for (const [i, {stage, panel}] of panels.entries()) {
        const size = {width: Math.max(220, widths[i] - 2), height: this.height()};
        const {drawn, picks} = await charts.draw(stage, this.chart, panel, this.view, look, size);
        this.views.push(drawn);
        stage.setAttribute("role", "img");
        panels[i].show = this.point(panels[i].element, stage, picks);
      }
      for (const view of former) view.finalize();
      if (isAgain) this.takePlace(place, panels);
      this.element.dataset.drawn = "yes";
    }

    // Replaces the panels; keeps the focus and the selected point.
    takePlace(place, panels) {
      const current = this.current;
      const focus = [...place.children].findIndex((old) => old.contains(document.activeElement));
      place.replaceChildren(...panels.map(({element}) => element));
      if (focus < 0) return;
      panels[focus].stage.focus({preventScroll: true});
      if (current !== undefined) panels[focus].show(current);
    }

    height() {
      const rows = this.chart.kind === "heat" ? this.chart.y.categories.length : 0;
      return Math.max(270, Math.min(640, 110 + 26 * rows));
    }

    // Describes the point under the pointer, or the one selected by the arrow keys.
    point(element, stage, picks) {
      const tip = make("div", {class: "tip"}), dot = make("div", {class: "dot"});
      const spoken = this.part("spoken");
      tip.hidden = dot.hidden = true;
      element.append(dot, tip);
      let current = -1;
      const show = (place) => {
        place = Math.min(place, picks.length - 1);
        this.current = current = place;
        tip.hidden = dot.hidden = place < 0;
        if (place < 0) return;
        const pick = picks[place];
        tip.textContent = charts.told(this.chart, pick);
        const left = stage.offsetLeft + pick.left, top = stage.offsetTop + pick.top;
        dot.style.left = `${left}px`;
        dot.style.top = `${top}px`;
        const room = element.clientWidth - tip.offsetWidth;
        tip.style.left = `${Math.max(0, Math.min(room, left + 12))}px`;
        tip.style.top = `${top > tip.offsetHeight + 16 ? top - tip.offsetHeight - 12 : top + 14}px`;
      };
      stage.addEventListener("pointermove", (event) => {
        const box = stage.getBoundingClientRect();
        const [x, y] = [event.clientX - box.left, event.clientY - box.top];
        let [nearest, least] = [-1, this.chart.kind === "heat" ? Infinity : 60 ** 2];
        picks.forEach((pick, place) => {
          const distance = (pick.left - x) ** 2 + (pick.top - y) ** 2;
          if (distance < least) [nearest, least] = [place, distance];
        });
        show(nearest);
      });
      stage.addEventListener("pointerleave", () => show(-1));
      stage.addEventListener("blur", () => show(-1));
      stage.addEventListener("keydown", (event) => {
        const next = this.next(picks, current, event.key);
        if (next === undefined) return;
        event.preventDefault();
        show(next);
        spoken.textContent = tip.textContent;
      });
      return show;
    }

    // Moves left and right along a series, up and down to another one.
    next(picks, current, key) {
      if (picks.length === 0) return undefined;
      if (key === "Escape") return -1;
      if (key === "ArrowRight" || key === "ArrowLeft") {
        const next = current < 0 ? 0 : current + (key === "ArrowRight" ? 1 : -1);
        return Math.max(0, Math.min(picks.length - 1, next));
      }
      if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
      if (current < 0) return 0;
      const here = picks[current];
      const tracks = [...new Set(picks.map((pick) => pick.track))];
      const place = tracks.indexOf(here.track) + (key === "ArrowUp" ? 1 : -1);
      const track = tracks[(place + tracks.length) % tracks.length];
      let [nearest, least] = [current, Infinity];
      picks.forEach((pick, i) => {
        const distance = Math.abs(pick.left - here.left);
        if (pick.track === track && distance < least) [nearest, least] = [i, distance];
      });
      return nearest;
    }

    // Shows the last values of the chart as a table.
    numbers() {
      const chart = this.chart, isHeat = chart.kind === "heat";
      const heads = isHeat ? [chart.y.name, chart.x.name, chart.value.name, "n"]
                           : ["setting", chart.x.name || "x", chart.y.name, "n"];
      const rows = [];
      for (const panel of chart.panels) {
        for (const cell of panel.cells) {
          rows.push([chart.y.categories[cell[1]], chart.x.categories[cell[0]],
                     charts.estimate(cell[2], cell[3], cell[4]), cell[5]]);
        }
        for (const series of panel.series) {
          const last = series.x.length - 1;
          series.x.forEach((x, i) => {
            if (chart.kind === "curve" && i !== last) return;
            const name = [panel.title, series.settings ? series.settings[i] : series.name];
            rows.push([name.filter((text) => text !== "").join(", ") || "all",
                       chart.x.categories[x] ?? charts.short(x),
                       charts.estimate(series.y[i], series.low?.[i], series.high?.[i]),
                       Array.isArray(series.n) ? series.n[i] : series.n]);
          });
        }
      }
      const row = (cells, name) =>
        make("tr", {}, ...cells.map((text) => make(name, {}, String(text))));
      const head = row(heads, "th");
      for (const cell of head.cells) cell.setAttribute("scope", "col");
      const what = chart.kind === "curve" ? "Where the curves end" : "What is drawn";
      return make("table", {}, make("caption", {}, what), make("thead", {}, head),
                  make("tbody", {}, ...rows.map((cells) => row(cells, "td"))));
    }
  }

  const figures = [...document.querySelectorAll("figure[data-figure]")].map((element) => {
    const figure = new Figure(element, data.figures[Number(element.dataset.figure)]);
    const details = element.querySelector("details");
    details.addEventListener("toggle", () => { if (details.open) figure.showNumbers(); });
    return figure;
  });

  const drawnOnce = (figure) => figure.element.dataset.drawn || figure.isDue;
  const drawAll = () => Promise.all(figures.filter((f) => !drawnOnce(f)).map((f) => f.redraw()));

  const setUpFigures = () => {
    // If there are few curves, all are drawn at once, so that the page can be searched and printed.
    const curves = figures.reduce((count, figure) => count + figure.chart.panels.reduce(
        (sum, panel) => sum + panel.series.length, 0), 0);
    if (curves <= 400) drawAll();
    const redrawDrawn = () => figures.filter(drawnOnce).forEach((figure) => figure.redraw());
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        observer.unobserve(entry.target);
        const figure = figures.find((other) => other.element === entry.target);
        if (!drawnOnce(figure)) figure.redraw();
      }
    }, {rootMargin: "800px"});
    for (const figure of figures) observer.observe(figure.element);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawDrawn);
    addEventListener("beforeprint", drawAll);
    let width = document.body.clientWidth, timer = 0;
    addEventListener("resize", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (document.body.clientWidth === width) return;
        width = document.body.clientWidth;
        redrawDrawn();
      }, 150);
    });
  };

  const save = () => {
    const address = URL.createObjectURL(new Blob([data.document], {type: "application/json"}));
    make("a", {href: address, download: "grid.json"}).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  const showSave = () => {
    const button = document.getElementById("save-grid");
    if (button !== null) button.hidden = false;
  };

  // The reader's choices, kept from one load of the page to the next.

  const place = `skald ${location.pathname}`;
  const folds = () => [...document.querySelectorAll("details")];
  const nameOf = (fold) => (fold.closest("[data-key]")?.dataset.key ?? "") +
      fold.querySelector("summary").textContent;

  const keepChoices = () => {
    const header = comparison() && headers().find((cell) => cell.hasAttribute("aria-sort"));
    const order = header && {name: header.dataset.name, order: header.getAttribute("aria-sort")};
    sessionStorage.setItem(place, JSON.stringify({
      order, columns: [...hiddenColumns], scroll: [scrollX, scrollY],
      folds: folds().filter((fold) => fold.open).map(nameOf),
      figures: figures.map((figure) => [figure.element.dataset.key, figure.chosen])}));
  };

  const takeChoices = () => {
    const kept = sessionStorage.getItem(place);
    if (kept === null) return;
    sessionStorage.removeItem(place);
    const {order, columns, scroll, folds: open, figures: chosen} = JSON.parse(kept);
    for (const name of columns) hiddenColumns.add(name);
    setUpTable();
    const column = order && comparison() !== null
        ? headers().findIndex((header) => header.dataset.name === order.name) : -1;
    if (column >= 0) sort(column, order.order);
    for (const fold of folds()) fold.open = open.includes(nameOf(fold));
    const known = new Map(chosen);
    for (const figure of figures) {
      const choice = known.get(figure.element.dataset.key);
      if (choice !== undefined) figure.choose(choice);
    }
    drawAll().then(() => scrollTo(...scroll));
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("#save-grid") !== null) save();
    sortOnClick(event);
  });
  showSave();
  setUpTable();
  takeChoices();
  setUpFigures();
  const renewal = document.querySelector("meta[name=renewal]");
  if (renewal !== null) {
    addEventListener("pagehide", keepChoices);
    setInterval(() => { if (!document.hidden) location.reload(); }, 1000 * Number(renewal.content));
  }
})();
