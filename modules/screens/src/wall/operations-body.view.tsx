import { countText, moneyText, shareText, useText } from '@boyun/kernel/web';
import { CountUp } from './count-up.view.tsx';
import { FlowMap } from './flow-map.view.tsx';
import { OpenAlarms } from './open-alarm.view.tsx';
import { PassingStream } from './passing-stream.view.tsx';
import type { BodyProps, WallData, WallSlow } from './wall-data.view.ts';
import { Bars, Part, Versus } from './wall-part.view.tsx';

const RANKED = 7;

/** Lots by the share of their spots that is taken. */
export function rankedLots(lots: WallData['lots'], most: number) {
  return lots
    .map((one) => ({ one, share: one.capacity > 0 ? one.carsInside / one.capacity : 0 }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most);
}

/** V1: the map in the middle, money and ranking at its left, cars and alarms at its right. */
export default function OperationsBody({ data, slow, isStale }: BodyProps) {
  const shows = (card: WallData['cards'][number]) => data.cards.includes(card);
  return (
    <>
      <FlowMap
        lots={data.lots}
        origins={shows('origins') ? (slow?.origins ?? []) : []}
        passings={data.passings}
        alarms={data.alarms}
        isHeld={isStale}
      />
      <Left data={data} close={slow?.close ?? null} />
      <div className="wall-right">
        {shows('passings') && (
          <Part title={{ zh: '实时过车', en: 'Cars passing' }} className="wall-grow">
            <PassingStream passings={data.passings} most={6} zone={data.zone} hasLot />
          </Part>
        )}
        {shows('alarms') && (
          <Part
            title={{ zh: '未处理报警', en: 'Open alarms' }}
            note={data.openAlarms > 0 ? countText(data.openAlarms) : undefined}
            className={data.openAlarms > 0 ? 'is-urgent' : undefined}
          >
            <OpenAlarms alarms={data.alarms} most={3} zone={data.zone} hasLot />
          </Part>
        )}
      </div>
      <Strip data={data} hasOccupancy={shows('occupancy')} />
    </>
  );
}

/** Money, where it will end, and how full the lots are. */
function Left({ data, close }: { data: WallData; close: WallSlow['close'] }) {
  const shows = (card: WallData['cards'][number]) => data.cards.includes(card);
  const { today, yesterday } = data;
  return (
    <div className="wall-left">
      {shows('money') && (
        <Part title={{ zh: '今日实收（元）', en: 'Received today (¥)' }} className="wall-hero">
          <CountUp value={today.receivedFen} write={moneyText} />
          <Versus now={today.receivedFen} then={yesterday.receivedFen} />
        </Part>
      )}
      {shows('forecast') && close && (
        <Part title={{ zh: '预计今日收盘', en: "Today's close" }} className="wall-forecast">
          <b className="by-figure">¥{countText(Math.round(close.valueFen / 100))}</b>
          <CloseBand close={close} soFar={today.receivedFen} />
        </Part>
      )}
      {shows('ranking') && (
        <Part title={{ zh: '占用率', en: 'Occupancy' }} className="wall-grow">
          <Bars
            rows={rankedLots(data.lots, RANKED).map(({ one, share }) => ({
              key: one.id,
              name: one.name,
              value: Math.round(share * 1000) / 10,
              share,
              isUrgent: share >= 0.9,
            }))}
            write={(value) => `${Math.round(value)}%`}
            empty={{ zh: '还没有车场', en: 'No parking lots yet' }}
          />
        </Part>
      )}
    </div>
  );
}

/** The large figures below the map. */
function Strip({ data, hasOccupancy }: { data: WallData; hasOccupancy: boolean }) {
  const t = useText();
  const { today } = data;
  return (
    <dl className="wall-strip">
      {hasOccupancy && (
        <>
          <div>
            <dt>{t({ zh: '在场车辆', en: 'Cars inside' })}</dt>
            <dd>
              <CountUp value={data.carsInside} write={countText} />
            </dd>
          </div>
          <div>
            <dt>{t({ zh: '占用率', en: 'Occupied' })}</dt>
            <dd>
              <b className="wall-number">{shareText(data.capacity > 0 ? data.carsInside / data.capacity : null)}</b>
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{t({ zh: '今日入场', en: 'Entries' })}</dt>
        <dd>
          <CountUp value={today.entries} write={countText} />
        </dd>
      </div>
      <div>
        <dt>{t({ zh: '今日出场', en: 'Exits' })}</dt>
        <dd>
          <CountUp value={today.exits} write={countText} />
        </dd>
      </div>
    </dl>
  );
}

/** The band of the forecast with what is there already. */
function CloseBand({
  close,
  soFar,
}: {
  close: { readonly valueFen: number; readonly lowFen: number; readonly highFen: number };
  soFar: number;
}) {
  const top = Math.max(1, close.highFen);
  const place = (amount: number) => `${Math.max(0, Math.min(100, (amount / top) * 100))}%`;
  return (
    <>
      <div className="wall-band">
        <i className="wall-band-done" style={{ width: place(soFar) }} />
        <i
          className="wall-band-range"
          style={{ left: place(close.lowFen), width: `calc(${place(close.highFen)} - ${place(close.lowFen)})` }}
        />
        <i className="wall-band-value" style={{ left: place(close.valueFen) }} />
      </div>
      <p className="by-figure">
        ¥{countText(Math.round(close.lowFen / 100))} – ¥{countText(Math.round(close.highFen / 100))}
      </p>
    </>
  );
}
