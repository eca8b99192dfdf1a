import { getRow, useResource, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';

/** The names of rows by their ids, separated by commas. */
export function PlaceNames({ to, ids }: { to: string; ids: readonly string[] }) {
  const t = useText();
  const resource = useResource(to);
  const asked = useQuery({
    queryKey: ['list', to, 'names', ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => getRow(resource!, id, { signal, isQuiet: true }))),
    enabled: resource !== null && ids.length > 0,
    staleTime: 60_000,
  });
  if (ids.length === 0) return <span className="by-faint">—</span>;
  if (!asked.data || !resource) return t({ zh: '{count} 个', en: '{count}' }, { count: ids.length });
  return asked.data
    .map((one) => String((one as Record<string, unknown>)[resource.nameField]))
    .join(t({ zh: '、', en: ', ' }));
}
