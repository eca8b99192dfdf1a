import { queryOf } from '@boyun/kernel/web';

/** A visited view, as stored for the tag bar. */
export interface VisitedView {
  /** Component key of the page. */
  readonly name: string;
  readonly path: string;
  /** Chinese title. */
  readonly title: string;
  /** Query of the address, with its question mark. */
  readonly search: string;
  readonly isPinned: boolean;
}

/** Serialises visited views for the session: name, path, title, query (spec §3), and whether the tag is pinned. */
export function viewsText(views: readonly VisitedView[]): string {
  return JSON.stringify(
    views.map(({ search, isPinned, ...view }) => ({
      ...view,
      query: queryOf(search),
      ...(isPinned && { pinned: true }),
    })),
  );
}

/** Parses the output of `viewsText`; invalid entries are ignored. */
export function readViews(text: string | null): VisitedView[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: Partial<Record<string, unknown>> | null) => {
    if (typeof one?.path !== 'string' || !one.path.startsWith('/')) return [];
    const query = new URLSearchParams(Object(one.query) as Record<string, string>).toString();
    return [
      {
        name: String(one.name ?? ''),
        path: one.path,
        title: String(one.title ?? ''),
        search: query && `?${query}`,
        isPinned: one.pinned === true,
      },
    ];
  });
}
