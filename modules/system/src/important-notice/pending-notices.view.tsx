import { call, createStore, useLanguage, useStore } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getPendingNotices } from './important-notice.contract.ts';

const NoticeDialog = lazy(() => import('./notice-dialog.view.tsx'));

/** Interval at which pending notices are refetched while the product is open. */
const EVERY_MS = 10 * 60_000;

/** Notices postponed since the product was opened, kept across pages. */
const putOff = createStore<readonly string[]>([]);

/** Shows pending notices on entry; a postponed one is shown again at the next entry. */
export default function PendingNotices() {
  const language = useLanguage();
  const later = useStore(putOff);
  const asked = useQuery({
    queryKey: ['pending-notices', language],
    queryFn: ({ signal }) => call(getPendingNotices, {}, { signal, isQuiet: true }),
    refetchInterval: EVERY_MS,
  });
  const keyOf = (one: { noticeId: string; edition: number }) => `${one.noticeId} ${one.edition}`;
  const notices = asked.data?.notices.filter((one) => !later.includes(keyOf(one))) ?? [];
  const [first] = notices;
  if (!first) return null;
  return (
    <Suspense fallback={null}>
      <NoticeDialog
        key={keyOf(first)}
        notice={first}
        count={notices.length}
        onConfirmed={() => asked.refetch()}
        onLater={() => putOff.set([...later, keyOf(first)])}
      />
    </Suspense>
  );
}
