// Code with its parts highlighted: comments, strings, numbers, keywords, names. Text only becomes text nodes in spans.
//
// One pattern per family of languages, without nested repetition, finds what is next; so reading is linear. A text that grows is read again from
// the beginning of its last line, or of what that line is the end of, such as a comment of many lines.

const CHARS_MAX = 200_000;

const WORD = '(?<word>[A-Za-z_$@][\\w$]*)';
const NUMBER = '(?<number>\\b(?:0[xXbBoO][\\da-fA-F_]+|\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)\\w{0,3})';
const SLASHES = '//[^\\n]*|/\\*[^]*?(?:\\*/|$)';
const QUOTED = '"(?:\\\\.|[^"\\\\\\n])*"?';
const APOSTROPHES = "'(?:\\\\.|[^'\\\\\\n])*'?";
const ONE_CHAR = "'(?:\\\\.[^'\\n]{0,8}|[^'\\\\\\n])'";
const BACKTICKS = '`(?:\\\\[^]|[^`\\\\])*(?:`|$)';
const TRIPLE = '"""[^]*?(?:"""|$)|\'\'\'[^]*?(?:\'\'\'|$)';

function family(comment, string, ...rest) {
  return new RegExp([`(?<comment>${comment})`, `(?<string>${string})`, ...rest, NUMBER, WORD].join('|'), 'g');
}

const SCRIPT = family(SLASHES, `${QUOTED}|${APOSTROPHES}|${BACKTICKS}`);
const C = family(SLASHES, `${TRIPLE}|${QUOTED}|${ONE_CHAR}`);
const HASH = family('#[^\\n]*', `${TRIPLE}|${QUOTED}|${APOSTROPHES}`);
const DASHES = family('--[^\\n]*|/\\*[^]*?(?:\\*/|$)', `${QUOTED}|${APOSTROPHES}`);
const MARKUP = new RegExp('(?<comment><!--[^]*?(?:-->|$))|(?<keyword></?[\\w:-]+|/?>)|(?<type>[\\w:-]+(?==))|(?<string>"[^"]*"?|\'[^\'\\n]*\'?(?=[\\s>/]))', 'g');
const CSS = new RegExp(`(?<comment>/\\*[^]*?(?:\\*/|$))|(?<string>${QUOTED}|${APOSTROPHES})|(?<keyword>@[\\w-]+)|(?<type>[\\w-]+(?=[ \\t]*:\\s))|(?<number>#[\\da-fA-F]{3,8}\\b|\\b\\d[\\d.]*(?:%|[a-z]{1,4})?)`, 'g');
const DATA = new RegExp(`(?<comment>#[^\\n]*)|(?<type>"(?:\\\\.|[^"\\\\\\n])*"(?=[ \\t]*:)|^[ \\t-]*[\\w.-]+(?=[ \\t]*[:=])|^\\[[^\\n]*\\])|(?<string>${QUOTED}|${APOSTROPHES})|${NUMBER}|(?<keyword>\\b(?:true|false|null|yes|no)\\b)`, 'gm');
const DIFF = new RegExp('(?<comment>^(?:diff|index|---|\\+\\+\\+)[^\\n]*)|(?<keyword>^@@[^\\n]*)|(?<string>^\\+[^\\n]*)|(?<number>^-[^\\n]*)', 'gm');

const FAMILIES = [
  [SCRIPT, 'js javascript mjs cjs jsx ts typescript tsx php dart'],
  [C, 'java c h cpp c++ cc hpp cs csharp go golang rust rs kotlin kt scala swift groovy objc zig proto solidity glsl'],
  [HASH, 'python py ruby rb sh bash zsh shell console fish perl pl r julia jl elixir ex nix make makefile dockerfile powershell ps1 tcl'],
  [DASHES, 'sql postgresql mysql sqlite plsql haskell hs lua elm ada vhdl'],
  [MARKUP, 'html xml svg xhtml vue svelte jsp xaml'],
  [CSS, 'css scss less sass'],
  [DATA, 'json jsonc json5 yaml yml toml ini properties conf env'],
  [DIFF, 'diff patch'],
];
const FAMILY_OF = new Map(FAMILIES.flatMap(([pattern, names]) => names.split(' ').map((name) => [name, pattern])));

const KEYWORDS = new Set(
  ('abstract and as assert async await begin bool boolean break byte case catch char class const constexpr continue crate data def default defer del delete do done double echo elif else elsif end enum ' +
    'esac except export extends extern false fi final finally float fn for foreach from fun func function global go goto guard if impl implements import in include init inline instanceof int interface is ' +
    'lambda lazy let local long loop match mod module mut mutable namespace new nil none not null object of operator or override package pass private protected pub public raise range record ref require rescue return ' +
    'sealed select self short signed sizeof static str string struct super switch synchronized template then this throw throws trait true try type typedef typeof undefined union unless unsafe unsigned until use using ' +
    'val var virtual void volatile when where while with yield ' +
    'create table insert into values update set drop alter join left right inner outer on group by order having limit distinct primary key').split(' '),
);

/** The code of a `code` element, which may grow. */
export class CodeText {
  #element;
  #pattern;
  #text = '';
  #settled = 0;
  #settledNodes = 0;

  constructor(element, language) {
    this.#element = element;
    this.#pattern = FAMILY_OF.get(language.toLowerCase()) ?? null;
  }

  show(text) {
    if (this.#pattern === null || text.length > CHARS_MAX) {
      this.#element.textContent = text;
      this.#settled = this.#settledNodes = 0;
      return;
    }
    if (!text.startsWith(this.#text.slice(0, this.#settled))) {
      this.#settled = this.#settledNodes = 0;
    }
    this.#text = text;
    while (this.#element.childNodes.length > this.#settledNodes) {
      this.#element.lastChild.remove();
    }
    this.#read(text.lastIndexOf('\n', text.length - 2) + 1);
  }

  /** Adds what comes after what is settled; everything before the last line is then settled, unless something reaches into it. */
  #read(lastLine) {
    const text = this.#text;
    const nodes = [];
    let at = this.#settled;
    const settle = (end) => {
      if (end <= lastLine) {
        this.#settled = end;
        this.#settledNodes += nodes.length;
        this.#element.append(...nodes.splice(0));
      }
    };
    this.#pattern.lastIndex = at;
    for (let found = this.#pattern.exec(text); found !== null && found[0] !== ''; found = this.#pattern.exec(text)) {
      if (found.index > at) {
        nodes.push(text.slice(at, found.index));
      }
      const kind = kindOf(found, text);
      nodes.push(kind === '' ? found[0] : span(kind, found[0]));
      at = found.index + found[0].length;
      if (text[at] === '\n') {
        settle(at);
      }
    }
    if (at < text.length) {
      nodes.push(text.slice(at));
    }
    this.#element.append(...nodes);
  }
}

function kindOf({ groups, index, 0: all }, text) {
  const { word } = groups;
  if (word === undefined) {
    return Object.keys(groups).find((name) => groups[name] !== undefined);
  }
  if (KEYWORDS.has(word) || (word === word.toUpperCase() && KEYWORDS.has(word.toLowerCase())) || word[0] === '@') {
    return 'keyword';
  }
  return text[index + all.length] === '(' ? 'name' : /^[A-Z]/.test(word) ? 'type' : '';
}

function span(kind, text) {
  const element = document.createElement('span');
  element.className = `code-${kind}`;
  element.textContent = text;
  return element;
}
