// openai, which has two doors.
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { HUGE_TOOLS, SCHEMA, TOOLS, argumentsOf } from './asked.mjs';

const client = (url) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'any', maxRetries: 0 });

/** Which exception each status is. */
const exceptions = {
  400: OpenAI.BadRequestError,
  401: OpenAI.AuthenticationError,
  404: OpenAI.NotFoundError,
  413: OpenAI.APIError,
  429: OpenAI.RateLimitError,
  500: OpenAI.InternalServerError,
  529: OpenAI.InternalServerError,
};

const thrown = (error, status) =>
  error instanceof exceptions[status] && error.status === status && typeof error.error?.message === 'string' && !!error.type;

export const chat = {
  name: 'openai: chat',
  door: 'openai-chat',
  thrown,
  isAbort: (error) => error instanceof OpenAI.APIUserAbortError,
  embed: async (url, input) => (await client(url).embeddings.create({ model: 'e', input })).data.map(({ embedding }) => embedding),

  talk({ url, model, streamed, tools, schema, think, signal, onDelta }) {
    const messages = [];
    const body = { model, messages };
    if (tools) body.tools = TOOLS.map((tool) => ({ type: 'function', function: tool }));
    if (schema) body.response_format = zodResponseFormat(SCHEMA, 'weather');
    if (think) body.reasoning_effort = 'high';

    const say = async () => {
      let reasoning = '';
      let completion;
      if (streamed) {
        const stream = client(url).chat.completions.stream({ ...body, stream_options: { include_usage: true } }, { signal });
        stream.on('chunk', (chunk) => {
          reasoning += chunk.choices[0]?.delta.reasoning_content ?? '';
          if (chunk.choices[0]?.delta.content) onDelta?.();
        });
        completion = await stream.finalChatCompletion();
      } else {
        completion = await client(url).chat.completions[schema ? 'parse' : 'create'](body, { signal });
        reasoning = completion.choices[0].message.reasoning_content ?? '';
      }
      const [{ message, finish_reason }] = completion.choices;
      messages.push(message);
      return {
        text: message.content ?? '',
        reasoning,
        refusal: message.refusal ?? '',
        calls: (message.tool_calls ?? []).map(({ id, type, function: f, custom }) =>
          type === 'custom' ? { id, name: custom.name, arguments: custom.input } : { id, name: f.name, arguments: argumentsOf(f.arguments) },
        ),
        finish: { stop: 'stop', tool_calls: 'tools', length: 'length', content_filter: 'refused' }[finish_reason],
        parsed: message.parsed,
        usage: [completion.usage?.prompt_tokens, completion.usage?.completion_tokens],
      };
    };
    return {
      ask(text, image) {
        const content = image ? [{ type: 'text', text }, { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }] : text;
        messages.push({ role: 'user', content });
        return say();
      },
      give(results) {
        for (const { id, output } of results) messages.push({ role: 'tool', tool_call_id: id, content: output });
        return say();
      },
    };
  },

  bad(url, model) {
    const ask = (body) => client(url).chat.completions.create({ model, messages: [{ role: 'user', content: 'hi' }], ...body });
    return {
      'wrong type': [400, () => ask({ messages: 'hi' })],
      'unknown model': [404, () => ask({ model: 'no-such-model' })],
      'invalid base64': [400, () => ask({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,%%%' } }] }] })],
      'unknown role': [400, () => ask({ messages: [{ role: 'wizard', content: 'hi' }] })],
      '5 MB of tools': [200, () => ask({ tools: HUGE_TOOLS.map((tool) => ({ type: 'function', function: tool })) })],
    };
  },
};

export const responses = {
  name: 'openai: responses',
  door: 'openai-responses',
  thrown,
  isAbort: (error) => error instanceof OpenAI.APIUserAbortError,

  talk({ url, model, streamed, tools, schema, think, signal, onDelta }) {
    const input = [];
    const body = { model, input, store: false, include: ['reasoning.encrypted_content'] };
    if (tools) body.tools = TOOLS.map((tool) => ({ type: 'function', strict: false, ...tool }));
    if (schema) body.text = { format: zodTextFormat(SCHEMA, 'weather') };
    if (think) body.reasoning = { effort: 'high', summary: 'auto' };

    const say = async () => {
      let response;
      if (streamed) {
        const stream = client(url).responses.stream(body, { signal });
        stream.on('response.output_text.delta', () => onDelta?.());
        response = await stream.finalResponse();
      } else {
        response = await client(url).responses[schema ? 'parse' : 'create'](body, { signal });
      }
      if (response.status === 'failed') throw new Error(response.error.message);
      input.push(...response.output);
      const parts = response.output.filter((item) => item.type === 'message').flatMap((item) => item.content);
      const calls = response.output.filter((item) => item.type === 'function_call');
      const isLong = response.status === 'incomplete' && response.incomplete_details.reason === 'max_output_tokens';
      const isFiltered = response.status === 'incomplete' && response.incomplete_details.reason === 'content_filter';
      return {
        text: parts.map((part) => part.text ?? '').join(''),
        reasoning: response.output.filter((item) => item.type === 'reasoning').flatMap((item) => [...item.summary, ...(item.content ?? [])]).map((part) => part.text).join(''),
        refusal: parts.map((part) => part.refusal ?? '').join(''),
        calls: calls.map((call) => ({ id: call.call_id, name: call.name, arguments: argumentsOf(call.arguments) })),
        finish: isLong ? 'length' : isFiltered ? 'refused' : response.status !== 'completed' ? response.status : calls.length > 0 ? 'tools' : 'stop',
        parsed: response.output_parsed,
        usage: [response.usage?.input_tokens, response.usage?.output_tokens],
      };
    };
    return {
      ask(text, image) {
        const content = [{ type: 'input_text', text }];
        if (image) content.push({ type: 'input_image', image_url: `data:image/png;base64,${image}`, detail: 'auto' });
        input.push({ role: 'user', content });
        return say();
      },
      give(results) {
        for (const { id, output } of results) input.push({ type: 'function_call_output', call_id: id, output });
        return say();
      },
    };
  },

  bad(url, model) {
    const ask = (body) => client(url).responses.create({ model, input: 'hi', ...body });
    return {
      'wrong type': [400, () => ask({ input: 7 })],
      'unknown model': [404, () => ask({ model: 'no-such-model' })],
      'invalid base64': [400, () => ask({ input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,%%%' }] }] })],
      'unknown role': [400, () => ask({ input: [{ role: 'wizard', content: 'hi' }] })],
      '5 MB of tools': [200, () => ask({ tools: HUGE_TOOLS.map((tool) => ({ type: 'function', strict: false, ...tool })) })],
    };
  },

  /** Comes back after every sequence number, while the response is on its way and later. */
  /** At OpenAI, and so at the simulator, only to one in the background. */
  async comesBack(url, model, background) {
    const ask = () => client(url).responses.create({ model, input: 'count', stream: true, ...(background && { background }) });
    const whole = [];
    for await (const event of await ask()) whole.push(event);
    const { id } = whole[0].response;
    const told = (events) => events.map((event) => JSON.stringify(event)).join('\n');
    const later = told(whole);
    for (let after = 0; after < whole.length; after++) {
      const rest = [];
      for await (const event of await client(url).responses.retrieve(id, { stream: true, starting_after: whole[after].sequence_number })) rest.push(event);
      if (told([...whole.slice(0, after + 1), ...rest]) !== later) throw new Error(`after ${after}, later: ${told(rest)}`);
    }
    const words = (events) => events.filter((event) => event.type.endsWith('.delta')).map((event) => event.delta).join('');
    for (let after = 0; after < whole.length; after++) {
      const seen = [];
      let live;
      for await (const event of await ask()) {
        seen.push(event);
        live ??= event.response.id;
        if (seen.length > after) break;
      }
      for await (const event of await client(url).responses.retrieve(live, { stream: true, starting_after: seen.at(-1).sequence_number })) seen.push(event);
      if (seen.length !== whole.length || words(seen) !== words(whole)) throw new Error(`after ${after}, live: ${told(seen)}`);
      if (seen.some((event, at) => event.sequence_number !== whole[at].sequence_number)) throw new Error(`after ${after}, live: numbers`);
    }
    return whole.length;
  },
};
