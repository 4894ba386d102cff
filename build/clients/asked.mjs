// What all clients ask for, in words that are nobody's dialect.
import { z } from 'zod';

export const TOOLS = [
  {
    name: 'weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } }, required: ['city'] },
  },
  { name: 'clock', description: 'What time it is', parameters: { type: 'object', properties: {} } },
  { name: 'wind', description: 'The wind in a city', parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
];

/** Five megabytes of them. */
export const HUGE_TOOLS = Array.from({ length: 50 }, (_, at) => ({
  name: `tool_${at}`,
  description: 'words '.repeat(17_500),
  parameters: { type: 'object', properties: {} },
}));

export const SCHEMA = z.object({ city: z.string(), degrees: z.number() });

/** The same without a library. */
export const JSON_SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'number' } },
  required: ['city', 'degrees'],
  additionalProperties: false,
};

/** A red dot, as PNG in base64. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

/** Arguments as far as they are JSON; a model may have been stopped within them. */
export function argumentsOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
