import './taking.css';
import { call, Money, StateDot, timeText, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getOpenPurchases, PurchaseState } from '../purchase/purchase.contract.ts';
import { useTaking } from './taking.view.tsx';

const EVERY_MS = 10_000;

/** The purchases of a subject that are still to be paid, each with a button that goes on with it; nothing where there are none. */
export function OpenPurchases({
  kind,
  subjectId,
  isScanning = true,
  onEnd,
}: {
  kind: string;
  subjectId: string;
  /** Payment codes of phones are scanned here. */
  isScanning?: boolean;
  onEnd: () => unknown;
}) {
  const t = useText();
  const { data, refetch } = useQuery({
    queryKey: ['list', 'purchase', kind, subjectId],
    queryFn: ({ signal }) => call(getOpenPurchases, { kind, subjectId }, { signal, isQuiet: true }),
    refetchInterval: EVERY_MS,
  });
  const { takeFor, dialog } = useTaking({ isScanning, onEnd: () => Promise.all([refetch(), onEnd()]) });
  const all = data?.purchases ?? [];
  return (
    <>
      {all.length > 0 && (
        <ul className="open-purchases">
          {all.map((one) => (
            <li key={one.id}>
              <StateDot tone={PurchaseState.open.tone} label={PurchaseState.open} />
              <span>{t({ zh: one.titleZh, en: one.titleEn })}</span>
              <Money fen={one.amountFen} isStrong />
              <span className="by-faint">
                {t(
                  { zh: '{by}发起，{at} 前有效', en: 'by {by}, valid until {at}' },
                  { by: one.actorName, at: timeText(one.validUntil, 'minute').slice(11) },
                )}
              </span>
              <Button size="small" onClick={() => takeFor(one.id)}>
                {t({ zh: '继续收款', en: 'Take the money' })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}
