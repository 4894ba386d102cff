// An artifact: Markdown and plain text on the page itself, HTML and SVG in a frame that has no origin and no network.
//
// The frame is a file of its own (frame.html) and not a srcdoc, because a srcdoc inherits the page's policy, and that forbids every
// style an artifact brings along. Scripts stay off until the reader asks for them: no policy keeps them from opening connections.

import { el, icon, copyButton } from '../dom.js';
import { Prose } from '../markdown/prose.js';

const HEIGHT_LEAST = 120;
const HEIGHT_MOST = 560;
const CAUTION = 'Its scripts are off. They can open connections to other computers, which then learn your address.';
const SVG_DRESS = '<style>body{margin:0}svg{display:block;margin:auto;max-width:100%;max-height:560px}</style>';

/** Frame to its view; a frame that is gone is forgotten. */
const views = new WeakMap();

export class ArtifactView {
  #source;
  #stage = el('.artifact-stage');
  #scripts = false;

  constructor(piece) {
    this.piece = piece;
    this.#source = el('pre.artifact-source', { hidden: true, tabIndex: 0 }, piece.content);
    const framed = piece.mediaType === 'text/html' || piece.mediaType === 'image/svg+xml';
    const show = el('button.quiet.small', { type: 'button', 'aria-pressed': 'false', onclick: () => this.#toggle(show) }, icon('code'), 'Source');
    const hasScripts = framed && /<script|\son\w+=/i.test(piece.content);
    const button = el('button.small', { type: 'button', onclick: () => this.#run(run) }, 'Run scripts');
    const run = el('.artifact-run', { hidden: !hasScripts }, button, el('span.artifact-caution', {}, CAUTION));
    this.element = el(
      'section.artifact',
      { 'aria-label': `Artifact: ${piece.title}` },
      el('.artifact-head', {}, icon('frame'), el('span.artifact-title', { dir: 'auto' }, piece.title), el('span.artifact-type', {}, kindOf(piece.mediaType)), copyButton('Copy', () => piece.content), show),
      run,
      this.#stage,
      this.#source,
    );
    this.#draw(framed);
  }

  update() {}

  close() {}

  #toggle(button) {
    const showSource = this.#source.hidden;
    this.#source.hidden = !showSource;
    this.#stage.hidden = showSource;
    button.setAttribute('aria-pressed', String(showSource));
  }

  #run(bar) {
    this.#scripts = true;
    bar.hidden = true;
    this.#draw(true);
  }

  #draw(framed) {
    if (framed) {
      this.#stage.replaceChildren(this.#frame());
    } else if (this.piece.mediaType === 'text/markdown') {
      const prose = new Prose();
      prose.show(this.piece.content);
      prose.end();
      this.#stage.replaceChildren(prose.element);
    } else {
      this.#stage.replaceChildren(el('pre.plain', { tabIndex: 0 }, this.piece.content));
    }
  }

  #frame() {
    const frame = el('iframe', { title: this.piece.title, referrerPolicy: 'no-referrer', allow: '' });
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = 'page/frame.html';
    views.set(frame, this);
    return frame;
  }

  /** What the frame says; the artifact's own scripts may have said it. */
  hear(frame, { weirReady, weirHeight }) {
    if (weirReady === true) {
      const dress = this.piece.mediaType === 'image/svg+xml' ? SVG_DRESS : '';
      frame.contentWindow.postMessage({ content: dress + this.piece.content, scripts: this.#scripts }, '*');
    } else if (Number.isFinite(weirHeight)) {
      frame.style.height = `${Math.min(HEIGHT_MOST, Math.max(HEIGHT_LEAST, weirHeight))}px`;
    }
  }
}

addEventListener('message', ({ source, data }) => {
  const frame = [...document.querySelectorAll('iframe')].find((each) => each.contentWindow === source);
  if (frame !== undefined && data !== null && typeof data === 'object') {
    views.get(frame)?.hear(frame, data);
  }
});

function kindOf(mediaType) {
  return { 'text/html': 'HTML', 'image/svg+xml': 'SVG', 'text/markdown': 'Markdown', 'text/plain': 'Text' }[mediaType] ?? mediaType;
}
