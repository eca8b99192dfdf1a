/** The elements of rich text; all others are removed and their text is kept. */
export const RICH_TAGS = [
  'p',
  'br',
  'h2',
  'h3',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'a',
] as const;

/** Schemes of links in rich text; links to pages of the product are relative. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;

/** Attributes of every link: it opens beside the product and gets no access to it. */
export const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

/** Whether an address may be the target of a link. */
export function isLinkAddress(address: string): boolean {
  return new RegExp(`^(?:(?:${LINK_SCHEMES.join('|')}):|/(?![/\\\\]))`, 'i').test(address);
}
