import './booking.css';
import {
  DriverFacts,
  DriverPage,
  DriverPlaceholder,
  DriverProblem,
  formatTime,
  PlateAndMobile,
  PlateChip,
  post,
  refusalText,
  timeText,
  useByCode,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

/** The day of the week of a date such as 2026-03-05. */
const weekdayOf = (day: string) => formatTime(new Date(`${day}T00:00:00Z`), '{a}', 'UTC');

type Wire = Readonly<Record<string, string | null>>;
interface Slot {
  readonly StartsAt: string;
  readonly Left: number;
  readonly IsOpen: boolean;
}
interface Offer {
  readonly LotName: string;
  readonly Address: string | null;
  readonly TimeZone: string;
  readonly IsOpen: boolean;
  readonly Notice: string | null;
  readonly Days: readonly string[];
  readonly Day: string;
  readonly Slots: readonly Slot[];
}

const HOUR_MS = 3_600_000;
const TITLE = { zh: '停车预约 · 泊云', en: 'Book a space · Boyun' };

/** Public page: books at `/book/{code}`, shows and cancels a booking at `/booked/{code}`. */
export default function BookingPage({ code }: { code: string }) {
  const t = useText();
  useEffect(() => {
    document.title = t(TITLE);
  }, [t]);
  return (
    <DriverPage feedbackCode={code}>
      {location.pathname.startsWith('/booked/') ? <Booking code={code} /> : <Book code={code} />}
    </DriverPage>
  );
}

function Book({ code }: { code: string }) {
  const t = useText();
  const [offer, missing, ask] = useByCode<Offer>('/api/booking/getPage', code);
  const [startsAt, setStartsAt] = useState<string | null>(null);
  const [plate, setPlate] = useState('');
  const [phone, setPhone] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const book = async () => {
    setBusy(true);
    try {
      const values = { Code: code, Plate: plate, StartsAt: startsAt, DriverPhone: phone };
      const { data } = await post('/api/booking/book', values, { isQuiet: true });
      location.assign(`/booked/${(data as Wire).Code}`);
    } catch (error) {
      setProblem(refusalText(error));
      // Another driver may have taken the place.
      await ask();
      setBusy(false);
    }
  };

  if (!offer) return <DriverPlaceholder problem={missing} />;
  const isReady = startsAt !== null && plate.trim() !== '' && phone.trim() !== '';
  return (
    <section className="driver-card booking">
      <h1>{t({ zh: '停车预约', en: 'Book a space' })}</h1>
      <p className="driver-lot">{offer.LotName}</p>
      {offer.Address && <p className="booking-address">{offer.Address}</p>}
      {offer.Notice && <p className="booking-notice">{offer.Notice}</p>}
      {!offer.IsOpen || offer.Days.length === 0 ? (
        <p className="booking-closed">
          {t({ zh: '该车场暂不接受自助预约', en: 'This lot does not accept bookings now' })}
        </p>
      ) : (
        <form
          className="driver-form"
          onSubmit={(event) => {
            event.preventDefault();
            void book();
          }}
        >
          <DayAndHour
            offer={offer}
            startsAt={startsAt}
            onDay={(day) => {
              setStartsAt(null);
              void ask({ Day: day });
            }}
            onHour={setStartsAt}
          />
          <PlateAndMobile
            plate={plate}
            mobile={phone}
            plateLabel={{ zh: '车牌号', en: 'Plate' }}
            mobileLabel={{ zh: '手机号', en: 'Mobile' }}
            onPlate={setPlate}
            onMobile={setPhone}
          />
          <DriverProblem words={problem ?? missing} />
          <button type="submit" className="is-main" disabled={isBusy || !isReady}>
            {t(startsAt ? { zh: '提交预约', en: 'Book' } : { zh: '请选择时段', en: 'Choose an hour' })}
          </button>
        </form>
      )}
    </section>
  );
}

/** The days of an offer and the hours of the day shown. */
function DayAndHour({
  offer,
  startsAt,
  onDay,
  onHour,
}: {
  offer: Offer;
  startsAt: string | null;
  onDay: (day: string) => void;
  onHour: (startsAt: string) => void;
}) {
  const t = useText();
  // Omits hours that have ended; keeps full ones, because a place may become free.
  const slots = offer.Slots.filter((one) => one.IsOpen || one.Left === 0);
  return (
    <>
      <fieldset className="booking-days" aria-label={t({ zh: '日期', en: 'Day' })}>
        {offer.Days.map((day) => (
          <button key={day} type="button" aria-pressed={day === offer.Day} onClick={() => onDay(day)}>
            {day.slice(5)} <small>{t({ zh: `周${weekdayOf(day)}`, en: weekdayOf(day) })}</small>
          </button>
        ))}
      </fieldset>
      <fieldset className="booking-slots" aria-label={t({ zh: '时段', en: 'Hour' })}>
        {slots.map((slot) => (
          <button
            key={slot.StartsAt}
            type="button"
            disabled={!slot.IsOpen}
            aria-pressed={slot.StartsAt === startsAt}
            onClick={() => onHour(slot.StartsAt)}
          >
            <b>{timeText(new Date(slot.StartsAt), 'minute', offer.TimeZone).slice(11)}</b>
            <span>
              {slot.IsOpen ? t({ zh: '余{n}', en: '{n} left' }, { n: slot.Left }) : t({ zh: '已满', en: 'Full' })}
            </span>
          </button>
        ))}
      </fieldset>
      {slots.length === 0 && (
        <p className="booking-hint">
          {t({ zh: '当日没有可预约的时段，请选择其他日期', en: 'No hours left on this day, choose another' })}
        </p>
      )}
    </>
  );
}

const STATES: Readonly<Record<string, { zh: string; en: string; tone: string }>> = {
  booked: { zh: '等待车场确认', en: 'To be confirmed', tone: 'warn' },
  confirmed: { zh: '预约成功', en: 'Booked', tone: 'good' },
  arrived: { zh: '已到场', en: 'Arrived', tone: 'good' },
  completed: { zh: '已完成', en: 'Completed', tone: 'neutral' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'neutral' },
  'no-show': { zh: '未到场', en: 'Did not come', tone: 'bad' },
};

function Booking({ code }: { code: string }) {
  const t = useText();
  const [found, missing, ask] = useByCode<Wire>('/api/booking/get', code);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const cancel = async () => {
    setBusy(true);
    try {
      await post('/api/booking/cancel', { Code: code }, { isQuiet: true });
      setProblem(null);
      await ask();
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setBusy(false);
      setAsked(false);
    }
  };

  if (!found) return <DriverPlaceholder problem={missing} />;
  const zone = found.TimeZone ?? undefined;
  const time = (at: string | null) => timeText(new Date(at ?? 0), 'minute', zone);
  const starts = new Date(found.StartsAt ?? 0);
  const state = STATES[found.State ?? ''] ?? STATES.booked!;
  const isToCome = found.State === 'booked' || found.State === 'confirmed';
  const facts: [{ zh: string; en: string }, string | null][] = [
    [
      { zh: '预约时段', en: 'Booked for' },
      `${time(found.StartsAt!)}–${timeText(new Date(starts.getTime() + HOUR_MS), 'minute', zone).slice(11)}`,
    ],
    [{ zh: '可入场时间', en: 'Let in' }, `${time(found.AdmitFrom!)}–${time(found.AdmitUntil!).slice(11)}`],
    [{ zh: '车场地址', en: 'Address' }, found.Address ?? null],
    [{ zh: '预约号', en: 'Number' }, found.AppointmentNo ?? null],
    [{ zh: '取消截止', en: 'Cancel until' }, isToCome ? time(found.CancelUntil!) : null],
  ];
  return (
    <section className="driver-card booking">
      <PlateChip plate={found.Plate ?? ''} />
      <p className="driver-lot">{found.LotName}</p>
      <p className={`booking-state by-tone-${state.tone}`} role="status">
        {t(state)}
      </p>
      <DriverFacts facts={facts} />
      {isToCome && (
        <p className="booking-hint">
          {t({
            zh: '凭车牌直接入场，停车费按实际停放收取。请收藏本页，以便查看或取消。',
            en: 'The gate recognises your plate; parking is charged as usual. Keep this page to view or cancel the booking.',
          })}
        </p>
      )}
      <DriverProblem words={problem ?? missing} />
      {isToCome && (
        <div className="driver-form">
          {isAsked ? (
            <>
              <button type="button" className="is-main" disabled={isBusy} onClick={() => void cancel()}>
                {t({ zh: '确认取消预约', en: 'Yes, cancel it' })}
              </button>
              <button type="button" disabled={isBusy} onClick={() => setAsked(false)}>
                {t({ zh: '保留预约', en: 'Keep it' })}
              </button>
            </>
          ) : (
            <button type="button" onClick={() => setAsked(true)}>
              {t({ zh: '取消预约', en: 'Cancel the booking' })}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
