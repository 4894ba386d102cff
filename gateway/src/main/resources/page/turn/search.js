// Search results come in the provider's or the tool's own JSON. This finds what all of them have: a title, an address, a few words.

/** `{query, results: [{title, url, snippet}]}`; results without an address or a title are omitted. */
export function searchOf(data) {
  const holder = data !== null && typeof data === 'object' && !Array.isArray(data) ? data : {};
  const list = [data, holder.action?.sources, ...Object.values(holder)].find(Array.isArray) ?? [];
  return {
    query: words(holder.query ?? holder.action?.query ?? holder.action?.queries?.[0]),
    results: list.filter((each) => each !== null && typeof each === 'object').map(resultOf).filter(({ title, url }) => title !== '' || url !== ''),
  };
}

function resultOf(each) {
  const url = words(each.url ?? each.uri ?? each.link);
  return { title: words(each.title ?? each.name) || url, url, snippet: words(each.snippet ?? each.description ?? each.text) };
}

function words(value) {
  return typeof value === 'string' ? value.trim() : '';
}
