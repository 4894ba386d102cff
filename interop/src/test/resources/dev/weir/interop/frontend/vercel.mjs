// Reads turns (name, frames) from the standard input and has useChat's own core read each of them
// whole, and cut after every frame and resumed, by replay and by the rest. Says what came of it.
import { pathToFileURL } from 'node:url';
import { text } from 'node:stream/consumers';

const { AbstractChat, DefaultChatTransport } = await import(pathToFileURL(process.argv[2]));

class State {
  status = 'ready';
  error = undefined;
  messages = [];
  pushMessage = message => { this.messages = [...this.messages, message]; };
  popMessage = () => { this.messages = this.messages.slice(0, -1); };
  replaceMessage = (index, message) => {
    this.messages = [...this.messages.slice(0, index), this.snapshot(message), ...this.messages.slice(index + 1)];
  };
  snapshot = value => structuredClone(value);
}

class Chat extends AbstractChat {
  constructor(options) { super({ ...options, state: new State() }); }
}

function body(frames, cut) {
  const parts = frames.map(frame => new TextEncoder().encode(frame));
  return new ReadableStream({
    pull(controller) {
      if (parts.length > 0) controller.enqueue(parts.shift());
      else if (cut) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
}

async function read(frames, cutAfter, isReplay) {
  const asked = [];
  const fetch = async (url, { method }) => {
    asked.push(`${method} ${url}`);
    const isCut = method === 'POST' && cutAfter < frames.length;
    const told = method === 'POST' ? frames.slice(0, cutAfter) : isReplay ? frames : frames.slice(cutAfter);
    return new Response(body(told, isCut), { status: 200 });
  };
  const chat = new Chat({
    id: 'chat-1',
    transport: new DefaultChatTransport({ api: '/v1/ui/chat', fetch, resumeStreamIsReplay: isReplay }),
    generateId: () => 'local',
  });
  await chat.sendMessage({ text: 'hi' });
  if (cutAfter < frames.length) await chat.resumeStream();
  const [, answer] = chat.messages;
  return { asked, status: chat.status, error: chat.error?.message ?? null, answer: answer ?? null };
}

const results = [];
for (const { name, frames } of JSON.parse(await text(process.stdin))) {
  const { asked, ...whole } = await read(frames, frames.length, true);
  const wrong = [];
  for (const isReplay of [true, false]) {
    // Who has all but [DONE] has nothing to come back for.
    for (let cut = 0; cut < frames.length - 1; cut++) {
      const { asked, ...joined } = await read(frames, cut, isReplay);
      const isSame = JSON.stringify(joined) === JSON.stringify(whole);
      if (!isSame || asked[1] !== 'GET /v1/ui/chat/chat-1/stream') wrong.push({ cut, isReplay, asked, joined });
    }
  }
  results.push({ name, ...whole, wrong });
}
console.log(JSON.stringify(results));
