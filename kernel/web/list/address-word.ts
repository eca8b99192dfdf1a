import { useSearchParams } from 'react-router';

/** One word of a page's address, `?orderId=…`, and the way to change it; the rest of the address stays, and so does the way back. */
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
