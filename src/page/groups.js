// Groups of fields that fold, so that a child sees few of them and an expert all.

import { isStandard } from './address.js';

/** Where the session remembers which groups somebody has opened and closed. */
const KEPT = 'groups';

export class Groups {
  #groups = [...document.querySelectorAll('details[data-fields]')];
  #chosen = {};

  constructor() {
    // A browser may keep nothing for the page.
    try {
      this.#chosen = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    } catch { /* Nothing is remembered. */ }
    for (const group of this.#groups) {
      // Before the click is done: it opens what is closed now.
      group.querySelector('summary').addEventListener('click', () => this.#choose(group.id, !group.open));
    }
  }

  #choose(name, isOpen) {
    this.#chosen[name] = isOpen;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(this.#chosen));
    } catch { /* As above. */ }
  }

  /** Opens what is not as it is by default, and what is named, unless somebody has closed it. Nothing closes by itself. */
  show(state, named) {
    for (const group of this.#groups) {
      const isSaid = named.includes(group.id) || group.dataset.fields.split(' ').some((name) => !isStandard(name, state));
      group.open = this.#chosen[group.id] ?? (group.open || isSaid);
    }
  }

  /** Opens the groups that a field is in. */
  reveal(field) {
    for (let group = field.closest('details'); group; group = group.parentElement.closest('details')) group.open = true;
  }
}
