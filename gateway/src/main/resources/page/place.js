// Which conversation the address names: `#stream/<id>` is the one that ends with that stream. Reload and the back button keep it.

const FORM = /^#stream\/([\w.-]{1,200})$/;

export class Place {
  #show;

  constructor(show) {
    this.#show = show;
    addEventListener('popstate', () => this.start());
  }

  /** Shows what the address names now. */
  start() {
    this.#show(FORM.exec(location.hash)?.[1] ?? null);
  }

  /** Goes to a conversation. */
  go(id) {
    this.note(id);
    this.start();
  }

  /** The page has moved on by itself: only the address follows. */
  note(id) {
    const hash = id === null ? '' : `#stream/${id}`;
    if (location.hash !== hash) {
      history.pushState(null, '', `${location.pathname}${location.search}${hash}`);
    }
  }
}
