import { AlarmKind, AlarmSeverity } from '@boyun/alarms/contract';
import { CommandState, DeviceState } from '@boyun/devices/contract';
import { LaneDirection } from '@boyun/facilities/contract';
import type { Output } from '@boyun/kernel/contract';
import {
  call,
  countText,
  ErrorState,
  Money,
  Plate,
  Skeleton,
  SlotParts,
  StateDot,
  shareText,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { getLotCard } from './lot-map.contract.ts';
import { colorOfShare, shareOf } from './map-lot.view.ts';
import { lotCardParts } from './map-slot.view.ts';

type Card = Output<typeof getLotCard>;
type Part = 'lanes' | 'devices' | 'alarms';

const REFRESH_MS = 5000;

/** The card of a lot beside the map: how full it is, today's figures, and its lanes, devices and alarms. */
export function LotCard({ lotId, onClose }: { lotId: string; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [part, setPart] = useState<Part>('lanes');
  const found = useQuery({
    queryKey: [getLotCard.name, lotId, language],
    queryFn: ({ signal }) => call(getLotCard, { lotId }, { signal, isQuiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const card = found.data;
  return (
    <aside className="lot-map-card by-card-box">
      <button type="button" className="lot-map-close" aria-label={t({ zh: '关闭', en: 'Close' })} onClick={onClose}>
        <X />
      </button>
      {!card ? (
        found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )
      ) : (
        <>
          <h2>
            <Link to={`/_cloud_basic/parkInfo?lotId=${lotId}`}>{card.name}</Link>
          </h2>
          {card.address && <p className="by-small by-faint">{card.address}</p>}
          <Figures card={card} />
          <SlotParts of={lotCardParts} props={{ lotId }} />
          <Segmented<Part>
            block
            value={part}
            onChange={setPart}
            options={[
              { value: 'lanes', label: `${t({ zh: '车道', en: 'Lanes' })} ${card.lanes.length}` },
              { value: 'devices', label: `${t({ zh: '设备', en: 'Devices' })} ${card.devices.length}` },
              { value: 'alarms', label: `${t({ zh: '报警', en: 'Alarms' })} ${card.alarmCount}` },
            ]}
          />
          {part === 'lanes' && <Lanes lanes={card.lanes} />}
          {part === 'devices' && <Devices devices={card.devices} />}
          {part === 'alarms' && <Alarms alarms={card.alarms} count={card.alarmCount} />}
        </>
      )}
    </aside>
  );
}

function Figures({ card }: { card: Card }) {
  const t = useText();
  const share = shareOf(card);
  return (
    <>
      <div className="lot-map-fill">
        <b className="by-figure">{shareText(share)}</b>
        <span className="by-figure">
          {countText(card.carsInside)} / {countText(card.capacity)}
        </span>
        <i>
          <i style={{ width: `${Math.min(100, (share ?? 0) * 100)}%`, background: colorOfShare(share) }} />
        </i>
      </div>
      <dl className="lot-map-figures">
        <div>
          <dt>{t({ zh: '今日入场', en: 'Entries' })}</dt>
          <dd className="by-figure">{countText(card.entries)}</dd>
        </div>
        <div>
          <dt>{t({ zh: '今日出场', en: 'Exits' })}</dt>
          <dd className="by-figure">{countText(card.exits)}</dd>
        </div>
        <div>
          <dt>{t({ zh: '今日实收', en: 'Received' })}</dt>
          <dd>
            <Money fen={card.receivedFen} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function Nothing({ zh, en }: { zh: string; en: string }) {
  const t = useText();
  return <p className="by-small by-faint lot-map-nothing">{t({ zh, en })}</p>;
}

function Lanes({ lanes }: { lanes: Card['lanes'] }) {
  const t = useText();
  if (lanes.length === 0) return <Nothing zh="还没有车道" en="No lanes yet" />;
  return (
    <ul className="lot-map-rows">
      {lanes.map((one) => (
        <li key={one.id}>
          <div>
            <b>{one.name}</b> <span className="by-faint">{t(LaneDirection[one.direction])}</span>
            <p className="by-small">
              {one.happenedAt ? (
                <>
                  <Plate text={one.plate} color={one.plateColor} /> <TimeText at={one.happenedAt} style="clock" />
                </>
              ) : (
                <span className="by-faint">{t({ zh: '还没有车经过', en: 'No car yet' })}</span>
              )}
            </p>
          </div>
          {one.isWaiting ? (
            <StateDot tone="warn" label={{ zh: '有车等待', en: 'Car waiting' }} />
          ) : one.cameraState && one.cameraState !== 'online' ? (
            <StateDot tone={DeviceState[one.cameraState].tone} label={DeviceState[one.cameraState]} />
          ) : (
            one.commandState && (
              <StateDot tone={CommandState[one.commandState].tone} label={CommandState[one.commandState]} />
            )
          )}
        </li>
      ))}
    </ul>
  );
}

const KINDS = { camera: { zh: '相机', en: 'Camera' }, box: { zh: '盒子', en: 'Edge box' } } as const;

function Devices({ devices }: { devices: Card['devices'] }) {
  const t = useText();
  if (devices.length === 0) return <Nothing zh="还没有设备" en="No devices yet" />;
  return (
    <ul className="lot-map-rows">
      {devices.map((one) => (
        <li key={one.id}>
          <div>
            <b>{one.name}</b> <span className="by-faint">{t(KINDS[one.kind])}</span>
          </div>
          <StateDot tone={DeviceState[one.state].tone} label={DeviceState[one.state]} />
        </li>
      ))}
    </ul>
  );
}

function Alarms({ alarms, count }: { alarms: Card['alarms']; count: number }) {
  const t = useText();
  if (alarms.length === 0) return <Nothing zh="没有未处理的报警" en="No open alarms" />;
  return (
    <ul className="lot-map-rows">
      {alarms.map((one) => (
        <li key={one.id}>
          <div>
            <b>{t(AlarmKind[one.kind])}</b>
            <p className="by-small by-faint">
              <TimeText at={one.at} />
            </p>
          </div>
          <StateDot tone={AlarmSeverity[one.severity].tone} label={AlarmSeverity[one.severity]} />
        </li>
      ))}
      {count > alarms.length && (
        <li className="by-small by-faint">
          {t({ zh: '仅显示最新{n}条', en: 'The newest {n} alone are shown' }, { n: alarms.length })}
        </li>
      )}
    </ul>
  );
}
