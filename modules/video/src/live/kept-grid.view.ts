import { currentUser } from '@boyun/kernel/web';
import { useState } from 'react';

/** Pictures shown at once. */
export const LAYOUTS = [1, 4, 9, 16] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What a person looks at: the cameras in their order, and how many at once. */
export interface Grid {
  readonly layout: Layout;
  /** Null until the person has chosen. */
  readonly picked: readonly string[] | null;
}

const keyOf = () => `video-grid:${currentUser()?.userId ?? ''}`;

function readGrid(): Grid {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf()) ?? 'null') as Partial<Grid> | null;
    const layout = LAYOUTS.find((one) => one === kept?.layout) ?? 4;
    const picked = Array.isArray(kept?.picked) ? kept.picked.filter((one) => typeof one === 'string') : null;
    return { layout, picked };
  } catch {
    return { layout: 4, picked: null };
  }
}

/** The grid of this person, which this browser keeps. */
export function useGrid(): readonly [Grid, (change: Partial<Grid>) => void] {
  const [grid, setGrid] = useState(readGrid);
  const change = (part: Partial<Grid>) =>
    setGrid((last) => {
      const next = { ...last, ...part };
      localStorage.setItem(keyOf(), JSON.stringify(next));
      return next;
    });
  return [grid, change];
}
