// The framing guide: an oval for the face and a line for the shoulders, over the preview.

const SVG = "http://www.w3.org/2000/svg";

/** In a square of 100 units: the face takes half of the height, as the stickers like it. */
const SHAPES = [
  ["ellipse", { cx: 50, cy: 40, rx: 20, ry: 27 }],
  ["path", { d: "M4 104 C6 84 20 78 38 74 M96 104 C94 84 80 78 62 74" }],
];

/**
 * Draw the guide; it says nothing to a screen reader.
 * @returns {SVGElement}
 */
export function guide() {
  const svg = element("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" });
  svg.classList.add("camera-guide");
  SHAPES.forEach(([name, attributes]) => svg.append(element(name, attributes)));
  return svg;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}
