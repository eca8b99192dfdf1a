import './screen-list.css';
import { AlarmKind, AlarmSeverity, alarmList } from '@boyun/alarms/contract';
import type { Label, Output } from '@boyun/kernel/contract';
import {
  can,
  countText,
  FieldValue,
  list,
  moneyText,
  Plate,
  shareText,
  timeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { payWay, readPayWay } from '@boyun/money/contract';
import { Decision } from '@boyun/passings/contract';
import { paymentList } from '@boyun/payments/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { getConsole } from '../console/console.contract.ts';
import { OccupancyBar } from '../console/kpi.view.tsx';
import type { LatestPassing } from '../console/latest.view.tsx';

const MINUTE_MS = 60_000;
const SHOWN = 20;
const RANKED = 10;

/** Returns the unassigned alarms of a lot or of all lots, if the user may see alarms. */
export function useOpenAlarms(lotId: string | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['screen', 'alarms', lotId, language],
    queryFn: ({ signal }) =>
      list(alarmList, { lotId, state: 'new', page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
    enabled: can(alarmList.access),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
}

/** Returns the latest payments, if the user may see payments. */
export function useLatestPayments(lotId: string | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['screen', 'payments', lotId, language],
    queryFn: ({ signal }) =>
      list(paymentList, { lotId, state: 'succeeded', page: 1, perPage: SHOWN }, { signal, isQuiet: true }),
    enabled: can(paymentList.access) && lotId !== null,
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
}

/** The text for an empty list that needs no attention. */
function Quiet({ text }: { text: Label }) {
  const t = useText();
  return <p className="screen-quiet">{t(text)}</p>;
}

/** Live passages. */
export function PassingRows({ latest }: { latest: readonly LatestPassing[] }) {
  const t = useText();
  if (latest.length === 0) return <Quiet text={{ zh: '正在等待车辆', en: 'Waiting for cars' }} />;
  return (
    <ul className="screen-rows">
      {latest.map((one) => (
        <li key={one.passingId} className={`by-tone-${toneOf(one.decision)}`}>
          <Plate text={one.plate} color={one.plateColor} />
          <span className={`screen-way is-${one.direction}`}>
            {one.direction === 'entry' ? t({ zh: '入', en: 'in' }) : t({ zh: '出', en: 'out' })}
          </span>
          <span className="screen-where">{one.lotName}</span>
          <time className="by-figure">{timeText(one.at, 'clock')}</time>
        </li>
      ))}
    </ul>
  );
}

function toneOf(decision: string): string {
  return Decision[decision as keyof typeof Decision]?.tone ?? 'neutral';
}

/** Unassigned alarms; the lot is omitted where all belong to one. */
export function AlarmRows({ alarms, lotId }: { alarms: ReturnType<typeof useOpenAlarms>; lotId: string | null }) {
  const t = useText();
  const rows = alarms.data?.rows ?? [];
  if (alarms.error && rows.length === 0)
    return <Quiet text={{ zh: '报警加载失败', en: 'Alarms could not be loaded' }} />;
  if (rows.length === 0) return <Quiet text={{ zh: '没有未处理的报警', en: 'No open alarms' }} />;
  return (
    <ul className="screen-rows">
      {rows.map((one) => (
        <li key={one.id} className={`by-tone-${AlarmSeverity[one.severity].tone}`}>
          <span className="by-dot" title={t(AlarmSeverity[one.severity])} />
          <b>{t(AlarmKind[one.kind])}</b>
          <span className="screen-where">
            {[one.plate, lotId ? nameOf(one, 'laneName') : nameOf(one, 'lotName')].filter(Boolean).join(' · ')}
          </span>
          <time className="by-figure">{timeText(one.raisedAt).slice(5, 16)}</time>
        </li>
      ))}
    </ul>
  );
}

/** The name that comes with a reference. */
function nameOf(row: object, key: 'lotName' | 'laneName'): string | null {
  return (row as Partial<Record<typeof key, string | null>>)[key] ?? null;
}

/** Money put on a card is received when the card pays. */
const isPrepaid = (purpose: string | number) => purpose === 'card' || purpose === 'card-refund';

/** The latest payments. */
export function PaymentRows({ payments }: { payments: ReturnType<typeof useLatestPayments> }) {
  const t = useText();
  const rows = payments.data?.rows ?? [];
  if (payments.error && rows.length === 0)
    return <Quiet text={{ zh: '收款加载失败', en: 'Payments could not be loaded' }} />;
  if (rows.length === 0) return <Quiet text={{ zh: '还没有收款', en: 'Nothing received yet' }} />;
  return (
    <ul className="screen-rows">
      {rows.map((one) => (
        <li key={one.id}>
          {one.plate && <Plate text={one.plate} color={one.plateColor} />}
          <span className="screen-where">
            {one.purpose !== 'order' && (
              <>
                <FieldValue field={paymentList.columns.purpose} fieldKey="purpose" row={one} />
                {' · '}
              </>
            )}
            {t(readPayWay(payWay(one.channel, one.scene)))}
            {isPrepaid(one.purpose) && ` · ${t({ zh: '预存，不计入实收', en: 'prepaid, not in the total' })}`}
          </span>
          <b className="by-figure">¥ {moneyText(one.amountFen)}</b>
          <time className="by-figure">{timeText(one.paidAt ?? one.createdAt).slice(5, 16)}</time>
        </li>
      ))}
    </ul>
  );
}

/** Lots by occupancy. */
export function OccupancyRanking({ ranking }: { ranking: Output<typeof getConsole>['ranking'] }) {
  const share = (one: (typeof ranking)[number]) => (one.capacity > 0 ? one.carsInside / one.capacity : null);
  const fullest = [...ranking].sort((a, b) => (share(b) ?? -1) - (share(a) ?? -1)).slice(0, RANKED);
  if (fullest.length === 0) return <Quiet text={{ zh: '还没有车场', en: 'No parking lots yet' }} />;
  return (
    <ol className="screen-ranking">
      {fullest.map((one, index) => (
        <li key={one.lotId}>
          <span className="by-figure">{index + 1}</span>
          <span className="screen-where">{nameOf(one, 'lotName')}</span>
          <span className="by-figure">
            {countText(one.carsInside)} / {countText(one.capacity)}
          </span>
          <b className="by-figure">{shareText(share(one))}</b>
          <OccupancyBar carsInside={one.carsInside} capacity={one.capacity} />
        </li>
      ))}
    </ol>
  );
}

/** Today's revenue by payment method. */
export function ChannelSums({ channels }: { channels: Output<typeof getConsole>['channels'] }) {
  const t = useText();
  return (
    <p className="screen-channels">
      {channels.map(({ channel, amountFen }) => (
        <span key={channel}>
          {t(readPayWay(channel))}
          <b className="by-figure">{moneyText(amountFen)}</b>
        </span>
      ))}
    </p>
  );
}
