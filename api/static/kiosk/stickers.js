// Puts a drawing of drawings.js on the page as a sticker: a white die-cut rim round coloured shapes.
// Drawings are decoration; they are hidden from screen readers and never carry a meaning alone.

import { drawings } from "/kiosk/drawings.js";

const SPACE = "http://www.w3.org/2000/svg";
const RIM = 9; // white border in the drawing's units; the drawing is 120 units wide

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Object<string, *>} attributes
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Draw a sticker.
 * @param {string} name key of `drawings`
 * @param {string} [kind] further class
 * @returns {SVGElement}
 */
export function sticker(name, kind = "") {
  const { body, detail } = drawings[name];
  const rim = svg("g", { fill: "#fff", stroke: "#fff", "stroke-width": RIM * 2, "stroke-linejoin": "round" });
  rim.append(...body.map(([tag, attributes]) => svg(tag, { ...shape(attributes) })));
  const art = [...body, ...detail].map(([tag, attributes]) => svg(tag, attributes));
  return svg(
    "svg",
    { viewBox: "0 0 120 120", class: `sticker ${kind}`.trim(), "aria-hidden": "true", focusable: "false" },
    rim,
    ...art,
  );
}

// The outline alone: whatever colours a shape has, its rim is white.
function shape(attributes) {
  const { fill, stroke, "stroke-width": width, ...rest } = attributes;
  return width ? { ...rest, "stroke-width": Number(width) + RIM * 2, "stroke-linecap": "round", fill: fill === "none" ? "none" : "#fff" } : rest;
}
