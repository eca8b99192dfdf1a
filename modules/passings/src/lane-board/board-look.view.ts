import { readCookie, useKeys, writeCookie } from '@boyun/kernel/web';
import { useState } from 'react';

/** How the board is drawn, and what changes it. */
export interface BoardLook {
  readonly classes: readonly string[];
  readonly isCompact: boolean;
  /** Whether the board covers the menu and the bars. */
  readonly isWhole: boolean;
  readonly onCompact: (isCompact: boolean) => void;
  readonly onWhole: (isWhole: boolean) => void;
}

const COOKIE = 'laneBoardCompact';
/** Below this width in pixels, cards with pictures leave room for a few lanes only. */
const WIDE = 1500;

/** The look of the board: compact cards by choice, which a cookie keeps, else on narrow screens; the whole window until Escape. */
export function useLook(): BoardLook {
  const [isCompact, setCompact] = useState(() => {
    const kept = readCookie(COOKIE);
    return kept ? kept === '1' : innerWidth < WIDE;
  });
  const [isWhole, setWhole] = useState(false);
  useKeys({ Escape: isWhole ? () => setWhole(false) : undefined });
  return {
    classes: [isCompact ? 'is-compact' : '', isWhole ? 'is-whole' : ''],
    isCompact,
    isWhole,
    onCompact(next) {
      writeCookie(COOKIE, next ? '1' : '0');
      setCompact(next);
    },
    onWhole: setWhole,
  };
}
