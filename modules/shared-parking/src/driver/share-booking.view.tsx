import './share-phone.css';
import {
  DriverFacts,
  DriverPlaceholder,
  DriverProblem,
  PlateChip,
  post,
  refusalText,
  timeText,
  useByCode,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

interface Booking {
  readonly BookingNo: string;
  readonly LotName: string;
  readonly Address: string | null;
  readonly TimeZone: string;
  readonly Spot: string;
  readonly Plate: string;
  readonly FromAt: string;
  readonly UntilAt: string;
  readonly State: string;
  readonly Amount: string;
  readonly Refund: string;
  readonly CancelRefund: string;
  readonly Overstay: string;
  readonly PayPath: string | null;
  readonly CanReport: boolean;
  readonly Rules: readonly { readonly Zh: string; readonly En: string }[];
}

const STATES: Readonly<Record<string, { zh: string; en: string; tone: string }>> = {
  unpaid: { zh: '等待支付', en: 'To be paid', tone: 'warn' },
  booked: { zh: '预订成功', en: 'Booked', tone: 'good' },
  arrived: { zh: '停放中', en: 'Parked', tone: 'good' },
  left: { zh: '已完成', en: 'Completed', tone: 'neutral' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
  'no-show': { zh: '未到场', en: 'Did not come', tone: 'bad' },
  expired: { zh: '超时未支付', en: 'Not paid in time', tone: 'neutral' },
};
const ASK_MS = 15_000;

/** One booking of a driver: pay, cancel, report that the spot is taken. */
export function SharedBooking({ code }: { code: string }) {
  const t = useText();
  const [found, missing, ask] = useByCode<Booking>('/api/sharedSpot/getBooking', code);
  useEffect(() => {
    document.title = t({ zh: '我的共享预订 · 泊云', en: 'My booking · Boyun' });
  }, [t]);
  const isOpen = ['unpaid', 'booked', 'arrived'].includes(found?.State ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again while something can change
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => clearInterval(timer);
  }, [isOpen]);
  if (!found) return <DriverPlaceholder problem={missing} />;
  const time = (at: string) => timeText(new Date(at), 'minute', found.TimeZone);
  const state = STATES[found.State] ?? STATES.unpaid!;
  const yuan = (amount: string) => (Number(amount) > 0 ? `¥${amount}` : null);
  return (
    <section className="driver-card share-card">
      <PlateChip plate={found.Plate} />
      <p className="driver-lot">{found.LotName}</p>
      <p className={`share-state by-tone-${state.tone}`} role="status">
        {t(state)}
      </p>
      <DriverFacts
        facts={[
          [{ zh: '车位', en: 'Spot' }, found.Spot],
          [{ zh: '开始', en: 'From' }, time(found.FromAt)],
          [{ zh: '结束', en: 'Until' }, time(found.UntilAt)],
          [{ zh: '地址', en: 'Address' }, found.Address],
          [{ zh: '金额', en: 'Amount' }, yuan(found.Amount)],
          [{ zh: '超时费', en: 'Overstay' }, yuan(found.Overstay)],
          [{ zh: '退款', en: 'Refunded' }, yuan(found.Refund)],
          [{ zh: '预订号', en: 'Number' }, found.BookingNo],
        ]}
      />
      {isOpen &&
        found.Rules.map((one) => (
          <p key={one.En} className="share-hint">
            {t({ zh: one.Zh, en: one.En })}
          </p>
        ))}
      <Acts code={code} booking={found} onDone={() => void ask()} />
    </section>
  );
}

type Asked = 'cancel' | 'taken' | null;

function Acts({ code, booking, onDone }: { code: string; booking: Booking; onDone: () => void }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (path: string, body: object) => {
    setBusy(true);
    try {
      const { data } = await post(path, { Code: code, ...body }, { isQuiet: true });
      const { Spot, Refund } = data as { Spot?: string | null; Refund: string };
      setNote(
        Spot
          ? t({ zh: `已为您调换到${Spot}车位`, en: `Please park on ${Spot} instead` })
          : t({ zh: `退款¥${Refund}将原路退回`, en: `¥${Refund} goes back as it was paid` }),
      );
      setProblem(null);
      setAsked(null);
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
      onDone();
    }
  };
  const button = (label: { zh: string; en: string }, onClick: () => void, isMain = false) => (
    <button type="button" className={isMain ? 'is-main' : undefined} disabled={isBusy} onClick={onClick}>
      {t(label)}
    </button>
  );
  const canCancel = booking.State === 'unpaid' || booking.State === 'booked';
  const keep = button({ zh: '返回', en: 'Back' }, () => setAsked(null));
  return (
    <div className="driver-form">
      {note && (
        <p className="share-notice" role="status">
          {note}
        </p>
      )}
      <DriverProblem words={problem} />
      {asked === null && booking.PayPath && (
        <a className="share-pay" href={booking.PayPath}>
          {t({ zh: `去支付 ¥${booking.Amount}`, en: `Pay ¥${booking.Amount}` })}
        </a>
      )}
      {asked === null &&
        booking.CanReport &&
        button({ zh: '车位被占', en: 'My spot is taken' }, () => setAsked('taken'))}
      {asked === null && canCancel && button({ zh: '取消预订', en: 'Cancel the booking' }, () => setAsked('cancel'))}
      {asked === 'cancel' && (
        <>
          {button(
            booking.State === 'unpaid'
              ? { zh: '确认取消', en: 'Yes, cancel it' }
              : { zh: `确认取消，退款¥${booking.CancelRefund}`, en: `Cancel it, ¥${booking.CancelRefund} goes back` },
            () => void act('/api/sharedSpot/cancel', { Refund: booking.CancelRefund }),
            true,
          )}
          {keep}
        </>
      )}
      {asked === 'taken' && (
        <>
          {button(
            { zh: '调换同车场车位', en: 'Give me another spot' },
            () => void act('/api/sharedSpot/taken', { Act: 'move' }),
            true,
          )}
          {button(
            { zh: '全额退款', en: 'Refund everything' },
            () => void act('/api/sharedSpot/taken', { Act: 'refund' }),
          )}
          {keep}
        </>
      )}
    </div>
  );
}
