import { DurationText, listLink, moneyText, Plate, StateDot, useText } from '@boyun/kernel/web';
import { badgeOf } from '@boyun/lists/contract';
import { PendingTag } from '@boyun/reviews/web';
import { PayState } from './order.contract.ts';

/** The plate of an order with its list badge; a click shows everything of this car. */
export function OrderPlate({
  row,
}: {
  row: { id: string; plate: string; plateColor: string | number; standing: string };
}) {
  return (
    <span className="by-row">
      <Plate
        text={row.plate}
        color={row.plateColor}
        badge={badgeOf(row.standing)}
        to={listLink('/_cloud_operation/order', { plate: row.plate })}
      />
      <PendingTag id={row.id} />
    </span>
  );
}

/** An amount that is still to come, told apart from nothing due. */
export function Due({ fen, isVoid }: { fen: number; isVoid?: boolean }) {
  if (fen === 0 || isVoid) return <span className="by-figure by-faint">{moneyText(isVoid ? 0 : fen)}</span>;
  return <span className="by-figure order-owed">{moneyText(fen)}</span>;
}

const HOUR_MINUTES = 60;

/** A stay in whole minutes, as far as the list knows it. */
export function Stayed({ minutes }: { minutes: number | null }) {
  const t = useText();
  if (minutes === null || minutes >= HOUR_MINUTES)
    return <DurationText seconds={minutes === null ? null : minutes * 60} />;
  return (
    <span className="by-figure">
      {minutes < 1 ? t({ zh: '不足1分钟', en: '< 1 min' }) : t({ zh: '{n}分钟', en: '{n} min' }, { n: minutes })}
    </span>
  );
}

/** Paid, but the time to leave ran out and more has become due. */
const BALANCE_DUE = { zh: '待补缴', en: 'Balance due', tone: 'warn' } as const;

/** How an order is paid; where nothing is due yet, nothing is missing. */
export function PayStateDot({ row }: { row: { readonly payState: PayState; readonly dueFen: number } }) {
  const { payState, dueFen } = row;
  const state = payState === 'paid' && dueFen > 0 ? BALANCE_DUE : PayState[payState];
  return <StateDot tone={payState === 'unpaid' && dueFen === 0 ? 'neutral' : state.tone} label={state} />;
}
