// Keeping the keyboard's focus on the page: a control that is disabled or goes away would lose it.

/** Enables a control, or disables it; if it has the focus, that goes to `next`. */
export function setEnabled(control, yes, next) {
  const loses = !yes && document.activeElement === control;
  control.disabled = !yes;
  if (loses) next.focus();
}

/** Shows an element, or hides it; if the focus is in it, that goes to `next`. */
export function setVisible(element, yes, next) {
  const loses = !yes && element.contains(document.activeElement);
  element.hidden = !yes;
  if (loses) next.focus();
}
