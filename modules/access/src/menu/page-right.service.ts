import { readFileSync } from 'node:fs';

const TABLE = new URL('../../data/page-right.txt', import.meta.url);

let pagesOf: Map<string, readonly string[]> | undefined;
const known = new Map<string, ReadonlySet<string>>();

/**
 * Which pages use a permission, as `rules/page-right.ts` derives it from their code; a permission without a line belongs
 * to all pages.
 */
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

/** Returns the permissions withheld from a tenant because no page that uses them is part of its product; null offers every page. */
export function withheldRights(pageKeys: readonly string[] | null): ReadonlySet<string> {
  const key = pageKeys?.join(' ') ?? '*';
  let withheld = known.get(key);
  if (!withheld) {
    const offered = pageKeys && new Set(pageKeys);
    const lines = offered ? [...table()].filter(([, pages]) => !pages.some((one) => offered.has(one))) : [];
    withheld = new Set(lines.map(([right]) => right));
    // There are few products; bounding the cache discards combinations that were only tried out.
    if (known.size > 500) known.clear();
    known.set(key, withheld);
  }
  return withheld;
}
