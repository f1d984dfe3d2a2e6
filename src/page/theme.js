// The colors of the canvas, read from the custom properties of the style sheet, so that both follow the scheme together.

const COLOR_PROPERTIES = {
  floor: '--floor', wall: '--wall', wallOnHeat: '--wall-on-heat', thread: '--thread', threadBorder: '--thread-border',
  entrance: '--entrance', exit: '--exit', head: '--head', player: '--player', trail: '--trail', trod: '--trod', hint: '--hint',
  note: '--ink', untouched: '--untouched', seen: '--seen', active: '--active', left: '--left', filled: '--filled', frontier: '--frontier', settled: '--settled',
};

let cachedColors = null;

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { cachedColors = null; });

export function themeColors() {
  if (!cachedColors) {
    const style = getComputedStyle(document.documentElement);
    cachedColors = Object.fromEntries(Object.entries(COLOR_PROPERTIES).map(([name, property]) => [name, style.getPropertyValue(property).trim()]));
    cachedColors.sets = Array.from({ length: 12 }, (_, i) => style.getPropertyValue(`--set-${i}`).trim());
  }
  return cachedColors;
}

/** Red, green and blue of a color written `#rrggbb`. */
export function rgbChannels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

export function prefersReducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
