import { CommandState, DeviceState } from '@boyun/devices/contract';
import { LaneDirection } from '@boyun/facilities/contract';
import { countText, moneyText, Plate, shareText, timeText, useText } from '@boyun/kernel/web';
import { Decision } from '@boyun/passings/contract';
import type { CSSProperties } from 'react';
import { CountUp } from './count-up.view.tsx';
import { OpenAlarms } from './open-alarm.view.tsx';
import { PassingStream } from './passing-stream.view.tsx';
import type { BodyProps, WallData } from './wall-data.view.ts';
import { Part, Ring, Versus } from './wall-part.view.tsx';

type Lane = WallData['lanes'][number];

/** V4: one lot: its lanes with the last car and the barrier, how full it is, its money, and who is on duty. */
export default function LotBody({ data }: BodyProps) {
  const t = useText();
  const shows = (card: WallData['cards'][number]) => data.cards.includes(card);
  const share = data.capacity > 0 ? data.carsInside / data.capacity : null;
  const free = data.capacity - data.carsInside;
  const waiting = data.lanes.filter((one) => one.isWaiting);
  return (
    <div className="wall-grid-v4">
      <div className="wall-column">
        <h2 className="wall-lot-name">{data.lots[0]?.name}</h2>
        {shows('occupancy') && (
          <Part title={{ zh: '占用率', en: 'Occupied' }} className="wall-grow">
            <Ring
              share={share}
              text={shareText(share).replace(/\.\d/, '')}
              below={t(
                { zh: '空位 {free} / {all}', en: '{free} of {all} free' },
                { free: countText(Math.max(0, free)), all: countText(data.capacity) },
              )}
              isUrgent={share !== null && share >= 0.9}
            />
          </Part>
        )}
        {shows('money') && (
          <Part title={{ zh: '今日实收（元）', en: 'Received today (¥)' }} className="wall-hero">
            <CountUp value={data.today.receivedFen} write={moneyText} />
            <Versus now={data.today.receivedFen} then={data.yesterday.receivedFen} />
          </Part>
        )}
        <dl className="wall-trio">
          <div>
            <dt>{t({ zh: '今日入场', en: 'Entries' })}</dt>
            <dd className="by-figure">{countText(data.today.entries)}</dd>
          </div>
          <div>
            <dt>{t({ zh: '今日出场', en: 'Exits' })}</dt>
            <dd className="by-figure">{countText(data.today.exits)}</dd>
          </div>
          <div className={waiting.length > 0 ? 'is-urgent' : undefined}>
            <dt>{t({ zh: '等待', en: 'Waiting' })}</dt>
            <dd className="by-figure">{countText(waiting.length)}</dd>
          </div>
        </dl>
      </div>
      <Lanes lanes={data.lanes} zone={data.zone} />
      <div className="wall-column">
        {shows('passings') && (
          <Part title={{ zh: '实时过车', en: 'Cars passing' }} className="wall-grow">
            <PassingStream passings={data.passings} most={5} zone={data.zone} hasLot={false} />
          </Part>
        )}
        {shows('alarms') && data.alarms.length > 0 && (
          <Part title={{ zh: '未处理报警', en: 'Open alarms' }} className="is-urgent">
            <OpenAlarms alarms={data.alarms} most={3} zone={data.zone} hasLot={false} />
          </Part>
        )}
        {shows('duty') && (
          <Part title={{ zh: '当班', en: 'On duty' }}>
            {data.onDuty.length === 0 ? (
              <p className="wall-quiet">{t({ zh: '无人当班', en: 'Nobody is on duty' })}</p>
            ) : (
              <ul className="wall-duty">
                {data.onDuty.map((one) => (
                  <li key={`${one.sentryName} ${one.holderName}`}>
                    <b>{one.holderName}</b>
                    <span>{one.sentryName}</span>
                    <time className="by-figure">
                      {t(
                        { zh: '{at} 起', en: 'since {at}' },
                        { at: timeText(one.openedAt, 'clock', data.zone).slice(0, 5) },
                      )}
                    </time>
                  </li>
                ))}
              </ul>
            )}
          </Part>
        )}
      </div>
    </div>
  );
}

function Lanes({ lanes, zone }: { lanes: readonly Lane[]; zone: string }) {
  const t = useText();
  if (lanes.length === 0)
    return <p className="wall-quiet">{t({ zh: '该车场还没有车道', en: 'This lot has no lanes yet' })}</p>;
  const columns = lanes.length === 1 ? 1 : lanes.length <= 4 ? 2 : lanes.length <= 9 ? 3 : 4;
  return (
    <ul className="wall-lanes" style={{ '--columns': columns } as CSSProperties}>
      {lanes.map((lane) => (
        <LaneTile key={lane.id} lane={lane} zone={zone} />
      ))}
    </ul>
  );
}

/** A lane with its last car; a waiting one is marked with what it owes. */
function LaneTile({ lane, zone }: { lane: Lane; zone: string }) {
  const t = useText();
  const isSilent = lane.cameraState !== null && lane.cameraState !== 'online';
  return (
    <li className={lane.isWaiting ? 'wall-lane is-waiting' : 'wall-lane'}>
      {lane.picture && <img src={lane.picture} alt="" decoding="async" />}
      <header>
        <span className={`wall-way is-${lane.direction}`}>{t(LaneDirection[lane.direction])}</span>
        <b>{lane.name}</b>
        {isSilent && <em>{t(DeviceState[lane.cameraState!])}</em>}
      </header>
      <footer>
        {lane.happenedAt ? (
          <>
            <Plate text={lane.plate} color={lane.plateColor} size="large" isPlain />
            <p>
              {lane.isWaiting ? (
                <b>
                  {t({ zh: '等待', en: 'Waiting' })}
                  {lane.dueFen > 0 && ` ¥${moneyText(lane.dueFen)}`}
                </b>
              ) : (
                <span>
                  {lane.commandState ? t(CommandState[lane.commandState]) : lane.decision && t(Decision[lane.decision])}
                </span>
              )}
              <time className="by-figure">{timeText(lane.happenedAt, 'clock', zone)}</time>
            </p>
          </>
        ) : (
          <p className="wall-quiet">{t({ zh: '还没有车经过', en: 'No car has passed yet' })}</p>
        )}
      </footer>
    </li>
  );
}
