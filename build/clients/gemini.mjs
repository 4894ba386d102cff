// @google/genai.
import { ApiError, GoogleGenAI } from '@google/genai';
import { HUGE_TOOLS, JSON_SCHEMA, TOOLS } from './asked.mjs';

const client = (url) => new GoogleGenAI({ apiKey: 'any', httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } });

const toTools = (tools) => [{ functionDeclarations: tools.map(({ parameters, ...tool }) => ({ ...tool, parametersJsonSchema: parameters })) }];

export const gemini = {
  name: '@google/genai',
  door: 'gemini',
  thrown: (error, status) => error instanceof ApiError && error.status === status && JSON.parse(error.message).error.code === status && !!JSON.parse(error.message).error.status,
  isAbort: (error) => error.name === 'AbortError' || /abort/i.test(error.message),

  embed: async (url, contents) => (await client(url).models.embedContent({ model: 'e', contents })).embeddings.map(({ values }) => values),

  talk({ url, model, streamed, tools, schema, think, signal, onDelta }) {
    const contents = [];
    const config = { abortSignal: signal };
    if (tools) config.tools = toTools(TOOLS);
    if (schema) Object.assign(config, { responseMimeType: 'application/json', responseJsonSchema: JSON_SCHEMA });
    if (think) config.thinkingConfig = { includeThoughts: true, thinkingBudget: 2048 };

    const say = async () => {
      const chunks = [];
      if (streamed) {
        for await (const chunk of await client(url).models.generateContentStream({ model, contents, config })) {
          chunks.push(chunk);
          onDelta?.();
        }
      } else {
        chunks.push(await client(url).models.generateContent({ model, contents, config }));
      }
      const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
      contents.push({ role: 'model', parts });
      const calls = parts.filter((part) => part.functionCall).map((part) => part.functionCall);
      const word = chunks.map((chunk) => chunk.candidates?.[0]?.finishReason).filter(Boolean).at(-1);
      const usage = chunks.map((chunk) => chunk.usageMetadata).filter(Boolean).at(-1);
      const text = parts.filter((part) => !part.thought).map((part) => part.text ?? '').join('');
      return {
        text,
        reasoning: parts.filter((part) => part.thought).map((part) => part.text ?? '').join(''),
        refusal: '',
        calls: calls.map(({ id, name, args }) => ({ id, name, arguments: args ?? {} })),
        finish: calls.length > 0 && word === 'STOP' ? 'tools' : ({ STOP: 'stop', MAX_TOKENS: 'length' }[word] ?? 'refused'),
        parsed: schema ? JSON.parse(text) : undefined,
        usage: [usage?.promptTokenCount, (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0)],
      };
    };
    return {
      ask(text, image) {
        const parts = [{ text }];
        if (image) parts.push({ inlineData: { mimeType: 'image/png', data: image } });
        contents.push({ role: 'user', parts });
        return say();
      },
      give(results) {
        contents.push({ role: 'user', parts: results.map(({ id, name, output }) => ({ functionResponse: { id, name, response: { output } } })) });
        return say();
      },
    };
  },

  bad(url, model) {
    const ask = (body) => client(url).models.generateContent({ model, contents: 'hi', ...body });
    return {
      'wrong type': [400, () => ask({ config: { temperature: 'warm' } })],
      'unknown model': [404, () => ask({ model: 'no-such-model' })],
      'invalid base64': [400, () => ask({ contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: '%%%' } }] }] })],
      'unknown role': [400, () => ask({ contents: [{ role: 'wizard', parts: [{ text: 'hi' }] }] })],
      '5 MB of tools': [200, () => ask({ config: { tools: toTools(HUGE_TOOLS) } })],
    };
  },
};
