import './share.css';
import { zoneClock } from '@boyun/domain/period';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  ErrorState,
  notify,
  now,
  Plate,
  refreshLists,
  Skeleton,
  TimeText,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import {
  ExceptionKind,
  exceptOffer,
  getOfferWeek,
  removeException,
  sharedOffer,
} from '../offer/shared-offer.contract.ts';

type Week = Output<typeof getOfferWeek>;
const HOURS = [0, 6, 12, 18, 24];

/** The coming week of an offer: its open hours, what is booked of them, and the adjustments. */
export function OfferWeek({ offerId, onExcept }: { offerId: string; onExcept: () => void }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['list', sharedOffer.name, 'week', offerId],
    queryFn: ({ signal }) => call(getOfferWeek, { offerId }, { signal, isQuiet: true }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      <section className="share-part">
        <h3>{t(getOfferWeek.title)}</h3>
        <Days week={data} />
        <p className="share-legend">
          <span>
            <i /> {t({ zh: '可预订', en: 'Open' })}
          </span>
          <span>
            <i className="is-booked" /> {t({ zh: '已预订', en: 'Booked' })}
          </span>
        </p>
      </section>
      <section className="share-part">
        <h3>{t({ zh: '预订', en: 'Bookings' })}</h3>
        {data.booked.length === 0 && (
          <p className="by-hint">{t({ zh: '没有未结束的预订', en: 'No bookings ahead' })}</p>
        )}
        <ul className="share-list">
          {data.booked.map((one) => (
            <li key={one.id}>
              <Plate text={one.plate} />
              <span>
                <TimeText at={one.fromAt} style="minute" /> – <TimeText at={one.untilAt} style="minute" />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="share-part">
        <h3>
          {t({ zh: '临时调整', en: 'Adjustments' })}
          <ActButton size="small" access={exceptOffer.access} onAct={onExcept}>
            {t(exceptOffer.title)}
          </ActButton>
        </h3>
        <Exceptions week={data} offerId={offerId} />
      </section>
    </>
  );
}

function Days({ week }: { week: Week }) {
  const clock = zoneClock(week.timeZone);
  const today = clock.dayOf(now().getTime());
  const days = Array.from({ length: 7 }, (_, index) => today + index);
  const bars = (all: readonly { fromAt: Date; untilAt: Date }[], day: number, className?: string) => {
    const [start, end] = [clock.dayStart(day), clock.dayStart(day + 1)];
    return all.flatMap(({ fromAt, untilAt }) => {
      const [from, until] = [Math.max(start, fromAt.getTime()), Math.min(end, untilAt.getTime())];
      if (from >= until) return [];
      const share = (ms: number) => `${((100 * ms) / (end - start)).toFixed(2)}%`;
      const title = `${timeText(fromAt, 'minute', week.timeZone)} – ${timeText(untilAt, 'minute', week.timeZone)}`;
      return [
        <i
          key={from}
          title={title}
          className={className}
          style={{ left: share(from - start), width: share(until - from) }}
        />,
      ];
    });
  };
  return (
    <div className="share-week">
      {days.map((day) => [
        <span key={`${day} name`}>
          {timeText(new Date(clock.dayStart(day)), 'minute', week.timeZone).slice(5, 10)}
        </span>,
        <div key={day}>
          {bars(week.open, day)}
          {bars(week.booked, day, 'is-booked')}
        </div>,
      ])}
      <span />
      <div className="share-scale" aria-hidden="true">
        {HOURS.map((hour) => (
          <b key={hour} style={{ left: `${Math.min(97, Math.max(3, (100 * hour) / 24))}%` }}>
            {hour}:00
          </b>
        ))}
      </div>
    </div>
  );
}

function Exceptions({ week, offerId }: { week: Week; offerId: string }) {
  const t = useText();
  if (week.exceptions.length === 0)
    return (
      <p className="by-hint">
        {t({
          zh: '业主提前回家时收回时间，外出时加开时间',
          en: 'Take time back when the owner comes home early, or add time when the owner is away',
        })}
      </p>
    );
  return (
    <ul className="share-list">
      {week.exceptions.map((one) => (
        <li key={one.id}>
          <span>
            <b>{t(ExceptionKind[one.kind])}</b> <TimeText at={one.fromAt} style="minute" /> –{' '}
            <TimeText at={one.untilAt} style="minute" /> <span className="by-faint">{one.note}</span>
          </span>
          <ActButton
            type="link"
            access={removeException.access}
            onAct={async () => {
              await call(removeException, { offerId, exceptionId: one.id });
              notify('good', { zh: '已撤销', en: 'Removed' });
              await refreshLists(sharedOffer.name);
            }}
          >
            {t({ zh: '撤销', en: 'Remove' })}
          </ActButton>
        </li>
      ))}
    </ul>
  );
}
