// Elements of the page: finding them, and showing or enabling them without losing the keyboard's focus.

/**
 * The element with an id, which is of this class.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!(element instanceof (type ?? HTMLElement))) throw new TypeError(id);
  return /** @type {T} */ (element);
}

/**
 * The text in a field, or the value that is chosen there, without spaces around it.
 * @param {string} id
 * @returns {string}
 */
export function valueOf(id) {
  return fieldOf(id).value.trim();
}

/**
 * Sets the text in a field, or the value that is chosen there.
 * @param {string} id
 * @param {string} value
 */
export function setValue(id, value) {
  fieldOf(id).value = value;
}

/** @param {string} id */
function fieldOf(id) {
  const field = byId(id);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement)) throw new TypeError(id);
  return field;
}

/**
 * Whether a box is checked.
 * @param {string} id
 * @returns {boolean}
 */
export function isChecked(id) {
  return byId(id, HTMLInputElement).checked;
}

/**
 * What paints on a canvas.
 * @template {HTMLCanvasElement | OffscreenCanvas} C
 * @param {C} canvas
 * @returns {C extends HTMLCanvasElement ? CanvasRenderingContext2D : OffscreenCanvasRenderingContext2D}
 */
export function contextOf(canvas) {
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('2d');
  return /** @type {any} */ (context);
}

/**
 * Says something in the status line, which screen readers read aloud; only to them, if it is to be seen elsewhere.
 * @param {string} words
 * @param {boolean} [isSeenElsewhere]
 */
export function setStatus(words, isSeenElsewhere = false) {
  byId('status').textContent = words;
  byId('status').classList.toggle('aloud', isSeenElsewhere);
}

/**
 * Notes in the document how far the page is, such as `loading` or `ready`.
 * @param {string} name
 */
export function setPageState(name) {
  document.documentElement.dataset.state = name;
}

/**
 * Enables a control, or disables it; if it has the focus, that goes to `next`.
 * @param {HTMLButtonElement} control
 * @param {boolean} isEnabled
 * @param {HTMLElement} next
 */
export function setEnabled(control, isEnabled, next) {
  const losesFocus = !isEnabled && document.activeElement === control;
  control.disabled = !isEnabled;
  if (losesFocus) next.focus();
}

/**
 * Shows an element, or hides it; if the focus is in it, that goes to `next`.
 * @param {HTMLElement} element
 * @param {boolean} isVisible
 * @param {HTMLElement} [next] needed where the element may have the focus
 */
export function setVisible(element, isVisible, next) {
  const losesFocus = !isVisible && element.contains(document.activeElement);
  element.hidden = !isVisible;
  if (losesFocus) next?.focus();
}
