/** Addresses of a person's favourite pages and of those used last, the latest first. */
export interface Shortcuts {
  readonly favourites: readonly string[];
  readonly recent: readonly string[];
}

/** Number of recently used pages that are kept. */
export const RECENT_PAGES = 6;
/** Number of favourites that are kept. */
const MOST_FAVOURITES = 30;

/** Reads a stored text; nothing where it stored none, or something else. */
export function readShortcuts(text: string | null): Shortcuts {
  try {
    const { favourites, recent } = JSON.parse(text ?? '') as Record<keyof Shortcuts, unknown>;
    const paths = (given: unknown) => (Array.isArray(given) ? given.filter((one) => typeof one === 'string') : []);
    return { favourites: paths(favourites), recent: paths(recent) };
  } catch {
    return { favourites: [], recent: [] };
  }
}

/** A page was used: it is the latest. */
export function withUsed({ favourites, recent }: Shortcuts, path: string): Shortcuts {
  return { favourites, recent: [path, ...recent.filter((one) => one !== path)].slice(0, RECENT_PAGES) };
}

/** Adds a favourite, or removes it. */
export function withToggled({ favourites, recent }: Shortcuts, path: string): Shortcuts {
  const others = favourites.filter((one) => one !== path);
  return { favourites: others.length < favourites.length ? others : [...others, path].slice(-MOST_FAVOURITES), recent };
}
