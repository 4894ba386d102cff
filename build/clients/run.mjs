// Has clients from npm ask a gateway, over a provider of every dialect, and the simulator without a gateway, and prints what came of it.
// Arguments: the gateway's URL, the provider's URL, the port of the wire between them, then what to run (all without): --client NAME, --over DIALECT, --case NAME.
import { parseArgs } from 'node:util';
import { Wire } from './wire.mjs';
import { CASES, ONCE } from './cases.mjs';
import { CLIENTS } from './clients.mjs';

/** The prefix of each provider's models at the gateway; none for the simulator itself, which every client asks in its own dialect. */
const PROVIDERS = { 'openai-responses': 'r/', 'openai-chat': 'c/', anthropic: 'a/', gemini: 'g/', ollama: 'o/', simulator: '' };

const { positionals, values: wanted } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(['client', 'over', 'case'].map((name) => [name, { type: 'string', multiple: true }])),
});
const [url, simulator, port] = positionals;

/** Those that were named, by their first word or in full. */
function chosen(option, names) {
  const some = names.filter((name) => (wanted[option] ?? [name]).some((word) => name === word || name.split(':')[0] === word));
  if (some.length === 0) throw new Error(`--${option} ${wanted[option]}: there are ${names.join(', ')}`);
  return some;
}

// What a client left behind when it threw is not ours to wait for.
process.on('unhandledRejection', () => {});

const wire = await Wire.start(Number(port), simulator);
const cases = chosen('case', Object.keys(CASES));
const dialects = chosen('over', Object.keys(PROVIDERS));
const names = chosen('client', CLIENTS.map((client) => client.name));
const width = Math.max(...names.map((name) => name.length));
let wrong = 0;
let count = 0;

async function run(client, prefix, name, streamed) {
  const isDirect = prefix === '';
  const asked = isDirect ? `http://127.0.0.1:${port}` : url;
  const model = `${prefix}sim-1`;
  const talk = (options) => client.talk({ url: asked, model, streamed, ...options });
  wire.clear();
  count++;
  return CASES[name]({ client, url: asked, prefix, model, streamed, talk, wire, isDirect });
}

console.log(`${'client'.padEnd(width)} ${'provider'.padEnd(17)}${cases.map((name) => name.padEnd(11)).join('')}`);
for (const client of CLIENTS.filter((each) => names.includes(each.name))) {
  for (const dialect of dialects) {
    const row = [];
    const said = [];
    for (const name of cases) {
      let word = 'ok';
      for (const streamed of ONCE.has(name) ? [true] : [true, false]) {
        try {
          word = (await run(client, PROVIDERS[dialect], name, streamed)) ?? word;
        } catch (error) {
          word = 'WRONG';
          wrong++;
          said.push(`  ${name}${streamed ? '' : ', whole'}: ${process.env.TRACE ? error.stack : error.message}`);
        }
      }
      row.push(word.padEnd(11));
    }
    console.log(`${client.name.padEnd(width)} ${dialect.padEnd(17)}${row.join('')}`);
    said.forEach((each) => console.log(each));
  }
}
console.log(`${count - wrong} of ${count} are as they should be`);
wire.close();
process.exit(wrong === 0 ? 0 : 1);
