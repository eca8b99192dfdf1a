import type { Label, Output, Tone } from '@boyun/kernel/contract';
import { Money, StateDot, TimeText, useLanguage, useText, ZoomPicture } from '@boyun/kernel/web';
import { PayChannel, PaymentState, PayScene, RefundState } from '@boyun/money/contract';
import type { getOrder } from './order.contract.ts';

type Detail = Output<typeof getOrder>;

/** Returns the label for a value of a payment, which orders keep as plain text. */
const CHANNELS: Readonly<Record<string, Label>> = PayChannel;
const STATES: Readonly<Record<string, Label & { tone: Tone }>> = PaymentState;
const REFUND_STATES: typeof STATES = RefundState;

/** The name of a payment channel; the text itself where it is none we know. */
export function channelLabel(channel: string): Label {
  return CHANNELS[channel] ?? { zh: channel, en: channel };
}

/** The payments of an order, one to a line. */
export function OrderPayments({ payments, zone }: { payments: Detail['payments']; zone: string }) {
  const t = useText();
  if (payments.length === 0) return <p className="by-faint">{t({ zh: '没有支付记录', en: 'Nothing was paid' })}</p>;
  return (
    <ul className="order-payments">
      {payments.map((payment) => {
        const isRefund = payment.amountFen < 0;
        const states = isRefund ? REFUND_STATES : STATES;
        const state = states[payment.state] ?? { zh: payment.state, en: payment.state, tone: 'neutral' as const };
        return (
          <li key={payment.id}>
            <span className="order-pay-what">
              <b>
                {isRefund && t({ zh: '退款 · ', en: 'Refund · ' })}
                {t(channelLabel(payment.channel))}
                {payment.scene === 'auto-debit' && ` · ${t(PayScene['auto-debit'])}`}
              </b>
              <span className="by-faint by-small by-figure">{payment.paymentNo}</span>
            </span>
            <span className="order-pay-when">
              <TimeText at={payment.paidAt ?? payment.createdAt} zone={zone} />
              {payment.actorName && <span className="by-faint by-small">{payment.actorName}</span>}
            </span>
            <StateDot tone={state.tone} label={state} />
            <span className="order-pay-amount">
              <Money fen={payment.amountFen} isStrong />
              {payment.excessFen > 0 && (
                <span className="by-small order-excess">
                  {t({ zh: '多付', en: 'Too much' })} <Money fen={payment.excessFen} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Everything that happened to an order, in its order. */
export function OrderHistory({ timeline, zone }: { timeline: Detail['timeline']; zone: string }) {
  const t = useText();
  const language = useLanguage();
  if (timeline.length === 0) return <p className="by-faint">{t({ zh: '没有事件', en: 'Nothing happened yet' })}</p>;
  return (
    <ol className="order-history">
      {timeline.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
        <li key={index} className={`by-tone-${event.tone}`}>
          <span className="by-dot" aria-hidden="true" />
          <p>
            <span>{language === 'zh' ? event.zh : event.en}</span>
            <span className="by-faint by-small">
              <TimeText at={event.at} zone={zone} />
              <span>{event.actorName}</span>
              {event.isLate && <em>{t({ zh: '补传', en: 'Arrived late' })}</em>}
            </span>
          </p>
          {event.picture && <ZoomPicture address={event.picture} label={{ zh: event.zh, en: event.en }} />}
        </li>
      ))}
    </ol>
  );
}
