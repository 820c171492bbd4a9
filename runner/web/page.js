"use strict";
// The behaviour of a page: sorts and hides columns, shows the chosen pictures and reads values in
// them, saves the grid. All text is inserted as text, never as markup. A page that a
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

  // The picture of one choice of a figure, with what is read in it.
  class View {
    constructor(element, chart, spoken) {
      this.element = element;
      this.chart = chart;
      this.picture = element.querySelector(".picture");
      if (this.picture === null) return;
      this.svg = this.picture.querySelector("svg");
      this.marks = charts.marksOf(chart, this.svg);
      this.readable = this.marks;
      this.current = null;
      this.tip = make("div", {class: "tip"});
      this.dot = make("div", {class: "dot"});
      this.tip.hidden = this.dot.hidden = true;
      element.append(this.dot, this.tip);
      this.picture.setAttribute("aria-label", charts.summary(chart));
      this.picture.addEventListener("pointermove", (event) => this.show(this.nearest(event)));
      for (const end of ["pointerleave", "blur"]) {
        this.picture.addEventListener(end, () => this.show(null));
      }
      this.picture.addEventListener("keydown", (event) => {
        if (event.target !== this.picture) return;
        const mark = charts.next(this.readable, this.current, event.key);
        if (mark === undefined) return;
        event.preventDefault();
        this.show(mark);
        spoken.textContent = this.tip.textContent;
      });
    }

    parts(selector) { return this.svg ? [...this.svg.querySelectorAll(selector)] : []; }

    // Shows the parts of entries that are not hidden.
    update(hidden) {
      for (const part of this.parts("[data-series], [data-entry]")) {
        const {series, entry} = part.dataset;
        const isHidden = hidden.has(this.chart.entries[series ?? entry]);
        part.classList.toggle("off", isHidden);
        if (entry !== undefined) part.setAttribute("aria-pressed", !isHidden);
      }
      if (this.svg) this.readable = this.marks.filter((mark) => !hidden.has(mark.entry));
    }

    // The pixels of a unit of the picture, and where it begins in the element.
    frame() {
      const box = this.svg.getBoundingClientRect(), outer = this.element.getBoundingClientRect();
      return {scale: box.width / this.svg.viewBox.baseVal.width, box,
              left: box.left - outer.left, top: box.top - outer.top};
    }

    nearest(event) {
      const {scale, box} = this.frame();
      const x = (event.clientX - box.left) / scale, y = (event.clientY - box.top) / scale;
      let [nearest, least] = [null, 40 ** 2];
      for (const mark of this.readable) {
        const distance = (mark.x - x) ** 2 + (mark.y - y) ** 2;
        if (distance < least) [nearest, least] = [mark, distance];
      }
      return nearest;
    }

    show(mark) {
      this.current = mark;
      this.tip.hidden = this.dot.hidden = mark === null;
      if (mark === null) return;
      this.tip.textContent = mark.text;
      const {scale, left, top} = this.frame();
      const x = left + scale * mark.x, y = top + scale * mark.y;
      this.dot.style.left = `${x}px`;
      this.dot.style.top = `${y}px`;
      const room = this.element.clientWidth - this.tip.offsetWidth, height = this.tip.offsetHeight;
      this.tip.style.left = `${Math.max(0, Math.min(room, x + 12))}px`;
      this.tip.style.top = `${y > height + 16 ? y - height - 12 : y + 14}px`;
    }
  }

  class Figure {
    constructor(element, choices) {
      this.element = element;
      this.choices = choices;
      this.choice = 0;
      this.isLog = false;
      this.hidden = new Set();
      const spoken = element.querySelector(".spoken");
      this.views = [...element.querySelectorAll(".choice")]
          .map((view) => new View(view, choices[view.dataset.choice], spoken));
      for (const view of this.views) this.addEntries(view);
      this.addControls();
    }

    get chart() { return this.choices[this.choice]; }

    // What the reader has chosen, and a figure of a later page that takes it over.
    get chosen() { return {x: this.chart.x.name, isLog: this.isLog, hidden: [...this.hidden]}; }
    choose({x, isLog, hidden}) {
      this.choice = Math.max(0, this.choices.findIndex((chart) => chart.x.name === x));
      this.isLog = isLog;
      this.hidden = new Set(hidden);
      this.update();
    }

    // Shows the chosen picture, linear where there is no logarithmic one.
    update() {
      const select = this.element.querySelector("select");
      if (select !== null) select.value = this.choice;
      const box = this.element.querySelector("input");
      if (box !== null) box.checked = this.isLog;
      const [linear, log] = this.views.filter((view) => view.chart === this.chart);
      for (const view of this.views) {
        view.element.hidden = view !== (this.isLog && log ? log : linear);
        view.update(this.hidden);
      }
      if (this.element.querySelector("details").open) this.showNumbers();
    }

    showNumbers() { this.element.querySelector(".scroll").replaceChildren(this.numbers()); }

    // Makes buttons of the entries in a picture.
    addEntries(view) {
      const toggle = ({dataset: {entry}}) => {
        const name = view.chart.entries[entry];
        if (!this.hidden.delete(name)) this.hidden.add(name);
        this.update();
      };
      for (const entry of view.parts("[data-entry]")) {
        for (const [name, value] of [["role", "button"], ["tabindex", 0], ["aria-pressed", true]]) {
          entry.setAttribute(name, value);
        }
        entry.addEventListener("click", () => toggle(entry));
        entry.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          toggle(entry);
        });
      }
    }

    addControls() {
      const controls = this.element.querySelector(".controls");
      if (this.choices.length > 1) {
        const select = make("select");
        this.choices.forEach((chart, i) => select.append(make("option", {value: i}, chart.x.name)));
        select.addEventListener("change", () => {
          this.choice = Number(select.value);
          this.update();
        });
        const what = this.chart.kind === "tradeoff" ? "cost " : "x axis ";
        controls.append(make("label", {}, what, select));
      }
      if (this.views.some((view) => view.element.dataset.log !== undefined)) {
        const box = make("input", {type: "checkbox"});
        box.addEventListener("change", () => {
          this.isLog = box.checked;
          this.update();
        });
        controls.append(make("label", {}, box, " log y"));
      }
      const names = [...new Set(this.choices.flatMap((chart) => chart.entries))];
      if (names.length < 4) return;
      for (const [label, hidden] of [["Show all", []], ["Hide all", names]]) {
        const button = make("button", {type: "button"}, label);
        button.addEventListener("click", () => {
          this.hidden = new Set(hidden);
          this.update();
        });
        controls.append(button);
      }
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
    scrollTo(...scroll);
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("#save-grid") !== null) save();
    sortOnClick(event);
  });
  showSave();
  setUpTable();
  takeChoices();
  const renewal = document.querySelector("meta[name=renewal]");
  if (renewal !== null) {
    addEventListener("pagehide", keepChoices);
    setInterval(() => { if (!document.hidden) location.reload(); }, 1000 * Number(renewal.content));
  }
})();
