/** The part of a tab that decides the order of the tags. */
export interface Tag {
  readonly path: string;
  /** A pinned tag comes first and stays when others are closed. */
  readonly isPinned: boolean;
}

/** Which tags a command of the tag bar closes, relative to one tag. */
export type Closing = 'this' | 'others' | 'left' | 'right' | 'all';

/** Returns the remaining tags; a pinned one is closed only by itself. */
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

/** Returns the tag to show when the one of `path` closes: the next one, else the previous one, else null. */
export function successor<T extends Tag>(tags: readonly T[], path: string): T | null {
  const place = tags.findIndex((tag) => tag.path === path);
  return tags[place + 1] ?? tags[place - 1] ?? null;
}

/** Moves a tag after the last pinned one when pinning it, or before the first unpinned one when unpinning it. */
export function pinned<T extends Tag>(tags: readonly T[], path: string): readonly T[] {
  const turned = tags.map((tag) => (tag.path === path ? { ...tag, isPinned: !tag.isPinned } : tag));
  const one = turned.filter((tag) => tag.path === path);
  const rest = turned.filter((tag) => tag.path !== path);
  return [...rest.filter((tag) => tag.isPinned), ...one, ...rest.filter((tag) => !tag.isPinned)];
}

/** Moves a tag to the place of another one; pinned tags stay before the others. */
export function moved<T extends Tag>(tags: readonly T[], path: string, toPath: string): readonly T[] {
  const from = tags.findIndex((tag) => tag.path === path);
  const to = tags.findIndex((tag) => tag.path === toPath);
  const one = tags[from];
  if (!one || to < 0 || from === to || one.isPinned !== tags[to]!.isPinned) return tags;
  return tags.toSpliced(from, 1).toSpliced(to, 0, one);
}
