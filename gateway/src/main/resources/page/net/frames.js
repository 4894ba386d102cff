// Server-sent events out of text that comes in pieces, as WHATWG HTML §9.2 asks: CR, LF and CRLF end lines, even where a piece ends
// between CR and LF; comments and unknown fields are ignored; what no blank line has ended is not an event.

const LINE_END = /\r\n|\n|\r/g;

export class FrameReader {
  #rest = [];
  #restChars = 0;
  #endedByReturn = false;
  #id = '';
  #data = [];
  #dataChars = 0;
  #charsMax;
  #out;

  /** `out(id, data)` receives every event. A line or an event longer than `charsMax` is an error. */
  constructor(charsMax, out) {
    this.#charsMax = charsMax;
    this.#out = out;
  }

  feed(text) {
    let at = 0;
    // The line feed of a pair whose carriage return ended the piece before.
    if (this.#endedByReturn && text.startsWith('\n')) {
      at = 1;
    }
    if (text !== '') {
      this.#endedByReturn = text.endsWith('\r');
    }
    LINE_END.lastIndex = at;
    for (let end = LINE_END.exec(text); end !== null; end = LINE_END.exec(text)) {
      this.#rest.push(text.slice(at, end.index));
      at = LINE_END.lastIndex;
      this.#line(this.#rest.join(''));
      this.#rest = [];
      this.#restChars = 0;
    }
    if (at < text.length) {
      this.#rest.push(text.slice(at));
      this.#restChars += text.length - at;
      this.#check(this.#restChars);
    }
  }

  #line(line) {
    if (line === '') {
      if (this.#data.length > 0) {
        const data = this.#data.join('\n');
        this.#data = [];
        this.#dataChars = 0;
        this.#out(this.#id, data);
      }
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') {
      this.#data.push(value);
      this.#dataChars += value.length + 1;
      this.#check(this.#dataChars);
    } else if (name === 'id' && !value.includes('\0')) {
      this.#id = value;
    }
  }

  #check(chars) {
    if (chars > this.#charsMax) {
      throw new Error(`An event is longer than ${this.#charsMax} characters`);
    }
  }
}
