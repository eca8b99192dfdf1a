import './share.css';
import type { Label, Output, ReportRow } from '@boyun/kernel/contract';
import { call, ErrorState, listLink, Money, Skeleton, TimeText, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { getSharedBooking, sharedBookingList } from '../booking/shared-booking.contract.ts';

type Row = ReportRow<typeof sharedBookingList>;

/** One booking: its price line by line, what was agreed, and where its money went. */
export function SharedOrderDetail({ row }: { row: Row }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['list', sharedBookingList.name, 'detail', row.id],
    queryFn: ({ signal }) => call(getSharedBooking, { bookingId: row.id }, { signal, isQuiet: true }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  const { output } = getSharedBooking;
  const line = (label: Label, fen: number, isShown = true) =>
    isShown && (
      <div key={label.en}>
        <dt>{t(label)}</dt>
        <dd>
          <Money fen={fen} isStrong />
        </dd>
      </div>
    );
  const isSplit = row.state === 'left' || row.state === 'no-show' || row.state === 'cancelled';
  return (
    <>
      <Facts row={row} booking={data} />
      <section className="share-part">
        <h3>{t(output.lines.label)}</h3>
        <dl className="share-sum">
          {data.lines.map((one) => (
            <div key={one.en}>
              <dt>{t(one)}</dt>
              <dd>
                <Money fen={one.amountFen} />
              </dd>
            </div>
          ))}
          {line(output.paidFen.label, data.paidFen)}
          {line(output.refundFen.label, data.refundFen, data.refundFen > 0)}
          {line(output.failedFen.label, data.failedFen, data.failedFen > 0)}
          {line(output.cancelRefundFen.label, data.cancelRefundFen, row.state === 'booked')}
        </dl>
      </section>
      {isSplit && (
        <section className="share-part">
          <h3>{t({ zh: '分账', en: 'Split' })}</h3>
          <dl className="share-sum">
            {line(output.ownerFen.label, data.ownerFen)}
            {line(output.lotFen.label, data.lotFen)}
            {line(output.platformFen.label, data.platformFen)}
            {line(output.overstayFen.label, data.overstayFen, data.overstayFen > 0)}
            {line(output.overstayPaidFen.label, data.overstayPaidFen, data.overstayFen > 0)}
            {line(output.overstayOwnerFen.label, data.overstayOwnerFen, data.overstayFen > 0)}
          </dl>
        </section>
      )}
      <section className="share-part">
        <h3>{t(output.rules.label)}</h3>
        {data.rules.map((one) => (
          <p key={one.en} className="by-hint">
            {t(one)}
          </p>
        ))}
        {data.orderId && (
          <Link to={listLink('/_cloud_operation/order', { open: data.orderId })}>
            {t({ zh: '查看停车订单', en: 'Open the parking order' })}
          </Link>
        )}
      </section>
    </>
  );
}

/** Where and when, and whose car. */
function Facts({ row, booking }: { row: Row; booking: Output<typeof getSharedBooking> }) {
  const t = useText();
  return (
    <section className="share-part">
      <h3>{t({ zh: '预订', en: 'Booking' })}</h3>
      <dl className="share-sum">
        <div>
          <dt>{t({ zh: '预订号', en: 'Number' })}</dt>
          <dd>{row.bookingNo}</dd>
        </div>
        <div>
          <dt>{t({ zh: '车位', en: 'Spot' })}</dt>
          <dd>
            {row.lotName} {row.spot} · {row.ownerName}
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '时间', en: 'Time' })}</dt>
          <dd>
            <TimeText at={row.fromAt} style="minute" /> – <TimeText at={row.untilAt} style="minute" />
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '联系人', en: 'Driver' })}</dt>
          <dd>
            {row.driverName} {row.mobile}
          </dd>
        </div>
        {row.arrivedAt && (
          <div>
            <dt>{t({ zh: '入场 – 离场', en: 'Entered – left' })}</dt>
            <dd>
              <TimeText at={row.arrivedAt} style="minute" /> – <TimeText at={row.leftAt} style="minute" />
            </dd>
          </div>
        )}
        {booking.takenAt && (
          <div>
            <dt>{t({ zh: '车位被占', en: 'Taken by a stranger' })}</dt>
            <dd>
              {booking.takenSpot} <TimeText at={booking.takenAt} style="minute" />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
