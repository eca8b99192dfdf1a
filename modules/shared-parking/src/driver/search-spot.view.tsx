import './share-phone.css';
import { addDays, dayStart, instantOfWall, wallTime } from '@boyun/domain/period';
import { DriverPlaceholder, DriverProblem, formatTime, now, useByCode, useText } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';
import { BookSpot, type FoundSpot } from './book-spot.view.tsx';
import { useBooker } from './booker.view.ts';
import { keptBookings } from './kept-booking.view.ts';

interface Found {
  readonly Tenant: string;
  readonly Lots: readonly { readonly Id: string; readonly Name: string; readonly Address: string | null }[];
  readonly LotId: string;
  readonly IsOpen: boolean;
  readonly Notice: string | null;
  readonly TimeZone: string;
  readonly DaysAhead: number;
  readonly MostHours: number;
  readonly Rules: readonly { readonly Zh: string; readonly En: string }[];
  readonly Spots: readonly FoundSpot[];
}

const HOUR_MS = 3_600_000;
const LENGTHS = [1, 2, 3, 4, 6, 8, 10, 12, 24] as const;
const TITLE = { zh: '共享车位 · 泊云', en: 'Shared spots · Boyun' };
const CLOCKS = Array.from(
  { length: 48 },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);

/** The day and clock time of the next half hour in a zone. */
function nextHalf(zone: string): { day: string; clock: string } {
  const at = wallTime(Math.ceil(now().getTime() / (HOUR_MS / 2)) * (HOUR_MS / 2), zone);
  return { day: at.slice(0, 10), clock: at.slice(11, 16) };
}

/** Searches shared spots by place and time, and books one. */
export function SearchSpots({ code }: { code: string }) {
  const t = useText();
  const [found, missing, ask] = useByCode<Found>('/api/sharedSpot/getPage', code);
  const [time, setTime] = useState<{ day: string; clock: string } | null>(null);
  const [hours, setHours] = useState(2);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const booker = useBooker(found?.Tenant ?? null);
  useEffect(() => {
    document.title = t(TITLE);
  }, [t]);
  const shown = found && (time ?? nextHalf(found.TimeZone));
  const span = (at = shown, length = hours) => {
    const fromMs = instantOfWall(`${at!.day}T${at!.clock}`, found!.TimeZone);
    return { FromAt: new Date(fromMs).toISOString(), UntilAt: new Date(fromMs + length * HOUR_MS).toISOString() };
  };
  const search = (more: { lotId?: string; at?: { day: string; clock: string }; length?: number }) => {
    setChosenId(null);
    void ask({ LotId: more.lotId ?? found!.LotId, ...span(more.at ?? shown, more.length ?? hours) });
  };
  // The first answer says in which zone the hours are; the spots follow.
  const isKnown = found !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once the zone is known
  useEffect(() => {
    if (isKnown && found.IsOpen) search({});
  }, [isKnown]);

  if (!found || !shown) return <DriverPlaceholder problem={missing} />;
  // As the last search has it: its price is of the time that is shown.
  const chosen = found.Spots.find((one) => one.OfferId === chosenId) ?? null;
  const at = (next: { day: string; clock: string }) => {
    setTime(next);
    search({ at: next });
  };
  return (
    <section className="driver-card share-card">
      <h1>{t({ zh: '共享车位', en: 'Shared spots' })}</h1>
      {found.Notice && <p className="share-notice">{found.Notice}</p>}
      <div className="driver-form">
        <label>
          {t({ zh: '车场', en: 'Parking lot' })}
          <select value={found.LotId} onChange={(event) => search({ lotId: event.target.value })}>
            {found.Lots.map((one) => (
              <option key={one.Id} value={one.Id}>
                {one.Name}
              </option>
            ))}
          </select>
        </label>
        <Days
          zone={found.TimeZone}
          daysAhead={found.DaysAhead}
          day={shown.day}
          onDay={(day) => at({ ...shown, day })}
        />
        <div className="share-pair">
          <label>
            {t({ zh: '开始', en: 'From' })}
            <select value={shown.clock} onChange={(event) => at({ ...shown, clock: event.target.value })}>
              {CLOCKS.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <label>
            {t({ zh: '时长', en: 'For' })}
            <select
              value={hours}
              onChange={(event) => {
                setHours(Number(event.target.value));
                search({ length: Number(event.target.value) });
              }}
            >
              {LENGTHS.filter((one) => one <= found.MostHours).map((one) => (
                <option key={one} value={one}>
                  {t({ zh: '{n}小时', en: '{n} h' }, { n: one })}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Spots found={found} chosen={chosen} onChoose={(spot) => setChosenId(spot.OfferId)} />
        <DriverProblem words={missing} />
        {chosen && booker !== undefined && (
          <BookSpot code={code} spot={chosen} span={span()} page={found} booker={booker} onTaken={() => search({})} />
        )}
      </div>
      <KeptBookings />
    </section>
  );
}

/** The days to choose from. */
function Days({
  zone,
  daysAhead,
  day,
  onDay,
}: {
  zone: string;
  daysAhead: number;
  day: string;
  onDay: (day: string) => void;
}) {
  const t = useText();
  const today = dayStart(now().getTime(), zone);
  const days = Array.from({ length: Math.min(daysAhead, 14) + 1 }, (_, index) =>
    wallTime(addDays(today, index, zone), zone).slice(0, 10),
  );
  return (
    <fieldset className="share-days" aria-label={t({ zh: '日期', en: 'Day' })}>
      {days.map((one, index) => {
        const weekday = formatTime(new Date(`${one}T00:00:00Z`), '{a}', 'UTC');
        return (
          <button key={one} type="button" aria-pressed={one === day} onClick={() => onDay(one)}>
            {one.slice(5)}
            <small>{index === 0 ? t({ zh: '今天', en: 'Today' }) : t({ zh: `周${weekday}`, en: weekday })}</small>
          </button>
        );
      })}
    </fieldset>
  );
}

function Spots({
  found,
  chosen,
  onChoose,
}: {
  found: Found;
  chosen: FoundSpot | null;
  onChoose: (spot: FoundSpot) => void;
}) {
  const t = useText();
  if (!found.IsOpen)
    return (
      <p className="share-hint">
        {t({ zh: '该车场暂不接受共享预订', en: 'This lot takes no bookings of shared spots now' })}
      </p>
    );
  if (found.Spots.length === 0)
    return (
      <p className="share-hint">
        {t({ zh: '此时间没有空闲车位，换个时间或车场试试', en: 'No spot is free then: try another time or lot' })}
      </p>
    );
  return (
    <div className="share-spots">
      {found.Spots.map((one) => (
        <button
          key={one.OfferId}
          type="button"
          aria-pressed={one.OfferId === chosen?.OfferId}
          onClick={() => onChoose(one)}
        >
          <b>{one.Spot}</b>
          <span>
            {t({ zh: `¥${one.Hour}/小时`, en: `¥${one.Hour}/h` })}
            {one.DayCap && t({ zh: ` · 封顶¥${one.DayCap}`, en: ` · at most ¥${one.DayCap}` })}
          </span>
          <strong>¥{one.Amount}</strong>
        </button>
      ))}
    </div>
  );
}

/** The bookings this phone made. */
function KeptBookings() {
  const t = useText();
  const kept = keptBookings();
  if (kept.length === 0) return null;
  return (
    <nav className="share-kept">
      <h2>{t({ zh: '我的预订', en: 'My bookings' })}</h2>
      {kept.map((one) => (
        <a key={one.code} href={`/shared/${one.code}`}>
          {one.words}
        </a>
      ))}
    </nav>
  );
}
