import DOMPurify from 'dompurify';
import { isLinkAddress, LINK_ATTRIBUTES, RICH_TAGS } from './rich-text.contract.ts';

const purify = DOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  if (!isLinkAddress(node.getAttribute('href') ?? '')) node.removeAttribute('href');
  else for (const [name, value] of Object.entries(LINK_ATTRIBUTES)) node.setAttribute(name, value);
});

/** Returns HTML as elements of this page, with the elements and attributes of rich text alone. */
export function cleanFragment(html: string): DocumentFragment {
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: [...RICH_TAGS],
    ALLOWED_ATTR: ['href', 'target', 'rel'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  return document.importNode(fragment, true);
}
