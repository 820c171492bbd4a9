// Expressions that measure the legibility of a page when evaluated in it.
#pragma once

namespace skald::test {

// The lowest contrast between a text on the page and its background (WCAG 2.1), and that text.
inline constexpr const char* kLeastContrast = R"js((() => {
  const parse = (colour) => {
    const parts = colour.match(/[\d.]+/g).map(Number);
    return {rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1};
  };
  const luminance = ({rgb}) => {
    const [r, g, b] = rgb.map((part) => part / 255).map(
        (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.alpha > 0) return colour;
    }
    return {rgb: [255, 255, 255]};
  };
  const ratio = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  let least = [99, ""];
  for (const details of document.querySelectorAll("details")) details.open = true;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    if (words.currentNode.textContent.trim() === "" || element.closest("script")) continue;
    if (element.getClientRects().length === 0) continue;
    const isSvg = element.namespaceURI.endsWith("svg");
    if (isSvg && element.closest("[data-cells]")) continue;  // stands on a cell's colour
    const style = getComputedStyle(element);
    const found = ratio(parse(isSvg ? style.fill : style.color), behind(element));
    if (found < least[0]) least = [found, element.outerHTML.slice(0, 120)];
  }
  return least;
})())js";

// Same, for the numbers on the cells of heat maps.
inline constexpr const char* kLeastContrastOnCells = R"js((() => {
  const linear = (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const luminance = (colour) => {
    const probe = document.createElement("i");
    probe.style.color = colour;
    document.body.append(probe);
    const [r, g, b] = getComputedStyle(probe).color.match(/[\d.]+/g).map((c) => linear(c / 255));
    probe.remove();
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let least = 99;
  for (const svg of document.querySelectorAll(".picture svg")) {
    const cells = [...svg.querySelectorAll("path[fill]")];
    for (const text of svg.querySelectorAll("[data-cells] text:not([fill='#444444'])")) {
      const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
      const place = new DOMPoint(x, y);
      const cell = cells.find((path) => path.isPointInFill(place));
      const [a, b] = [text, cell].map((drawn) => luminance(getComputedStyle(drawn).fill));
      least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
    }
  }
  return least;
})())js";

}  // namespace skald::test
