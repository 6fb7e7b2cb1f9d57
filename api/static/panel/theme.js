// Chooses light or dark before anything is drawn, and lets the button change it.
// Without a choice the device decides. Must not be a module: those run after the first picture.
"use strict";

(() => {
  const KEY = "panel-theme";
  const root = document.documentElement;

  /** @returns {string|null} what was chosen on this device */
  function chosen() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  /** @param {string|null} theme */
  function apply(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  /** @returns {boolean} whether the page is dark now */
  function isDark() {
    const theme = root.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  apply(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    button.addEventListener("click", () => {
      const next = isDark() ? "light" : "dark";
      apply(next);
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // A device that keeps nothing still changes until the next page.
      }
    });
  });
})();
