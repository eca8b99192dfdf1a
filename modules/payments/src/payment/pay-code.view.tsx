import { liveChannel, liveKinds, type Output } from '@boyun/kernel/contract';
import { call, LiveMark, QrCode, timeText, useLanguage, useLive, useText } from '@boyun/kernel/web';
import { paymentFailed, paymentStarted, paymentSucceeded } from '@boyun/money/contract';
import { getOrder } from '@boyun/orders/contract';
import { useQuery } from '@tanstack/react-query';
import './payment.css';

/** Polling interval, in case the live channel delivers nothing. */
const REFRESH_MS = 5000;
const KINDS = liveKinds(paymentStarted, paymentSucceeded, paymentFailed);

/** The QR code of an order: the driver pays with the phone, and it turns to "paid" by itself. */
export function PayCode({ order, onPaid }: { order: Output<typeof getOrder>['order']; onPaid: () => unknown }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['order', order.id, language],
    queryFn: ({ signal }) => call(getOrder, { orderId: order.id }, { signal, isQuiet: true }),
    refetchInterval: REFRESH_MS,
  });
  const live = useLive(
    liveChannel,
    KINDS,
    (message) => {
      if ((message.data as { orderId?: string } | null)?.orderId !== order.id) return;
      void asked.refetch();
      if (message.kind === paymentSucceeded.kind) void onPaid();
    },
    { onOpen: () => void asked.refetch({ cancelRefetch: false }) },
  );
  const shown = asked.data?.order ?? order;
  const address = order.payPath ? new URL(order.payPath, location.origin).href : '';
  if (shown.dueFen === 0) return <Paid order={shown} />;
  return (
    <div className="pay-code">
      <QrCode text={address} label={t({ zh: '支付二维码', en: 'QR code to pay by' })} />
      <p className="by-hint">
        {shown.payState === 'paying'
          ? t({ zh: '司机正在支付，请稍候…', en: 'The driver is paying, one moment…' })
          : t({ zh: '请司机用手机扫码支付', en: 'Let the driver scan it with a phone' })}
      </p>
      <div className="by-row">
        <LiveMark state={live} />
        <a href={address} target="_blank" rel="noreferrer" className="by-small">
          {t({ zh: '打开支付页', en: 'Open the payment page' })}
        </a>
      </div>
    </div>
  );
}

function Paid({ order }: { order: Output<typeof getOrder>['order'] }) {
  const t = useText();
  return (
    <div className="pay-code-done" role="status">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-16" />
      </svg>
      <b>{t({ zh: '已支付', en: 'Paid' })}</b>
      <span className="by-faint">
        {order.graceUntil
          ? t(
              { zh: '请于 {at} 前离场', en: 'Leave before {at}' },
              { at: timeText(order.graceUntil, 'clock', order.timeZone).slice(0, 5) },
            )
          : t({ zh: '款项已入账', en: 'The money has arrived' })}
      </span>
    </div>
  );
}
