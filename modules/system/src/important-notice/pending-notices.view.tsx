import { call, createStore, useLanguage, useStore } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getPendingNotices } from './important-notice.contract.ts';

const NoticeDialog = lazy(() => import('./notice-dialog.view.tsx'));

/** How often it is asked whether there is something new to confirm while the product stays open. */
const EVERY_MS = 10 * 60_000;

/** What was put off since the product was entered, wherever the user has gone meanwhile. */
const putOff = createStore<readonly string[]>([]);

/** Shows on entry what has to be confirmed; what is put off comes back with the next entry. */
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
        onConfirmed={() => void asked.refetch()}
        onLater={() => putOff.set([...later, keyOf(first)])}
      />
    </Suspense>
  );
}
