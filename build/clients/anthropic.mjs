// @anthropic-ai/sdk.
import Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { HUGE_TOOLS, SCHEMA, TOOLS } from './asked.mjs';

const client = (url) => new Anthropic({ baseURL: url, apiKey: 'any', maxRetries: 0 });

/** Which exception each status is. */
const exceptions = {
  400: Anthropic.BadRequestError,
  401: Anthropic.AuthenticationError,
  404: Anthropic.NotFoundError,
  413: Anthropic.APIError,
  429: Anthropic.RateLimitError,
  500: Anthropic.InternalServerError,
  529: Anthropic.InternalServerError,
};

const toTool = ({ parameters, ...tool }) => ({ ...tool, input_schema: parameters });

export const messages = {
  name: '@anthropic-ai/sdk',
  door: 'anthropic',
  thrown: (error, status) =>
    error instanceof exceptions[status] && error.status === status && error.error?.type === 'error' && !!error.type && !!error.error.error.message,
  isAbort: (error) => error instanceof Anthropic.APIUserAbortError,

  talk({ url, model, streamed, tools, schema, think, signal, onDelta }) {
    const messages = [];
    const body = { model, messages, max_tokens: 4096 };
    if (tools) body.tools = TOOLS.map(toTool);
    if (schema) body.output_config = { format: zodOutputFormat(SCHEMA) };
    if (think) body.thinking = { type: 'enabled', budget_tokens: 2048 };

    const say = async () => {
      let message;
      if (streamed) {
        const stream = client(url).messages.stream(body, { signal });
        stream.on('text', () => onDelta?.());
        message = await stream.finalMessage();
      } else {
        message = await client(url).messages[schema ? 'parse' : 'create'](body, { signal });
      }
      messages.push({ role: 'assistant', content: message.content });
      const all = (type, field) => message.content.filter((block) => block.type === type).map((block) => block[field]).join('');
      return {
        text: all('text', 'text'),
        reasoning: all('thinking', 'thinking'),
        refusal: '',
        calls: message.content.filter((block) => block.type === 'tool_use').map(({ id, name, input }) => ({ id, name, arguments: input })),
        finish: { end_turn: 'stop', tool_use: 'tools', max_tokens: 'length', refusal: 'refused' }[message.stop_reason],
        parsed: message.parsed_output,
        usage: [message.usage.input_tokens, message.usage.output_tokens],
      };
    };
    return {
      ask(text, image) {
        const content = [{ type: 'text', text }];
        if (image) content.push({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } });
        messages.push({ role: 'user', content });
        return say();
      },
      give(results) {
        messages.push({ role: 'user', content: results.map(({ id, output }) => ({ type: 'tool_result', tool_use_id: id, content: output })) });
        return say();
      },
    };
  },

  bad(url, model) {
    const ask = (body) => client(url).messages.create({ model, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }], ...body });
    return {
      'wrong type': [400, () => ask({ messages: 'hi' })],
      'unknown model': [404, () => ask({ model: 'no-such-model' })],
      'missing max_tokens': [400, () => ask({ max_tokens: undefined })],
      'invalid base64': [400, () => ask({ messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '%%%' } }] }] })],
      'unknown role': [400, () => ask({ messages: [{ role: 'wizard', content: 'hi' }] })],
      '5 MB of tools': [200, () => ask({ tools: HUGE_TOOLS.map(toTool) })],
    };
  },
};
