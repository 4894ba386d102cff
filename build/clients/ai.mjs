// ai, with its providers.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, Output, embedMany, generateText, jsonSchema, streamText, tool } from 'ai';
import { createOllama } from 'ollama-ai-provider-v2';
import { SCHEMA, TOOLS } from './asked.mjs';

// It warns of models that it does not know.
globalThis.AI_SDK_LOG_WARNINGS = false;

const FINISH = { stop: 'stop', 'tool-calls': 'tools', length: 'length', 'content-filter': 'refused' };

/** A client of one of its providers; options are what makes it think. */
const client = (name, door, model, options, more = {}) => ({
  name: `ai: ${name}`,
  door,
  thrown: (error, status) => APICallError.isInstance(error) && error.statusCode === status && !!error.data && error.message.length > 0,
  isAbort: (error) => error.name === 'AbortError',
  ...more,

  talk({ url, model: id, streamed, tools, schema, think, signal, onDelta }) {
    const messages = [];
    const say = async () => {
      const settings = { model: model(url, id), messages, maxRetries: 0, abortSignal: signal };
      if (tools) {
        settings.tools = Object.fromEntries(
          TOOLS.map(({ name, description, parameters }) => [name, tool({ description, inputSchema: jsonSchema(parameters) })]),
        );
      }
      if (schema) settings.output = Output.object({ schema: SCHEMA });
      if (think || tools) settings.providerOptions = options;
      if (schema === 'words') settings.providerOptions = more.inWords;
      const result = streamed ? await streaming(settings, onDelta) : await generateText(settings);
      const usage = await result.totalUsage;
      messages.push(...(await result.response).messages);
      return {
        text: await result.text,
        reasoning: (await result.reasoningText) ?? '',
        refusal: '',
        calls: (await result.toolCalls).map((call) => ({ id: call.toolCallId, name: call.toolName, arguments: call.input })),
        finish: FINISH[await result.finishReason] ?? (await result.finishReason),
        parsed: schema ? await result.output : undefined,
        usage: [usage.inputTokens, usage.outputTokens],
      };
    };
    return {
      ask(text, image) {
        const content = [{ type: 'text', text }];
        if (image) content.push({ type: 'file', data: image, mediaType: 'image/png' });
        messages.push({ role: 'user', content });
        return say();
      },
      give(results) {
        messages.push({
          role: 'tool',
          content: results.map(({ id, name, output }) => ({ type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value: output } })),
        });
        return say();
      },
    };
  },
});

const embed = async (model, values) => (await embedMany({ model, values, maxRetries: 0 })).embeddings;

async function streaming(settings, onDelta) {
  const result = streamText({ ...settings, onError: () => {} });
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw Object.assign(new Error('aborted'), { name: 'AbortError' });
    if (part.type === 'text-delta') onDelta?.();
  }
  return result;
}

export const ai = [
  client(
    'openai responses',
    'openai-responses',
    (url, id) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'any' }).responses(id),
    { openai: { forceReasoning: true, reasoningEffort: 'high', reasoningSummary: 'auto', store: false, include: ['reasoning.encrypted_content'] } },
    { embed: (url, texts) => embed(createOpenAI({ baseURL: `${url}/v1`, apiKey: 'any' }).embeddingModel('e'), texts) },
  ),
  client(
    'openai chat',
    'openai-chat',
    (url, id) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'any' }).chat(id),
    { openai: { reasoningEffort: 'high' } },
    { isDeafTo: ['reasoning', 'custom tools'] },
  ),
  client(
    'openai-compatible',
    'openai-chat',
    (url, id) => createOpenAICompatible({ name: 'weir', baseURL: `${url}/v1`, apiKey: 'any', includeUsage: true, supportsStructuredOutputs: true })(id),
    { weir: { reasoningEffort: 'high' } },
    { isDeafTo: ['custom tools'] },
  ),
  client(
    'anthropic',
    'anthropic',
    (url, id) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'any' })(id),
    { anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } } },
    // Of a model that it does not know it wants the call of a tool, unless it is told otherwise.
    { schemas: ['call', 'words'], inWords: { anthropic: { structuredOutputMode: 'outputFormat' } } },
  ),
  client(
    'google',
    'gemini',
    (url, id) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: 'any' })(id),
    { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } } },
    { embed: (url, texts) => embed(createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: 'any' }).embeddingModel('e'), texts) },
  ),
  client('ollama', 'ollama', (url, id) => createOllama({ baseURL: `${url}/api` })(id), { ollama: { think: true } }, {
    // It takes errors for ones of OpenAI, and passes over those inside a stream.
    thrown: (error, status) => APICallError.isInstance(error) && error.statusCode === status && JSON.parse(error.responseBody).error.length > 0,
    isDeafTo: ['failure'],
  }),
];
