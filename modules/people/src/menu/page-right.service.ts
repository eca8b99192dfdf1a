import { readFileSync } from 'node:fs';

const TABLE = new URL('../../data/page-right.txt', import.meta.url);

let pagesOf: Map<string, readonly string[]> | undefined;
const known = new Map<string, ReadonlySet<string>>();

/** Which pages use a right, as `rules/page-right.ts` read it from their code; a right without a line belongs to all of them. */
function table(): Map<string, readonly string[]> {
  pagesOf ??= new Map(
    readFileSync(TABLE, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(': '))
      .map(([right, pages]) => [right!, pages!.split(' ')]),
  );
  return pagesOf;
}

/** The rights nobody of a tenant has, for no page that uses them is in its product; null offers every page. */
export function withheldRights(pageKeys: readonly string[] | null): ReadonlySet<string> {
  const key = pageKeys?.join(' ') ?? '*';
  let withheld = known.get(key);
  if (!withheld) {
    const offered = pageKeys && new Set(pageKeys);
    const lines = offered ? [...table()].filter(([, pages]) => !pages.some((one) => offered.has(one))) : [];
    withheld = new Set(lines.map(([right]) => right));
    // Products are few; what was tried out once need not be kept for ever.
    if (known.size > 500) known.clear();
    known.set(key, withheld);
  }
  return withheld;
}
