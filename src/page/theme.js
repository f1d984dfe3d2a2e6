// The colors of the canvas, read from the custom properties of the style sheet, so that both follow the scheme together.

/** @import { Rgb, ThemeColors } from './types.d.ts' */

const COLOR_PROPERTIES = {
  floor: '--floor', inside: '--inside', wall: '--wall', wallOnHeat: '--wall-on-heat', thread: '--thread', threadBorder: '--thread-border',
  entrance: '--entrance', exit: '--exit', head: '--head', headRing: '--head-ring', player: '--player', trail: '--trail', trod: '--trod', hint: '--hint',
  note: '--ink', untouched: '--untouched', untouchedWall: '--untouched-wall', seen: '--seen', active: '--active', left: '--left', filled: '--filled', frontier: '--frontier', settled: '--settled',
};

/** @type {ThemeColors | null} */
let cachedColors = null;

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { cachedColors = null; });

export function themeColors() {
  if (!cachedColors) {
    const style = getComputedStyle(document.documentElement);
    const colors = Object.fromEntries(Object.entries(COLOR_PROPERTIES).map(([name, property]) => [name, style.getPropertyValue(property).trim()]));
    const sets = Array.from({ length: 12 }, (_, i) => style.getPropertyValue(`--set-${i}`).trim());
    cachedColors = /** @type {ThemeColors} */ ({ ...colors, sets });
  }
  return cachedColors;
}

/**
 * Red, green and blue of a color written `#rrggbb`.
 * @param {string} hex
 * @returns {Rgb}
 */
export function rgbChannels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

export function prefersReducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
