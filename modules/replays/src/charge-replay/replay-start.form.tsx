import { openVersion, type Version, versionLabel } from '@boyun/charging/web';
import { addDays, addMonths, dayOfKey, dayStart, monthStart } from '@boyun/domain/period';
import { day, parseWireTime } from '@boyun/kernel/contract';
import { ActButton, call, dayText, FieldInput, now, ReferencesInput, tenantZone, useText } from '@boyun/kernel/web';
import { Segmented, Select } from 'antd';
import { useId, useState } from 'react';
import { startReplay } from './charge-replay.contract.ts';

const DAYS_MAX = 366;

type Span = 'week' | 'month' | 'last-month' | 'own';
const dayField = day({ zh: '日期', en: 'Day' });

/** First and last day of a preset range; ranges end yesterday because today is incomplete. */
function usualRange(span: Exclude<Span, 'own'>): [from: string, to: string] {
  const zone = tenantZone();
  const today = dayStart(now().getTime(), zone);
  const key = (ms: number) => dayText(new Date(ms), zone);
  if (span === 'last-month') {
    const first = monthStart(today, zone);
    return [key(addMonths(first, -1, zone)), key(addDays(first, -1, zone))];
  }
  return [key(addDays(today, span === 'week' ? -7 : -30, zone)), key(addDays(today, -1, zone))];
}

/** Selects the version, lots and range of a replay, and starts it. */
export function ReplayStart({
  ruleId,
  versions,
  onStarted,
}: {
  ruleId: string;
  versions: readonly Version[];
  onStarted: (replayId: string) => void;
}) {
  const t = useText();
  const id = useId();
  const usual = openVersion(versions) ?? versions.find(({ state }) => state === 'scheduled' || state === 'in-force');
  const [number, setNumber] = useState<number | undefined>(usual?.number);
  const [lotIds, setLots] = useState<string[]>([]);
  const [span, setSpan] = useState<Span>('month');
  const [range, setRange] = useState(() => usualRange('month'));
  const isKnown = versions.some((one) => one.number === number);
  const start = async () => {
    const zone = tenantZone();
    const instant = (key: string) => parseWireTime(key, zone);
    const to = new Date(addDays(instant(range[1]).getTime(), 1, zone));
    const { replayId } = await call(startReplay, {
      id: ruleId,
      number: isKnown ? number! : usual!.number,
      lotIds,
      from: instant(range[0]),
      to,
    });
    onStarted(replayId);
  };
  const isBackward = range[0] > range[1];
  const isTooLong = dayOfKey(range[1]) - dayOfKey(range[0]) >= DAYS_MAX;
  return (
    <section className="by-card-box replay-start">
      <h2>{t({ zh: '回放', en: 'Replay' })}</h2>
      <div className="by-field">
        <label htmlFor={`${id}-version`}>{t({ zh: '版本', en: 'Version' })}</label>
        <Select
          id={`${id}-version`}
          value={isKnown ? number : usual?.number}
          options={versions.map((one) => ({ value: one.number, label: t(versionLabel(one)) }))}
          onChange={setNumber}
        />
      </div>
      <div className="by-field">
        <label htmlFor={`${id}-lots`}>{t({ zh: '车场', en: 'Lots' })}</label>
        <ReferencesInput
          id={`${id}-lots`}
          to="lot"
          value={lotIds}
          placeholder={t({ zh: '全部适用车场', en: 'All lots it applies to' })}
          onChange={(next) => setLots(next)}
        />
      </div>
      <div className="by-field">
        <span className="replay-label">{t({ zh: '入场时间范围', en: 'Entered' })}</span>
        <Segmented<Span>
          className="replay-span"
          size="small"
          value={span}
          options={[
            { value: 'week', label: t({ zh: '近7天', en: '7 days' }) },
            { value: 'month', label: t({ zh: '近30天', en: '30 days' }) },
            { value: 'last-month', label: t({ zh: '上月', en: 'Last month' }) },
            { value: 'own', label: t({ zh: '自选', en: 'Other' }) },
          ]}
          onChange={(next) => {
            setSpan(next);
            if (next !== 'own') setRange(usualRange(next));
          }}
        />
        {span === 'own' ? (
          <div className="replay-days">
            {([0, 1] as const).map((end) => (
              <FieldInput
                key={end}
                field={{ ...dayField, label: end ? { zh: '止', en: 'Until' } : { zh: '起', en: 'From' } }}
                fieldKey="day"
                value={range[end]}
                isInvalid={isBackward || isTooLong}
                onChange={(next) => next && setRange(end ? [range[0], next as string] : [next as string, range[1]])}
              />
            ))}
          </div>
        ) : (
          <span className="by-faint by-small by-figure">
            {range[0]} – {range[1]}
          </span>
        )}
      </div>
      <ActButton
        block
        type="primary"
        access={startReplay.access}
        disabledReason={
          versions.length === 0
            ? { zh: '还没有版本', en: 'No version yet' }
            : isBackward
              ? { zh: '开始日期不能晚于结束日期', en: 'The start date cannot be after the end date' }
              : isTooLong
                ? { zh: '时间范围不能超过366天', en: 'The range cannot exceed 366 days' }
                : null
        }
        onAct={start}
      >
        {t({ zh: '开始回放', en: 'Start the replay' })}
      </ActButton>
    </section>
  );
}
