// What is attached to a question: pictures, PDF and text, picked, pasted or dropped. Their bytes are read here and go nowhere but to the gateway.

import { announce } from './announce.js';
import { byId, el, icon } from './dom.js';
import { bytes } from './format.js';

/** All of them together: the gateway takes 20 MB, and base64 adds a third. */
const BYTES_MAX = 14 * 1024 * 1024;
const TEXT_CHARS_MAX = 400_000;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const TEXT_NAMES = /\.(?:txt|md|csv|tsv|json|jsonl|ya?ml|toml|xml|html?|css|[cm]?[jt]sx?|java|kt|py|rb|go|rs|c|h|cpp|cs|php|sh|sql|log|ini|conf|tex|diff|patch)$/i;

export class Attachments {
  /** `[{name, size, part}]`; a part is as the gateway takes it. */
  #items = [];
  #list = byId('attachments');
  #input = byId('attach-file');

  constructor() {
    byId('attach').addEventListener('click', () => this.#input.click());
    this.#input.addEventListener('change', () => {
      void this.add([...this.#input.files]);
      this.#input.value = '';
    });
    const box = byId('composer');
    box.addEventListener('paste', (event) => {
      const { files, types } = event.clipboardData;
      // Office programs put a picture of a text beside it, and the text is meant.
      if (files.length > 0 && !(types.includes('text/plain') && types.includes('text/html'))) {
        event.preventDefault();
        void this.add([...files]);
      }
    });
    // Anywhere on the page: a browser would leave it to show the file. Text that is dragged is no business of ours.
    document.addEventListener('dragover', (event) => this.#dragged(event));
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && box.classList.remove('dropping'));
    document.addEventListener('drop', (event) => {
      if (this.#dragged(event)) {
        box.classList.remove('dropping');
        void this.add([...event.dataTransfer.files]);
      }
    });
  }

  /** Takes a drag of files as ours, and shows where they go. */
  #dragged(event) {
    const hasFiles = event.dataTransfer?.types.includes('Files') ?? false;
    if (hasFiles) {
      event.preventDefault();
      byId('composer').classList.add('dropping');
    }
    return hasFiles;
  }

  get isEmpty() {
    return this.#items.length === 0;
  }

  /** Returns what is attached, and forgets it. */
  take() {
    const parts = this.#items.map(({ part }) => part);
    this.#items = [];
    this.#draw();
    return parts;
  }

  /** Attaches again what was taken. */
  giveBack(parts) {
    this.#items.unshift(...parts.map((part) => ({ name: part.name, size: sizeOf(part), part })));
    this.#draw();
  }

  async add(files) {
    const problems = [];
    for (const file of files) {
      try {
        const total = this.#items.reduce((sum, { size }) => sum + size, 0);
        if (total + file.size > BYTES_MAX) {
          throw new Error(`${file.name} is too large: at most ${bytes(BYTES_MAX)} can be attached to a question`);
        }
        this.#items.push({ name: file.name, size: file.size, part: await partOf(file) });
      } catch (problem) {
        problems.push(problem.message);
      }
    }
    this.#draw();
    this.#list.append(...problems.map((problem) => el('li.attachment.refused', {}, icon('alert'), el('span', {}, problem))));
    this.#list.hidden = this.#list.childElementCount === 0;
    if (problems.length > 0) {
      announce(problems.join('. '));
    }
  }

  #draw() {
    this.#list.replaceChildren(
      ...this.#items.map((item) =>
        el('li.attachment', {}, chipOf(item.part), el('button.quiet.small.square', { type: 'button', 'aria-label': `Remove ${item.name}`, onclick: () => this.#remove(item) }, icon('cross'))),
      ),
    );
    this.#list.hidden = this.#items.length === 0;
  }

  #remove(item) {
    this.#items = this.#items.filter((each) => each !== item);
    this.#draw();
    byId('prompt').focus();
  }
}

async function partOf(file) {
  const name = file.name || 'pasted';
  if (PICTURES.includes(file.type)) {
    return { type: 'image', mediaType: file.type, data: await base64(file), name };
  }
  if (file.type === 'application/pdf') {
    return { type: 'file', mediaType: file.type, data: await base64(file), name };
  }
  if (file.type.startsWith('text/') || TEXT_NAMES.test(name)) {
    const text = await file.text();
    if (text.includes('\0') || text.length > TEXT_CHARS_MAX) {
      throw new Error(`${name} is not text, or longer than ${TEXT_CHARS_MAX.toLocaleString('en')} characters`);
    }
    return { type: 'text', text: `${name}:\n\n${text}`, name };
  }
  throw new Error(`${name} cannot be attached: pictures (PNG, JPEG, GIF, WebP), PDF and text can`);
}

/** About how many bytes a part was made of. */
function sizeOf({ text, data }) {
  return text?.length ?? data.length * 0.75;
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}

/** What shows that something is attached: a picture as itself where its bytes are here, everything else by its name. */
export function chipOf(part) {
  const name = part.name || (part.type === 'image' ? 'picture' : 'file');
  if (part.type === 'image' && PICTURES.includes(part.mediaType) && typeof part.data === 'string') {
    const raw = Uint8Array.from(atob(part.data), (char) => char.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([raw], { type: part.mediaType }));
    return el('span.chip', {}, el('img', { src: url, alt: name, onload: () => URL.revokeObjectURL(url) }));
  }
  return el('span.chip', {}, icon(part.type === 'image' ? 'image' : 'file'), el('span.chip-name', { dir: 'auto' }, name));
}
