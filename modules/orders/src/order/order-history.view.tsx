import type { Label, Output, Tone } from '@boyun/kernel/contract';
import { Money, StateDot, TimeText, useLanguage, useText } from '@boyun/kernel/web';
import type { getOrder } from './order.contract.ts';

type Detail = Output<typeof getOrder>;

/** Words for what payments say of themselves; orders come before payments and know them by their texts alone. */
const CHANNELS: Readonly<Record<string, Label>> = {
  cash: { zh: '现金', en: 'Cash' },
  sandbox: { zh: '沙箱支付', en: 'Sandbox' },
};
const STATES: Readonly<Record<string, Label & { tone: Tone }>> = {
  paying: { zh: '支付中', en: 'Paying', tone: 'info' },
  succeeded: { zh: '成功', en: 'Succeeded', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  closed: { zh: '已关闭', en: 'Closed', tone: 'neutral' },
};

/** Who acts without being a person; everybody else is named by the server. */
const ACTORS: Readonly<Record<string, Label>> = {
  system: { zh: '系统', en: 'System' },
  driver: { zh: '司机', en: 'Driver' },
  sandbox: { zh: '沙箱支付', en: 'Sandbox' },
};

/** The name of a payment channel; the text itself where it is none we know. */
export function channelLabel(channel: string): Label {
  return CHANNELS[channel] ?? { zh: channel, en: channel };
}

/** The payments of an order, one to a line. */
export function OrderPayments({ payments }: { payments: Detail['payments'] }) {
  const t = useText();
  if (payments.length === 0) return <p className="by-faint">{t({ zh: '没有支付记录', en: 'Nothing was paid' })}</p>;
  return (
    <ul className="order-payments">
      {payments.map((payment) => {
        const state = STATES[payment.state] ?? { zh: payment.state, en: payment.state, tone: 'neutral' as const };
        return (
          <li key={payment.id}>
            <span className="order-pay-what">
              <b>{t(channelLabel(payment.channel))}</b>
              <span className="by-faint by-small by-figure">{payment.paymentNo}</span>
            </span>
            <span className="order-pay-when">
              <TimeText at={payment.paidAt ?? payment.createdAt} />
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

/** The colour of an event by what it is about. */
function toneOf(kind: string): Tone {
  if (/void|fail|refus|uncertain|black|offline/.test(kind)) return 'bad';
  if (/hold|wait|alarm|mismatch|late|changed|forced/.test(kind)) return 'warn';
  if (/succeed|settled|paid|cash|collected/.test(kind)) return 'good';
  if (/entered|opened|left|entry|exit/.test(kind)) return 'info';
  return 'neutral';
}

/** Everything that happened to an order, in its order. */
export function OrderHistory({ timeline }: { timeline: Detail['timeline'] }) {
  const t = useText();
  const language = useLanguage();
  if (timeline.length === 0) return <p className="by-faint">{t({ zh: '没有事件', en: 'Nothing happened yet' })}</p>;
  return (
    <ol className="order-history">
      {timeline.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
        <li key={index} className={`by-tone-${toneOf(event.kind)}`}>
          <span className="by-dot" aria-hidden="true" />
          <p>
            <span>{language === 'zh' ? event.zh : event.en}</span>
            <span className="by-faint by-small">
              <TimeText at={event.at} />
              {event.actorName && (
                <span>{t(ACTORS[event.actorName] ?? { zh: event.actorName, en: event.actorName })}</span>
              )}
              {event.isLate && <em>{t({ zh: '补传', en: 'Arrived late' })}</em>}
            </span>
          </p>
        </li>
      ))}
    </ol>
  );
}
