import { vehicleKindLabel } from '@boyun/charging/web';
import type { Output } from '@boyun/kernel/contract';
import { FieldList, listLink, Money, moneyText, now, StateDot, timeText, useText } from '@boyun/kernel/web';
import { PendingBanner } from '@boyun/reviews/web';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FeeLines } from '../order/fee-line.view.tsx';
import { getOrder, ParkingState } from '../order/order.contract.ts';
import { PayStateDot } from '../order/order-cell.view.tsx';
import { OrderHistory, OrderPayments } from '../order/order-history.view.tsx';
import type { OrderFacts } from '../order/order-slot.view.ts';
import { OrderChanges } from '../order-change/order-changes.view.tsx';
import { OrderEvidence } from './order-evidence.view.tsx';
import '../order/order.css';

const orderFields = getOrder.output.order.fields!;

/** An order as evidence: pictures, money, the fee line by line, payments, and one timeline of everything that happened. */
export function OrderDetail({
  detail,
  acts,
  onLeave,
}: {
  detail: Output<typeof getOrder>;
  /** Buttons, where the head of the drawer has no room for them. */
  acts: ReactNode;
  onLeave: () => void;
}) {
  const t = useText();
  const { order, feeLines, reductions, payments, changes, timeline } = detail;
  return (
    <div className="order">
      <PendingBanner subjectId={order.id} />
      <Notes order={order} />
      <Sums order={order} />
      {acts && <div className="order-acts">{acts}</div>}
      <OrderEvidence order={order} />
      <div className="order-columns">
        <div className="order-main">
          <section>
            <h3>
              {t({ zh: '计费明细', en: 'The fee, line by line' })}
              {order.ruleName && (
                <Link className="by-small" to={listLink('/_cloud_operation/chargeRule', { name: order.ruleName })}>
                  {order.ruleName}
                  {order.ruleVersion ? ` · v${order.ruleVersion}` : ''}
                </Link>
              )}
            </h3>
            <FeeLines lines={feeLines} reductions={reductions} feeFen={order.feeFen} zone={order.timeZone} />
          </section>
          <section>
            <h3>{t({ zh: '支付', en: 'Payments' })}</h3>
            <OrderPayments payments={payments} zone={order.timeZone} />
          </section>
          {changes.length > 0 && (
            <section>
              <h3>{t({ zh: '更正记录', en: 'Corrections' })}</h3>
              <OrderChanges changes={changes} zone={order.timeZone} />
            </section>
          )}
          <section>
            <h3>
              {t({ zh: '订单信息', en: 'Order' })}
              <Link
                className="by-small"
                to={listLink('/_cloud_operation/order', { plate: order.plate })}
                onClick={onLeave}
              >
                {t({ zh: '该车全部订单', en: 'All orders of this car' })}
              </Link>
            </h3>
            <FieldList
              fields={orderFields}
              keys={[
                'lotId',
                'spotNumber',
                'spotKind',
                'vehicleKind',
                'standing',
                'plateColor',
                'payMethod',
                'paidAt',
                'timeZone',
              ]}
              row={order}
              cells={{ vehicleKind: t(vehicleKindLabel(order.vehicleKind)) }}
              zone={order.timeZone}
            />
          </section>
        </div>
        <section className="order-side">
          <h3>{t({ zh: '时间线', en: 'Timeline' })}</h3>
          <OrderHistory timeline={timeline} zone={order.timeZone} />
        </section>
      </div>
    </div>
  );
}

/** The states shown first: void, overpaid, locked, free to leave. */
function Notes({ order }: { order: OrderFacts }) {
  const t = useText();
  const moment = now();
  const isLocked = order.lockedUntil && order.lockedUntil > moment;
  const isInGrace = order.graceUntil && order.graceUntil > moment && order.parkingState === 'inside';
  return (
    <>
      {order.parkingState === 'void' && (
        <p className="order-note by-tone-bad">
          {t({ zh: '订单已作废：{reason}', en: 'This order is void: {reason}' }, { reason: order.voidReason ?? '—' })}
        </p>
      )}
      {order.overpaidFen > 0 && (
        <p className="order-note by-tone-warn">
          {t(
            {
              zh: '多收 ¥{amount}，应退还车主：点“退款”原路退回，或以现金、转账退还。',
              en: 'Overpaid by ¥{amount}: use "Refund".',
            },
            { amount: moneyText(order.overpaidFen) },
          )}
        </p>
      )}
      {isLocked && (
        <p className="order-note by-tone-info">
          {t(
            { zh: '正在支付，{at} 前不可更改', en: 'A payment is in progress; cannot be changed before {at}' },
            { at: timeText(order.lockedUntil, 'clock', order.timeZone) },
          )}
        </p>
      )}
      {isInGrace && (
        <p className="order-note by-tone-good">
          {t(
            { zh: '已结清，{at} 前离场不再收费', en: 'Paid; no further charge if it leaves before {at}' },
            { at: timeText(order.graceUntil, 'clock', order.timeZone) },
          )}
        </p>
      )}
    </>
  );
}

function Sums({ order }: { order: OrderFacts }) {
  const t = useText();
  const isDue = order.dueFen > 0 && order.parkingState !== 'void';
  const { feeFen, reducedFen, refundedFen, paidFen } = order;
  const sums = [
    { label: orderFields.feeFen!.label, fen: feeFen },
    { label: orderFields.reducedFen!.label, fen: reducedFen },
    { label: orderFields.paidFen!.label, fen: paidFen },
    ...(refundedFen > 0 ? [{ label: orderFields.refundedFen!.label, fen: refundedFen }] : []),
  ];
  return (
    <section className="order-sums">
      <div className={isDue ? 'order-due is-due' : 'order-due'}>
        <span>{t(orderFields.dueFen!.label)}</span>
        <b className="by-figure">
          <small>¥</small>
          {moneyText(order.dueFen)}
        </b>
      </div>
      <dl>
        {sums.map(({ label, fen }) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>
              <Money fen={fen} isStrong />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t(orderFields.parkingState!.label)}</dt>
          <dd>
            <StateDot {...state(ParkingState[order.parkingState])} />
          </dd>
        </div>
        <div>
          <dt>{t(orderFields.payState!.label)}</dt>
          <dd>
            <PayStateDot row={order} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function state(entry: (typeof ParkingState)[keyof typeof ParkingState]) {
  return { tone: entry.tone, label: entry };
}
