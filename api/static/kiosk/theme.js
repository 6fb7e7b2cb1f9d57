// Puts the look of the event on the page: CSS variables, the logo, the background.
// The server has checked every value; what is missing keeps the value of tokens.css.

const COLOURS = ["paper", "paper2", "ink", "soft", "accent", "accent_ink", "second", "second_ink", "card"];

/**
 * @param {{colors?: Object<string, string>, background?: string|null}} theme of /kiosk.json
 */
export function applyTheme(theme) {
  const { style } = document.documentElement;
  for (const name of COLOURS) {
    const value = (theme.colors || {})[name];
    if (value) style.setProperty(`--${name.replace("_", "-")}`, value);
  }
  if (theme.background) style.setProperty("--background", `url("${encodeURI(theme.background)}")`);
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta && theme.colors && theme.colors.paper) meta.setAttribute("content", theme.colors.paper);
}
