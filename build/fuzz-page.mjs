// The page's Markdown under made-up text: it neither throws nor hangs, whatever is written. Usage: node build/fuzz-page.mjs HOME [TEXTS [SEED]]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';

const [home, texts = '20000', seed = '1'] = process.argv.slice(2);
const MOST_MILLIS = 3000;

// The page as it is served: its files, and marked from its jar.
const folder = mkdtempSync(join(tmpdir(), 'weir-page-'));
cpSync(join(home, 'gateway/src/main/resources/page'), folder, { recursive: true });
mkdirSync(join(folder, 'lib'), { recursive: true });
const lib = join(home, 'fuzzing/target/lib');
const jar = readdirSync(lib).find((name) => name.startsWith('marked-'));
const esm = execFileSync('unzip', ['-Z1', join(lib, jar)], { encoding: 'utf8' }).split('\n').find((name) => name.endsWith('/marked.esm.js'));
writeFileSync(join(folder, 'lib/marked.js'), execFileSync('unzip', ['-p', join(lib, jar), esm]));
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
const { BoundedLexer } = await import(pathToFileURL(join(folder, 'markdown/lexer.js')));

let state = BigInt(seed);
function random(n) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(n));
}

const PIECES = ['*', '**', '_', '`', '```', '~~', '[', ']', '(', ')', '![', '<', '>', '<a ', '<!--', '&', '&#27;', '|', '|-|', '\n', '\n\n', '# ', '- ', '1. ', '> ', '    ', '\t', '\\', 'a', 'word ', 'é', '\u{1F30A}', '\u0000', '\uD83D', 'http://a.b/', ':', '[a]: b\n', '===\n', '---\n', '$', '"'];

function text() {
  let made = '';
  const runs = 1 + random(30);
  for (let i = 0; i < runs; i++) {
    const many = random(8) === 0 ? 1 + random(3000) : 1 + random(6);
    let piece = PIECES[random(PIECES.length)];
    if (random(3) === 0) {
      piece += PIECES[random(PIECES.length)];
    }
    made += piece.repeat(many);
  }
  return made;
}

let slowest = 0;
let characters = 0;
for (let i = 0; i < Number(texts); i++) {
  const begun = state;
  const source = text();
  characters += source.length;
  const before = process.cpuUsage();
  let tokens;
  try {
    tokens = new BoundedLexer().lex(source);
  } catch (thrown) {
    // marked names what it cannot read; the page then shows the text as it was written.
    if (!/^(Infinite loop|Token with)/.test(thrown.message)) {
      console.log(`fuzz page: FINDING at seed ${begun}: ${thrown.message}`);
      process.exitCode = 1;
    }
  }
  const used = process.cpuUsage(before);
  const took = (used.user + used.system) / 1000;
  slowest = Math.max(slowest, took);
  if (took > MOST_MILLIS) {
    console.log(`fuzz page: FINDING at seed ${begun}: ${source.length} characters take ${Math.round(took)} ms: ${JSON.stringify(source.slice(0, 200))}`);
    process.exitCode = 1;
  }
  if (tokens !== undefined && source.trim() !== '' && tokens.length === 0 && !/^(\s|\[a\]: b|\u0000)*$/.test(source)) {
    const isDefinition = tokens.links !== undefined && Object.keys(tokens.links).length > 0;
    if (!isDefinition) {
      console.log(`fuzz page: FINDING at seed ${begun}: nothing is shown of ${JSON.stringify(source.slice(0, 200))}`);
      process.exitCode = 1;
    }
  }
}
rmSync(folder, { recursive: true });
console.log(`fuzz page: ${texts} texts of ${characters} characters from seed ${seed} on, the slowest took ${Math.round(slowest)} ms: ${process.exitCode ? 'FINDINGS' : 'no finding'}`);
