// Elements from values. Text becomes text nodes, so that nothing here can turn a string into markup.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with properties, `on…` listeners, `aria-…`, `data-…` and `role` attributes, and children. */
export function el(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name || 'div');
  if (classes.length > 0) {
    element.className = classes.join(' ');
  }
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on')) {
      element.addEventListener(key.slice(2), value);
    } else if (key.startsWith('aria-') || key.startsWith('data-') || key === 'role') {
      element.setAttribute(key, value);
    } else {
      element[key] = value;
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** One of the symbols at the top of index.html. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** The element of index.html with this id. */
export function byId(id) {
  return document.getElementById(id);
}

/** A copy button that says for a moment that it has copied. */
export function copyButton(label, text) {
  const word = el('span', {}, label);
  const button = el('button.quiet.small', { type: 'button', onclick: copy }, icon('copy'), word);
  async function copy() {
    let said = 'Copied';
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      said = 'Not allowed';
    }
    button.replaceChildren(icon(said === 'Copied' ? 'check' : 'cross'), word);
    word.textContent = said;
    setTimeout(() => {
      button.replaceChildren(icon('copy'), word);
      word.textContent = label;
    }, 1600);
  }
  return button;
}

/** Offers bytes as a file, without leaving the page. */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = el('a', { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
