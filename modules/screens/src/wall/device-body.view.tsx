import { AlarmKind } from '@boyun/alarms/contract';
import { countText, durationText, shareText, timeText, useText } from '@boyun/kernel/web';
import { RepairDevice } from '@boyun/repairs/contract';
import { CountUp } from './count-up.view.tsx';
import { OpenAlarms } from './open-alarm.view.tsx';
import type { BodyProps, WallData, WallSlow } from './wall-data.view.ts';
import { Bars, Part, Ring } from './wall-part.view.tsx';

const KINDS_SHOWN = 8;
const TILES = 60;

/** V3: whether everything works: devices online, alarms, how fast they are handled, and repairs. */
export default function DeviceBody({ data, slow }: BodyProps) {
  const t = useText();
  const shows = (card: WallData['cards'][number]) => data.cards.includes(card);
  return (
    <div className="wall-grid-v3">
      <div className="wall-column">
        {shows('devices') && slow && <DevicesPart devices={slow.devices} />}
        {slow && (
          <Part title={{ zh: '报警平均处理时长', en: 'Mean time to handle' }} className="wall-hero">
            <b className="wall-number">{durationText(slow.handled.seconds)}</b>
            <span className="wall-versus">
              {t(
                { zh: '近7天已处理 {count} 条', en: '{count} alarms closed in 7 days' },
                { count: countText(slow.handled.count) },
              )}
            </span>
          </Part>
        )}
      </div>
      <div className="wall-column">
        <Part title={{ zh: '车场状态', en: 'Lots' }} className="wall-grow">
          <LotTiles lots={data.lots} />
        </Part>
        {shows('alarms') && slow && (
          <Part title={{ zh: '今日报警类型', en: "Today's alarms by kind" }} className="wall-grow">
            <Bars
              rows={slow.alarmKinds.slice(0, KINDS_SHOWN).map(({ kind, count }) => ({
                key: kind,
                name: t(AlarmKind[kind]),
                value: count,
              }))}
              empty={{ zh: '今日没有报警', en: 'No alarms today' }}
            />
          </Part>
        )}
      </div>
      <div className="wall-column">
        {shows('alarms') && (
          <Part
            title={{ zh: '未处理报警', en: 'Open alarms' }}
            className={data.openAlarms > 0 ? 'wall-hero wall-grow is-urgent' : 'wall-hero wall-grow'}
          >
            <CountUp value={data.openAlarms} write={countText} />
            <OpenAlarms alarms={data.alarms} most={6} zone={data.zone} hasLot />
          </Part>
        )}
        {shows('repairs') && slow && <RepairsPart repairs={slow.repairs} zone={data.zone} />}
      </div>
    </div>
  );
}

const KIND_NAMES = { camera: { zh: '相机', en: 'Cameras' }, box: { zh: '盒子', en: 'Boxes' } } as const;

/** The share of devices that are online; those that were never connected are not counted. */
function DevicesPart({ devices }: { devices: WallSlow['devices'] }) {
  const t = useText();
  const count = (state: string, kind?: string) =>
    devices
      .filter((one) => one.state === state && (kind === undefined || one.kind === kind))
      .reduce((sum, one) => sum + one.count, 0);
  const online = count('online');
  const all = online + count('offline');
  return (
    <Part title={{ zh: '设备在线率', en: 'Devices online' }} className="wall-grow">
      <Ring
        share={all > 0 ? online / all : null}
        text={shareText(all > 0 ? online / all : null)}
        below={t({ zh: '{online} / {all} 台', en: '{online} of {all}' }, { online, all })}
        isUrgent={online < all}
      />
      <dl className="wall-trio">
        {(['camera', 'box'] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(KIND_NAMES[kind])}</dt>
            <dd className="by-figure">
              {count('online', kind)}
              <small>
                {count('offline', kind) > 0
                  ? t({ zh: '离线 {n}', en: '{n} offline' }, { n: count('offline', kind) })
                  : t({ zh: '全部在线', en: 'all online' })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Lots, those with trouble first. */
function LotTiles({ lots }: { lots: WallData['lots'] }) {
  const t = useText();
  const trouble = (one: WallData['lots'][number]) => one.offline * 1000 + one.alarms;
  const shown = lots.toSorted((a, b) => trouble(b) - trouble(a)).slice(0, TILES);
  const isFew = shown.length <= 12;
  return (
    <ul className={isFew ? 'wall-tiles' : 'wall-tiles is-many'}>
      {shown.map((one) => (
        <li key={one.id} className={one.offline > 0 ? 'is-bad' : one.alarms > 0 ? 'is-warned' : undefined}>
          <b>{one.name}</b>
          <span>
            {one.offline > 0
              ? t({ zh: '离线设备 {n}', en: 'Offline: {n}' }, { n: one.offline })
              : one.alarms > 0
                ? t({ zh: '报警 {n}', en: 'Alarms: {n}' }, { n: one.alarms })
                : t({ zh: '正常', en: 'Fine' })}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RepairsPart({ repairs, zone }: { repairs: WallSlow['repairs']; zone: string }) {
  const t = useText();
  return (
    <Part
      title={{ zh: '维修工单', en: 'Repair orders' }}
      note={t(
        { zh: '未关闭 {open} · 超时 {overdue}', en: '{open} open, {overdue} overdue' },
        { open: repairs.open, overdue: repairs.overdue },
      )}
      className="wall-grow"
    >
      {repairs.rows.length === 0 ? (
        <p className="wall-quiet">{t({ zh: '没有未关闭的工单', en: 'No open repair orders' })}</p>
      ) : (
        <ul className="wall-alarms is-plain">
          {repairs.rows.slice(0, 5).map((one) => (
            <li key={one.id} className={one.isOverdue ? 'is-urgent' : undefined}>
              <b>{one.deviceName ?? t(RepairDevice[one.device])}</b>
              <span>{one.lotName}</span>
              <time className="by-figure">{timeText(one.dueAt, 'minute', zone).slice(5)}</time>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
