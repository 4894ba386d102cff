// A Markdown text that grows on the page: blocks that are settled are never touched again.

import { el } from '../dom.js';
import { Blocks } from './blocks.js';
import { growCode, nodesOf } from './markup.js';

/** The level of the page's own heading above a text. */
const PAGE_LEVEL = 2;

export class Prose {
  element = el('.prose');
  #blocks = new Blocks();
  #shown = [];
  #text = '';
  #asWritten = null;
  #isEnded = false;

  /** Shows this text; the more of its beginning was shown before, the less is drawn. */
  show(source) {
    // As marked does it; the places of blocks are counted in what marked reads.
    const text = source.replace(/\r\n|\r/g, '\n');
    if (text === this.#text) {
      return;
    }
    if (!text.startsWith(this.#text)) {
      this.#blocks = new Blocks();
    }
    this.#text = text;
    this.#isEnded = false;
    this.#try(() => this.#blocks.update(text));
  }

  /** The text is whole; what is whole already is not read again. */
  end() {
    if (!this.#isEnded) {
      this.#isEnded = true;
      this.#try(() => this.#blocks.end(this.#text));
    }
  }

  /** Text that cannot be drawn is shown as it was written: an answer is never missing because of its form. */
  #try(read) {
    if (this.#asWritten === null) {
      try {
        read();
        this.#draw();
        return;
      } catch (problem) {
        console.error('This text is shown as it was written:', problem);
        this.#asWritten = el('p.as-written', { dir: 'auto' });
        this.element.replaceChildren(this.#asWritten);
      }
    }
    this.#asWritten.textContent = this.#text;
  }

  #draw() {
    const tokens = [...this.#blocks.settled, ...this.#blocks.open];
    orderHeadings(tokens);
    let same = 0;
    while (same < this.#shown.length && same < tokens.length && isSame(this.#shown[same].token, tokens[same])) {
      same++;
    }
    const growing = this.#shown[same];
    if (growing !== undefined && same < tokens.length && isLongerCode(growing.token, tokens[same])) {
      growCode(growing.nodes[0], `${tokens[same].text}\n`);
      growing.token = tokens[same++];
    }
    for (const { nodes } of this.#shown.splice(same)) {
      nodes.forEach((node) => node.remove());
    }
    for (const token of tokens.slice(same)) {
      const fragment = nodesOf(token);
      this.#shown.push({ token, nodes: [...fragment.childNodes] });
      this.element.append(fragment);
    }
  }
}

/** Headings stand below those of the page, and none skips a level, whatever the model wrote. */
function orderHeadings(tokens) {
  let level = PAGE_LEVEL;
  for (const token of tokens) {
    if (token.type === 'heading') {
      level = token.level = Math.min(6, token.depth + PAGE_LEVEL, level + 1);
    }
  }
}

/** The same source may still lead elsewhere: a link whose definition came later has other tokens. */
function isSame(shown, token) {
  return shown === token || (shown.raw === token.raw && JSON.stringify(shown) === JSON.stringify(token));
}

/** Whether the only difference is code at the end of the same code block: then its text grows, and nothing is made again. */
function isLongerCode(shown, token) {
  return shown.type === 'code' && token.type === 'code' && shown.lang === token.lang && token.text.startsWith(shown.text);
}
