// A picture that came inside the stream. One that would have to be fetched is a link: loading it would tell its host that it was seen.

import { el, icon } from '../dom.js';
import { hostOf, safeUrl } from '../format.js';

const KINDS = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

export class ImageView {
  constructor(piece) {
    this.piece = piece;
    this.element = el('figure.image', {}, pictureOf(piece) ?? linkOf(piece) ?? el('p.note', {}, icon('image'), `A picture of a kind that is not shown: ${piece.mediaType || 'unknown'}`));
  }

  update() {}

  close() {}
}

function pictureOf({ mediaType, content }) {
  if (!KINDS.includes(mediaType)) {
    return null;
  }
  try {
    const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    return el('img', { src: url, alt: 'Picture made by the model', onload: () => URL.revokeObjectURL(url) });
  } catch {
    return null;
  }
}

function linkOf({ content }) {
  const url = safeUrl(content);
  return url === null ? null : el('a', { href: url.href, target: '_blank', rel: 'noreferrer noopener nofollow' }, icon('image'), 'Picture at ', el('strong', {}, hostOf(url)));
}
