import { useEffect, useState } from 'react';

/** Shortest word that enterprises are searched by. */
export const SHORTEST_WORD = 4;
const SETTLED_MS = 400;

/** Returns a text once it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
