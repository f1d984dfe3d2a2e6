// Groups of fields that fold, so that a child sees few of them and an expert all.

import { isDefault } from './address.js';

/** Where the session remembers which groups somebody has opened and closed. */
const STORAGE_KEY = 'groups';

export class FieldGroups {
  #groups = [...document.querySelectorAll('details[data-fields]')];
  #openByUser = {};

  constructor() {
    // A browser may keep nothing for the page.
    try {
      this.#openByUser = JSON.parse(sessionStorage.getItem(STORAGE_KEY)) ?? {};
    } catch { /* Nothing is remembered. */ }
    for (const group of this.#groups) {
      // Before the click is done: it opens what is closed now.
      group.querySelector('summary').addEventListener('click', () => this.#rememberChoice(group.id, !group.open));
    }
  }

  #rememberChoice(name, isOpen) {
    this.#openByUser[name] = isOpen;
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(this.#openByUser));
    } catch { /* As above. */ }
  }

  /** Opens what is not as it is by default, and what is named, unless somebody has closed it. Nothing closes by itself. */
  show(state, named) {
    for (const group of this.#groups) {
      const isSaid = named.includes(group.id) || group.dataset.fields.split(' ').some((name) => !isDefault(name, state));
      group.open = this.#openByUser[group.id] ?? (group.open || isSaid);
    }
  }

  /** Opens the groups that a field is in. */
  reveal(field) {
    for (let group = field.closest('details'); group; group = group.parentElement.closest('details')) group.open = true;
  }
}
