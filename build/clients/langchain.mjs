// @langchain/openai, on both doors of OpenAI.
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { SCHEMA, TOOLS } from './asked.mjs';

const client = (name, door, useResponsesApi, more) => ({
  name: `@langchain/openai: ${name}`,
  door,
  thrown: (error, status) => error.status === status && typeof error.error?.message === 'string',
  isAbort: (error) => /abort/i.test(`${error.name} ${error.message}`),
  ...more,

  talk({ url, model, streamed, tools, schema, think, signal, onDelta }) {
    const messages = [];
    const say = async () => {
      const fields = { model, apiKey: 'any', maxRetries: 0, useResponsesApi, configuration: { baseURL: `${url}/v1` } };
      if (think) fields.reasoning = { effort: 'high', summary: 'auto' };
      if (useResponsesApi) fields.zdrEnabled = true;
      let chat = new ChatOpenAI(fields);
      if (tools) chat = chat.bindTools(TOOLS.map((tool) => ({ type: 'function', function: tool })));
      let parsed;
      let message;
      if (schema) {
        ({ raw: message, parsed } = await chat.withStructuredOutput(SCHEMA, { method: 'jsonSchema', name: 'weather', includeRaw: true }).invoke(messages, { signal }));
      } else if (streamed) {
        for await (const chunk of await chat.stream(messages, { signal })) {
          message = message ? message.concat(chunk) : chunk;
          if (chunk.text) onDelta?.();
        }
      } else {
        message = await chat.invoke(messages, { signal });
      }
      messages.push(message);
      const { finish_reason, status, incomplete_details } = message.response_metadata;
      const word = finish_reason ?? (status === 'incomplete' ? incomplete_details.reason : status);
      const calls = message.tool_calls ?? [];
      return {
        text: message.text,
        reasoning: message.contentBlocks.filter((block) => block.type === 'reasoning').map((block) => block.reasoning).join(''),
        refusal: message.additional_kwargs.refusal ?? '',
        calls: calls.map(({ id, name, args }) => ({ id, name, arguments: args })),
        finish: calls.length > 0 ? 'tools' : { stop: 'stop', completed: 'stop', length: 'length', max_output_tokens: 'length', content_filter: 'refused' }[word],
        parsed,
        usage: [message.usage_metadata?.input_tokens, message.usage_metadata?.output_tokens],
      };
    };
    return {
      ask(text, image) {
        const content = image ? [{ type: 'text', text }, { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }] : text;
        messages.push(new HumanMessage({ content }));
        return say();
      },
      give(results) {
        for (const { id, output } of results) messages.push(new ToolMessage({ tool_call_id: id, content: output }));
        return say();
      },
    };
  },
});

export const langchain = [
  client('chat', 'openai-chat', false, { isDeafTo: ['refusal'] }),
  client('responses', 'openai-responses', true, { isDeafTo: ['failure'] }),
];
