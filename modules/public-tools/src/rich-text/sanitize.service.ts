import sanitizeHtml from 'sanitize-html';
import { isLinkAddress, LINK_ATTRIBUTES, LINK_SCHEMES, RICH_TAGS } from './rich-text.contract.ts';

/** Returns HTML with the elements and attributes of rich text alone. */
export function sanitized(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...RICH_TAGS],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: [...LINK_SCHEMES],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: isLinkAddress(href) ? { href, ...LINK_ATTRIBUTES } : {},
      }),
    },
  }).trim();
}

const BLOCK_END = /<(?:br|\/(?:p|h2|h3|li|blockquote))[^>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** Returns the text of sanitised HTML on one line. */
export function plainText(html: string): string {
  return sanitizeHtml(html.replace(BLOCK_END, '$& '), { allowedTags: [], allowedAttributes: {} })
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\s+/g, ' ')
    .trim();
}
