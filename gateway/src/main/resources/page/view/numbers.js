// What an answer took, in the numbers people ask for: tokens, time to the first one, tokens a second, cost, tries.

import { count, exactly } from '../format.js';
import { prices as told } from '../net/api.js';

let known = null;

/** A map by model of `{input, output, cachedInput?}` for a million tokens, as far as the gateway was told. */
export function prices() {
  known ??= told().then((all) => new Map(Object.entries(all))).catch(() => new Map());
  return known;
}

/** `[[words, explanation]]`; what is not known is omitted. `passes` are metrics of the gateway, `asked` is the model that was asked for. */
export function numbersOf(passes, priceList, asked) {
  const sum = (of) => passes.map(of).filter(Number.isFinite).reduce((all, each) => all + each, 0);
  const has = (of) => passes.some((pass) => Number.isFinite(of(pass)));
  const input = sum(({ usage }) => usage?.inputTokens);
  const output = sum(({ usage }) => usage?.outputTokens);
  const first = firstOf(passes[0]?.timing);
  const busy = sum(({ timing }) => (timing?.lastOutputMicros ?? NaN) - (firstOf(timing) ?? NaN));
  const tries = sum(({ tries: all }) => all?.count);
  const numbers = [];
  if (has(({ usage }) => usage?.inputTokens)) {
    numbers.push([`${input.toLocaleString('en')} in`, 'Tokens of the request']);
  }
  if (has(({ usage }) => usage?.outputTokens)) {
    numbers.push([`${output.toLocaleString('en')} out`, 'Tokens of the answer, thinking included']);
  }
  if (first !== null) {
    numbers.push([`first after ${exactly(first / 1000)}`, 'Time to the first token']);
  }
  if (output > 0 && busy > 0) {
    const rate = (output * 1e6) / busy;
    numbers.push([`${rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')} tokens/s`, 'From the first token to the last']);
  }
  // A route has no price of its own: whoever answered has one.
  const priced = passes.map(({ usage, modelName }) => ({ usage, price: priceList.get(asked) ?? priceList.get(modelName) }));
  if (output > 0 && priced.every(({ price }) => price !== undefined)) {
    numbers.push([moneyOf(priced), 'By the prices that the gateway was told']);
  }
  if (tries > passes.length) {
    numbers.push([count(tries, 'try', 'tries'), 'How often the provider was asked']);
  }
  return numbers;
}

function firstOf(timing) {
  const times = [timing?.firstThinkingMicros, timing?.firstTextMicros, timing?.firstToolArgumentMicros].filter(Number.isFinite);
  return times.length === 0 ? null : Math.min(...times);
}

function moneyOf(priced) {
  const cost = priced.reduce((all, { usage, price: { input, output, cachedInput } }) => {
    const cached = usage?.cachedInputTokens ?? 0;
    return all + (((usage?.inputTokens ?? 0) - cached) * Number(input) + cached * Number(cachedInput ?? input) + (usage?.outputTokens ?? 0) * Number(output)) / 1e6;
  }, 0);
  return `$${cost >= 0.01 ? cost.toFixed(2) : cost.toPrecision(2)}`;
}
