import { call, DurationText, ErrorState, Money, Skeleton, useLanguage, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { spanText } from './fee-line.view.tsx';
import { getOrder } from './order.contract.ts';
import './order-bill.css';

/** The fee of a car inside grows while somebody looks at it. */
const REFRESH_MS = 30_000;

/** What an order costs, in brief: since when, each priced line, what reduces it, what was paid and what is due. */
export default function OrderBill({ orderId }: { orderId: string }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['order', orderId, language],
    queryFn: ({ signal }) => call(getOrder, { orderId }, { signal, isQuiet: true }),
    refetchInterval: REFRESH_MS,
  });
  if (!asked.data)
    return asked.error ? (
      <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
    ) : (
      <Skeleton lines={3} />
    );
  const { order, feeLines, reductions } = asked.data;
  const lines = [
    ...feeLines.map((line) => ({
      label: `${spanText(line.from, line.to, order.timeZone)} ${language === 'zh' ? line.zh : line.en}`,
      fen: line.amountFen,
    })),
    ...reductions.map((line) => ({ label: language === 'zh' ? line.zh : line.en, fen: -line.amountFen })),
    ...(order.paidFen > 0 ? [{ label: t({ zh: '已付', en: 'Paid before' }), fen: -order.paidFen }] : []),
  ];
  return (
    <dl className="order-bill">
      <div className="by-faint">
        <dt>
          {t({ zh: '已停', en: 'Parked' })}{' '}
          <DurationText seconds={order.parkedMinutes === null ? null : order.parkedMinutes * 60} />
        </dt>
      </div>
      {lines.map(({ label, fen }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill never move among themselves
        <div key={index}>
          <dt title={label}>{label}</dt>
          <dd>
            <Money fen={fen} />
          </dd>
        </div>
      ))}
      <div className="order-bill-due">
        <dt>{t({ zh: '待收', en: 'Due' })}</dt>
        <dd>
          <Money fen={order.dueFen} isStrong />
        </dd>
      </div>
      {order.debtFen > 0 && (
        <div className="order-bill-debt">
          <dt>{t({ zh: '以往欠费', en: 'Earlier debts' })}</dt>
          <dd>
            <Money fen={order.debtFen} />
          </dd>
        </div>
      )}
    </dl>
  );
}
