import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  listLink,
  moneyText,
  Plate,
  Skeleton,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { PaymentState, RefundState } from '@boyun/money/contract';
import { useOrderDrawer } from '@boyun/orders/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  acceptFees,
  getDifference,
  moveRecords,
  postLost,
  Resolution,
  refundLost,
  writeOff,
} from '../difference/difference.contract.ts';
import { reconciliationReviews } from '../difference/difference-review.contract.ts';
import { MoneyAct } from './money-act.form.tsx';
import { PlainAct } from './resolve-several.form.tsx';
import type { ShownDay, ShownDifference } from './shown-day.view.ts';

type Act = ShownDifference['acts'][number];

const OPERATIONS = { post: postLost, refund: refundLost, move: moveRecords, fee: acceptFees, 'write-off': writeOff };

/** Both sides of a difference beside each other, the record behind it, and the acts that resolve it. */
export function DifferenceDetail({ id, day }: { id: string; day: ShownDay }) {
  const asked = useQuery({
    queryKey: ['list', 'day-difference', 'one', id],
    queryFn: ({ signal }) => call(getDifference, { differenceId: id }, { signal, isQuiet: true }),
  });
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton />;
  return (
    <>
      <PendingBanner subjectId={id} />
      <Record difference={asked.data} />
      <Pair difference={asked.data} />
      <Outcome difference={asked.data} />
      <Acts difference={asked.data} day={day} />
    </>
  );
}

/** The record behind a difference: its order, or its payment in the list of payments. */
function Record({ difference }: { difference: ShownDifference }) {
  const t = useText();
  const [openOrder, drawer] = useOrderDrawer();
  const { orderId, recordId, plate, lotName, oursAt } = difference;
  if (difference.side === 'bank' || !recordId) return null;
  return (
    <div className="by-row">
      {plate && <Plate text={plate} />}
      <span>{lotName}</span>
      {orderId && (
        <ActButton size="small" onAct={() => openOrder(orderId)}>
          {t({ zh: '查看订单', en: 'Open the order' })}
        </ActButton>
      )}
      {plate && (
        <Link
          to={listLink('/_cloud_operation/payment', { plate, from: hoursFrom(oursAt, -12), to: hoursFrom(oursAt, 12) })}
        >
          {t({ zh: '支付流水', en: 'Payments' })}
        </Link>
      )}
      {drawer}
    </div>
  );
}

const hoursFrom = (at: Date | null, hours: number) => at && new Date(at.getTime() + hours * 3_600_000);

const NONE: Label = { zh: '无', en: 'None' };

/** The two sides in a table; lines that differ are marked. */
function Pair({ difference }: { difference: ShownDifference }) {
  const t = useText();
  const { side, oursFen, theirsFen, oursFeeFen, theirsFeeFen, oursDay, theirsDay, oursAt, theirsAt } = difference;
  const money = (fen: number | null) => (fen === null ? t(NONE) : moneyText(fen));
  const lines: readonly (readonly [Label, ReactNode, ReactNode])[] =
    side === 'bank'
      ? [[{ zh: '金额', en: 'Amount' }, money(oursFen), money(theirsFen)]]
      : [
          [{ zh: '金额', en: 'Amount' }, money(oursFen), money(theirsFen)],
          [{ zh: '手续费', en: 'Fee' }, money(oursFeeFen), money(theirsFeeFen)],
          [{ zh: '日期', en: 'Day' }, oursDay ?? t(NONE), theirsDay ?? t(NONE)],
          [{ zh: '状态', en: 'State' }, stateText(difference, t), theirsFen === null ? t(NONE) : t(MOVED)],
          [{ zh: '时间', en: 'Time' }, oursAt ? timeText(oursAt) : t(NONE), theirsAt ? timeText(theirsAt) : t(NONE)],
          [
            { zh: '单号', en: 'Number' },
            difference.recordId ? difference.number : t(NONE),
            theirsFen === null ? t(NONE) : difference.tradeNo || difference.number,
          ],
        ];
  return (
    <div className="recon-pair">
      <span className="is-head" />
      <span className="is-head">
        {t(side === 'bank' ? { zh: '应到账', en: 'To be settled' } : { zh: '我方', en: 'Ours' })}
      </span>
      <span className="is-head">
        {t(side === 'bank' ? { zh: '银行到账', en: 'Bank' } : { zh: '账单', en: 'Bill' })}
      </span>
      {lines.map(([label, ours, theirs], index) => {
        const differs = index < 4 && ours !== theirs;
        const className = `by-figure${differs ? ' is-other' : ''}`;
        return [
          <span key={`${label.en} label`} className="by-faint">
            {t(label)}
          </span>,
          <span key={`${label.en} ours`} className={className}>
            {ours}
          </span>,
          <span key={`${label.en} theirs`} className={className}>
            {theirs}
          </span>,
        ];
      })}
    </div>
  );
}

const MOVED: Label = { zh: '成功', en: 'Succeeded' };

function stateText({ oursState, isRefund }: ShownDifference, t: (label: Label) => string): string {
  if (!oursState) return t(NONE);
  if (oursState === 'succeeded') return t(MOVED);
  const labels: Readonly<Record<string, Label>> = isRefund ? RefundState : PaymentState;
  return t(labels[oursState] ?? { zh: oursState, en: oursState });
}

function Outcome({ difference }: { difference: ShownDifference }) {
  const t = useText();
  const { resolution, note, resolvedBy, resolvedAt } = difference;
  if (!resolution) return null;
  return (
    <dl className="by-facts">
      <div>
        <dt>{t({ zh: '处理方式', en: 'Resolved by' })}</dt>
        <dd>{t(Resolution[resolution])}</dd>
      </div>
      <div>
        <dt>{t({ zh: '处理人', en: 'By' })}</dt>
        <dd>
          {resolvedBy} {resolvedAt && <span className="by-faint">{timeText(resolvedAt, 'minute')}</span>}
        </dd>
      </div>
      <div className="by-facts-wide">
        <dt>{t({ zh: '说明', en: 'Note' })}</dt>
        <dd>{note}</dd>
      </div>
    </dl>
  );
}

function Acts({ difference, day }: { difference: ShownDifference; day: ShownDay }) {
  const t = useText();
  const [asked, setAsked] = useState<Act | null>(null);
  const { post, refund, writeOff: off } = reconciliationReviews;
  const pending = usePendingReason(difference.id, post.name, refund.name, off.name);
  if (difference.acts.length === 0 || day.state === 'closed') return null;
  const close = () => setAsked(null);
  return (
    <>
      <div className="recon-detail-acts">
        {difference.acts.map((act, index) => (
          <ActButton
            key={act}
            type={index === 0 ? 'primary' : 'default'}
            access={OPERATIONS[act].access}
            disabledReason={pending}
            onAct={() => setAsked(act)}
          >
            {t(OPERATIONS[act].title)}
          </ActButton>
        ))}
      </div>
      {(asked === 'move' || asked === 'fee') && <PlainAct act={asked} ids={[difference.id]} isOpen onClose={close} />}
      {(asked === 'post' || asked === 'refund' || asked === 'write-off') && (
        <MoneyAct act={asked} difference={difference} onClose={close} />
      )}
    </>
  );
}
