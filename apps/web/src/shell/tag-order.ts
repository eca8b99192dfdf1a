/** What of a tab counts for the order of the tags. */
export interface Tag {
  readonly path: string;
  /** A pinned tag stands in front and stays when others are closed. */
  readonly isPinned: boolean;
}

/** Which tags a command of the tag bar closes, seen from one tag. */
export type Closing = 'this' | 'others' | 'left' | 'right' | 'all';

/** The tags that stay; a pinned one goes only when it is closed itself. */
export function staying<T extends Tag>(tags: readonly T[], path: string, which: Closing): readonly T[] {
  const place = tags.findIndex((tag) => tag.path === path);
  const isClosed: Record<Closing, (tag: T, index: number) => boolean> = {
    this: (tag) => tag.path === path,
    others: (tag) => tag.path !== path && !tag.isPinned,
    left: (tag, index) => index < place && !tag.isPinned,
    right: (tag, index) => index > place && !tag.isPinned,
    all: (tag) => !tag.isPinned,
  };
  return tags.filter((tag, index) => !isClosed[which](tag, index));
}

/** The tag to show when the one of `path` goes: the next one, else the one before it, else none. */
export function successor<T extends Tag>(tags: readonly T[], path: string): T | null {
  const place = tags.findIndex((tag) => tag.path === path);
  return tags[place + 1] ?? tags[place - 1] ?? null;
}

/** Pins a tag behind the pinned ones, or lets it go to the front of the others. */
export function pinned<T extends Tag>(tags: readonly T[], path: string): readonly T[] {
  const turned = tags.map((tag) => (tag.path === path ? { ...tag, isPinned: !tag.isPinned } : tag));
  const one = turned.filter((tag) => tag.path === path);
  const rest = turned.filter((tag) => tag.path !== path);
  return [...rest.filter((tag) => tag.isPinned), ...one, ...rest.filter((tag) => !tag.isPinned)];
}

/** Puts a tag where another one stands; pinned ones stay in front of the others. */
export function moved<T extends Tag>(tags: readonly T[], path: string, toPath: string): readonly T[] {
  const from = tags.findIndex((tag) => tag.path === path);
  const to = tags.findIndex((tag) => tag.path === toPath);
  const one = tags[from];
  if (!one || to < 0 || from === to || one.isPinned !== tags[to]!.isPinned) return tags;
  return tags.toSpliced(from, 1).toSpliced(to, 0, one);
}
