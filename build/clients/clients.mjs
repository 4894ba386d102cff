// All clients.
import { ai } from './ai.mjs';
import { messages } from './anthropic.mjs';
import { gemini } from './gemini.mjs';
import { langchain } from './langchain.mjs';
import { ollama } from './ollama.mjs';
import { chat, responses } from './openai.mjs';

export const CLIENTS = [chat, responses, messages, gemini, ollama, ...ai, ...langchain];
