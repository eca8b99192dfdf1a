import { accentNames } from 'virtual:antd-accent';
import { shadesOf } from './accent-shade.ts';
import { accentTokens, type Look } from './theme.ts';

/** Returns the component library's shades of a theme colour, by their names in its style sheets after `--by-`. */
export function libraryShadesOf(color: string, look: Look): Record<string, string> {
  const tokens = accentTokens(look, shadesOf(color, look));
  return Object.fromEntries(accentNames.map((name) => [`ant-${name}`, tokens[name]!]));
}
