// TeX to MathML, by KaTeX; loaded when the first formula comes. What it makes of a formula goes through DOMPurify like everything else.

import { renderToString } from '../lib/katex.js';

/** Letters of these kinds have characters of their own; browsers have no other way to show them. */
const ALPHABETS = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  'bold-italic': [0x1d468, 0x1d482],
  script: [0x1d49c, 0x1d4b6],
  fraktur: [0x1d504, 0x1d51e],
  'double-struck': [0x1d538, 0x1d552, 0x1d7d8],
  'sans-serif': [0x1d5a0, 0x1d5ba, 0x1d7e2],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};

/** Those that Unicode had before it had the alphabets. */
const EARLIER = {
  script: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
};

/** A formula as MathML; throws if it cannot be read. */
export function mathMarkup(tex, isBlock) {
  return renderToString(tex, { output: 'mathml', displayMode: isBlock, throwOnError: true, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 20 });
}

/** Says in characters and styles what browsers do not take from attributes: kinds of letters, and how columns are aligned. */
export function dressMath(math) {
  for (const element of math.querySelectorAll('[mathvariant]')) {
    const variant = element.getAttribute('mathvariant');
    if (ALPHABETS[variant] !== undefined && element.childElementCount === 0) {
      element.textContent = [...element.textContent].map((char) => letter(char, variant)).join('');
      element.setAttribute('mathvariant', 'normal');
    }
  }
  for (const table of math.querySelectorAll('mtable[columnalign]')) {
    const columns = table.getAttribute('columnalign').split(' ');
    for (const row of table.children) {
      [...row.children].forEach((cell, index) => (cell.style.textAlign = columns[Math.min(index, columns.length - 1)]));
    }
  }
}

function letter(char, variant) {
  const earlier = EARLIER[variant]?.[char];
  const [upper, lower, digits] = ALPHABETS[variant];
  const code = char.codePointAt(0);
  if (earlier !== undefined) {
    return earlier;
  }
  if (char >= 'A' && char <= 'Z') {
    return String.fromCodePoint(upper + code - 65);
  }
  if (char >= 'a' && char <= 'z') {
    return String.fromCodePoint(lower + code - 97);
  }
  return digits !== undefined && char >= '0' && char <= '9' ? String.fromCodePoint(digits + code - 48) : char;
}
