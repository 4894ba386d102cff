// ollama.
import { Ollama } from 'ollama';
import { HUGE_TOOLS, JSON_SCHEMA, TOOLS } from './asked.mjs';

const toTool = (tool) => ({ type: 'function', function: tool });

export const ollama = {
  name: 'ollama',
  door: 'ollama',
  thrown: (error, status) => error.name === 'ResponseError' && error.status_code === status && error.error.length > 0 && !error.error.startsWith('Error '),
  isAbort: (error) => error.name === 'AbortError',
  embed: async (url, input) => (await new Ollama({ host: url }).embed({ model: 'e', input })).embeddings,

  talk({ url, model, streamed, tools, schema, think, signal, onDelta }) {
    // It can abort streams alone, and has no signal for the rest.
    const left = (request, { signal: own, ...init }) => fetch(request, { ...init, signal: AbortSignal.any([own, signal].filter(Boolean)) });
    const client = new Ollama({ host: url, fetch: left });
    const messages = [];
    const body = { model, messages };
    if (tools) body.tools = TOOLS.map(toTool);
    if (schema) body.format = JSON_SCHEMA;
    if (think) body.think = true;

    const say = async () => {
      const chunks = [];
      if (streamed) {
        for await (const chunk of await client.chat({ ...body, stream: true })) {
          chunks.push(chunk);
          if (chunk.message.content) onDelta?.();
        }
      } else {
        chunks.push(await client.chat(body));
      }
      const all = (field) => chunks.map((chunk) => chunk.message[field] ?? '').join('');
      const calls = chunks.flatMap((chunk) => chunk.message.tool_calls ?? []);
      const message = { role: 'assistant', content: all('content') };
      if (all('thinking')) message.thinking = all('thinking');
      if (calls.length > 0) message.tool_calls = calls;
      messages.push(message);
      const last = chunks.at(-1);
      return {
        text: message.content,
        reasoning: all('thinking'),
        refusal: '',
        calls: calls.map((call) => ({ id: call.id, name: call.function.name, arguments: call.function.arguments })),
        finish: last.done_reason === 'stop' && calls.length > 0 ? 'tools' : last.done_reason,
        parsed: schema ? JSON.parse(message.content) : undefined,
        usage: [last.prompt_eval_count, last.eval_count],
      };
    };
    return {
      ask(text, image) {
        messages.push({ role: 'user', content: text, ...(image && { images: [image] }) });
        return say();
      },
      give(results) {
        for (const { name, output } of results) messages.push({ role: 'tool', tool_name: name, content: output });
        return say();
      },
    };
  },

  bad(url, model) {
    const ask = (body) => new Ollama({ host: url }).chat({ model, messages: [{ role: 'user', content: 'hi' }], ...body });
    return {
      'wrong type': [400, () => ask({ options: 7 })],
      'unknown model': [404, () => ask({ model: 'no-such-model' })],
      'invalid base64': [400, () => ask({ messages: [{ role: 'user', content: 'hi', images: ['%%%'] }] })],
      'unknown role': [400, () => ask({ messages: [{ role: 'wizard', content: 'hi' }] })],
      '5 MB of tools': [200, () => ask({ tools: HUGE_TOOLS.map(toTool) })],
    };
  },
};
