import { useSearchParams } from 'react-router';

/** Reads and sets one query parameter of a page's address, `?orderId=…`; the others stay, and so does the history entry. */
export function useAddressWord(name: string): readonly [string | null, (next: string | null) => void] {
  const [query, setQuery] = useSearchParams();
  const change = (next: string | null) =>
    setQuery(
      (last) => {
        const changed = new URLSearchParams(last);
        if (next) changed.set(name, next);
        else changed.delete(name);
        return changed;
      },
      { replace: true },
    );
  return [query.get(name), change];
}
