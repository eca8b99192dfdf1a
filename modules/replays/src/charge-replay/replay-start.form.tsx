import { openVersion, type Version, versionLabel } from '@boyun/charging/web';
import { addDays, addMonths, dayOfKey, dayStart, monthStart } from '@boyun/domain/period';
import { day, type Label, parseWireTime } from '@boyun/kernel/contract';
import { ActButton, call, dayText, FieldInput, now, ReferencesInput, tenantZone, useText } from '@boyun/kernel/web';
import { Segmented, Select } from 'antd';
import { useId, useState } from 'react';
import { startReplay } from './charge-replay.contract.ts';

const DAYS_MAX = 366;

type Span = 'week' | 'month' | 'last-month' | 'own';
type Days = readonly [first: string, last: string];
const dayField = day({ zh: '日期', en: 'Day' });

/** First and last day of a preset range; ranges end yesterday because today is incomplete. */
function usualRange(span: Exclude<Span, 'own'>): Days {
  const zone = tenantZone();
  const today = dayStart(now().getTime(), zone);
  const key = (ms: number) => dayText(new Date(ms), zone);
  if (span === 'last-month') {
    const first = monthStart(today, zone);
    return [key(addMonths(first, -1, zone)), key(addDays(first, -1, zone))];
  }
  return [key(addDays(today, span === 'week' ? -7 : -30, zone)), key(addDays(today, -1, zone))];
}

/** Entry times from the beginning of the first day to the end of the last one. */
function instantsOf([first, last]: Days): { from: Date; to: Date } {
  const zone = tenantZone();
  const end = parseWireTime(last, zone).getTime();
  return { from: parseWireTime(first, zone), to: new Date(addDays(end, 1, zone)) };
}

/** Returns what is wrong with a range; null for a good one. */
function wrongRange([first, last]: Days): Label | null {
  if (first > last) return { zh: '开始日期不能晚于结束日期', en: 'The start date cannot be after the end date' };
  if (dayOfKey(last) - dayOfKey(first) < DAYS_MAX) return null;
  return { zh: '时间范围不能超过366天', en: 'The range cannot exceed 366 days' };
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
  const [asked, setNumber] = useState<number | undefined>(usual?.number);
  const [lotIds, setLots] = useState<string[]>([]);
  const [range, setRange] = useState<Days>(() => usualRange('month'));
  const number = versions.some((one) => one.number === asked) ? asked : usual?.number;
  const start = async () => {
    const values = { id: ruleId, number: number!, lotIds, ...instantsOf(range) };
    onStarted((await call(startReplay, values)).replayId);
  };
  return (
    <section className="by-card-box replay-start">
      <h2>{t({ zh: '回放', en: 'Replay' })}</h2>
      <div className="by-field">
        <label htmlFor={`${id}-version`}>{t({ zh: '版本', en: 'Version' })}</label>
        <Select
          id={`${id}-version`}
          value={number}
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
          onChange={setLots}
        />
      </div>
      <RangeField range={range} onChange={setRange} />
      <ActButton
        block
        type="primary"
        access={startReplay.access}
        disabledReason={versions.length === 0 ? { zh: '还没有版本', en: 'No version yet' } : wrongRange(range)}
        onAct={start}
      >
        {t({ zh: '开始回放', en: 'Start the replay' })}
      </ActButton>
    </section>
  );
}

/** Days of entry: a preset range, or a first and a last day. */
function RangeField({ range, onChange }: { range: Days; onChange: (range: Days) => void }) {
  const t = useText();
  const [span, setSpan] = useState<Span>('month');
  const choose = (next: Span) => {
    setSpan(next);
    if (next !== 'own') onChange(usualRange(next));
  };
  return (
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
        onChange={choose}
      />
      {span === 'own' ? (
        <OwnDays range={range} onChange={onChange} />
      ) : (
        <span className="by-faint by-small by-figure">
          {range[0]} – {range[1]}
        </span>
      )}
    </div>
  );
}

function OwnDays({ range: [first, last], onChange }: { range: Days; onChange: (range: Days) => void }) {
  const isInvalid = wrongRange([first, last]) !== null;
  return (
    <div className="replay-days">
      <FieldInput
        field={{ ...dayField, label: { zh: '起', en: 'From' } }}
        fieldKey="day"
        value={first}
        isInvalid={isInvalid}
        onChange={(next) => next && onChange([next as string, last])}
      />
      <FieldInput
        field={{ ...dayField, label: { zh: '止', en: 'Until' } }}
        fieldKey="day"
        value={last}
        isInvalid={isInvalid}
        onChange={(next) => next && onChange([first, next as string])}
      />
    </div>
  );
}
