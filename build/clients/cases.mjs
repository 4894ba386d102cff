// What every client is asked at its door, over a provider of every dialect. A case throws where something is wrong; what it returns is a word for the table.
import { isDeepStrictEqual } from 'node:util';
import { DOT } from './asked.mjs';

function same(what, seen, wanted) {
  if (!isDeepStrictEqual(seen, wanted)) throw new Error(`${what}: expected ${JSON.stringify(wanted)}, saw ${JSON.stringify(seen)}`);
}

function isIn(what, seen, wanted) {
  if (!wanted.includes(seen)) throw new Error(`${what}: expected one of ${JSON.stringify(wanted)}, saw ${JSON.stringify(seen)}`);
}

const SUNNY = 'It is «sunny» in 🌤 Rome.\n';
const OPAQUE = /"(?:signature|encrypted_content|thoughtSignature)":"([^"]{8,})"/g;

async function text({ talk }) {
  const heard = await talk().ask('hello');
  same('text', heard.text, SUNNY);
  same('finish', heard.finish, 'stop');
  same('usage', heard.usage, [10, 20]);
}

async function reasoning({ client, talk }) {
  const heard = await talk({ think: true }).ask('think');
  same('text', heard.text, 'It is «sunny» in Rome.\n');
  if (client.isDeafTo?.includes('reasoning')) {
    same('reasoning', heard.reasoning, '');
    return 'deaf';
  }
  same('reasoning', heard.reasoning, 'Let me think. 🌤');
}

/** Two rounds: two calls at once, then one more; what only the provider can read is back there the next time. */
async function tools({ talk, wire }) {
  const conversation = talk({ tools: true });
  const first = await conversation.ask('two tools');
  same('text', first.text, 'I look at both. ');
  same('calls', first.calls.map((call) => [call.name, call.arguments]), [['weather', { city: 'R"ome', days: 3 }], ['clock', {}]]);
  same('finish', first.finish, 'tools');
  const outputs = { weather: '21 degrees', clock: 'noon', wind: 'calm' };
  const results = (calls) => calls.map((call) => ({ ...call, output: outputs[call.name] }));
  const second = await conversation.give(results(first.calls));
  same('calls', second.calls.map((call) => [call.name, call.arguments]), [['wind', { city: 'Rome' }]]);
  const third = await conversation.give(results(second.calls));
  same('text', third.text, 'Warm and calm at noon.');
  same('finish', third.finish, 'stop');
  same('rounds', wire.asked.length, 3);
  let returned = 0;
  for (let round = 0; round < 2; round++) {
    for (const [, opaque] of wire.asked[round].answer.matchAll(OPAQUE)) {
      if (!wire.asked[round + 1].body.includes(opaque)) throw new Error(`opaque reasoning of round ${round + 1} did not come back: ${opaque}`);
      returned++;
    }
  }
  return returned > 0 ? 'sealed' : undefined;
}

/** A client may have two ways to ask for a form: by a tool that must be called, which Ollama cannot be told, and in so many words. */
async function structured({ client, prefix, talk, wire }) {
  let word;
  for (const schema of client.schemas ?? ['words']) {
    const ask = () => talk({ schema }).ask('hello');
    if (schema === 'call' && prefix === 'o/') {
      await refused(ask, 'a call that must be', (error) => client.thrown(error, 400) && error.message.includes('tool_choice'));
      word = 'words';
      continue;
    }
    wire.clear();
    const heard = await ask();
    same('text', JSON.parse(heard.text), { city: 'Rome', degrees: 21 });
    same('parsed', heard.parsed, { city: 'Rome', degrees: 21 });
    if (!wire.asked[0].body.includes('"degrees"')) throw new Error('the schema did not reach the provider');
  }
  return word;
}

async function image({ talk, wire }) {
  const heard = await talk().ask('image', DOT);
  same('text', heard.text, 'A red dot.');
  if (!wire.asked[0].body.includes(DOT)) throw new Error('the image did not reach the provider');
}

async function refusal({ client, talk }) {
  const heard = await talk().ask('secret');
  if (client.isDeafTo?.includes('refusal') && !heard.refusal && !heard.text) return 'deaf';
  same('refusal', heard.refusal || heard.text, "I can't help with that.");
  isIn('finish', heard.finish, ['stop', 'refused']);
}

async function length({ talk }) {
  const heard = await talk().ask('long');
  same('text', heard.text, 'It goes on and');
  same('finish', heard.finish, 'length');
}

async function refused(ask, what, isRight) {
  let heard;
  try {
    heard = await ask();
  } catch (error) {
    if (!isRight(error)) throw new Error(`${what}: ${error.constructor.name} ${error.status ?? error.statusCode ?? ''} ${error.message}`, { cause: error });
    return;
  }
  throw new Error(`${what}: expected an exception, heard ${JSON.stringify(heard)}`);
}

async function errors({ client, prefix, talk }) {
  for (const status of [400, 401, 404, 429, 500, 529]) {
    await refused(
      () => talk({ model: `${prefix}sim-fault-${status}` }).ask('hello'),
      status,
      (error) => client.thrown(error, status),
    );
  }
}

/** Half an answer is not an answer. */
async function cut({ client, prefix, streamed, talk, isDirect }) {
  const ask = () => talk({ model: `${prefix}sim-fault-cut` }).ask('hello');
  // The simulator breaks the connection itself, where the gateway says what happened.
  if (client.isDeafTo?.includes('failure') && streamed && !isDirect) {
    isIn('finish', (await ask()).finish, [undefined, 'other']);
    return 'deaf';
  }
  await refused(ask, 'cut', (error) => !(error instanceof TypeError) || /terminated|network/.test(error.message));
}

async function cancel({ client, streamed, talk, wire }) {
  const leaving = new AbortController();
  const asking = talk({ signal: leaving.signal, onDelta: () => leaving.abort() }).ask('slow');
  if (!streamed) {
    while (wire.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
  }
  await refused(() => asking, 'abort', (error) => client.isAbort(error));
  if (!(await wire.wasLeft())) throw new Error('the provider was not told to stop');
}

/** Clients that write requests from words of their own let fewer mistakes through. */
async function bad({ client, url, model, talk, isDirect }) {
  const usual = { 'unknown model': [404, () => talk({ model: 'no-such-model' }).ask('hi')] };
  // The simulator plays any model.
  const cases = Object.entries(client.bad?.(url, model) ?? usual).filter(([what]) => !isDirect || what !== 'unknown model');
  for (const [what, [status, ask]] of cases) {
    if (status === 200) await ask();
    else await refused(ask, what, (error) => client.thrown(error, status));
  }
}

/** Where a response can be come back to: after every sequence number the rest is exactly the rest. */
async function resume({ client, url, model, isDirect }) {
  return client.comesBack ? `ok, ${await client.comesBack(url, model, isDirect)}` : '–';
}

/** Vectors of texts, which only the simulator gives. */
async function embed({ client, url, isDirect }) {
  if (!client.embed || !isDirect) return '–';
  const vectors = await client.embed(url, ['Streams resume.', 'Bread.', 'Streams resume.']);
  same('vectors', vectors.length, 3);
  same('the vector of the same text', vectors[2], vectors[0]);
  same('a length of 1', Math.hypot(...vectors[1]).toFixed(3), '1.000');
}

export const CASES = { text, reasoning, tools, structured, image, refusal, length, errors, cut, cancel, bad, resume, embed };

/** Cases that are the same streamed and whole. */
export const ONCE = new Set(['bad', 'resume', 'embed']);
