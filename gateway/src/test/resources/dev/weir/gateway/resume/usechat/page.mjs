// A page that shows one conversation of useChat, keeps what it shows, and comes back to the answer that is on its way when it is loaded again.
import { DefaultChatTransport } from 'ai';
import { useChat } from '@ai-sdk/react';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const asked = new URLSearchParams(location.search);
const id = asked.get('chat');
const kept = JSON.parse(localStorage.getItem(id) ?? '[]');
const clock = { name: 'clock', description: 'What time it is', parameters: { type: 'object', properties: {} } };
const transport = new DefaultChatTransport({ api: asked.get('api'), body: { model: 'model-1', tools: [clock] } });

function Page() {
  const { messages, sendMessage, status, error } = useChat({ id, messages: kept, resume: kept.length > 0, transport });
  useEffect(() => {
    // Some pages keep everything, some only what was asked.
    const worth = asked.has('keepsAnswers') ? messages : messages.filter((message) => message.role === 'user');
    localStorage.setItem(id, JSON.stringify(worth));
  }, [messages]);
  window.shown = {
    status,
    error: error?.message ?? null,
    // Whether an empty part is there already, and where steps begin, nobody sees.
    parts: messages
      .flatMap(({ role, parts }) => parts.map((part) => [role, part.type, part.text ?? (part.input ? JSON.stringify(part.input) : '')]))
      .filter(([, , text]) => text !== '')
      .map((part) => part.join('|')),
  };
  window.send = (text) => void sendMessage({ text });
  return createElement('pre', {}, JSON.stringify(window.shown, null, 1));
}

createRoot(document.getElementById('page')).render(createElement(Page));
