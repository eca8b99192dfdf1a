import type { Scope, Season } from '@boyun/domain/fee';
import type { Label } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { dayNames } from './day-row.view.ts';
import { useValue } from './editor-context.view.ts';
import { ClockBox, CountBox, ManyBox, Say, YearDayBox } from './typed-box.view.tsx';

const scopes: readonly { value: Scope['per']; label: Label; fresh: Scope }[] = [
  { value: 'stay', label: { zh: '每次停车', en: 'per stay' }, fresh: { per: 'stay' } },
  { value: 'hours', label: { zh: '入场起每若干小时', en: 'per hours from entry' }, fresh: { per: 'hours', hours: 24 } },
  { value: 'day', label: { zh: '每自然日', en: 'per natural day' }, fresh: { per: 'day' } },
  { value: 'window', label: { zh: '每个时段', en: 'per period' }, fresh: { per: 'window' } },
];

/** The period after which a count restarts. */
export function ScopeBox({
  path,
  label,
  stayWords,
  choices,
}: {
  path: string;
  label: Label;
  stayWords?: Label;
  /** The kinds of stretches offered; all by default. */
  choices?: readonly Scope['per'][];
}) {
  const t = useText();
  const { value, set } = useValue<Scope>(path);
  const per = value?.per ?? 'stay';
  return (
    <>
      <span data-path={`${path}.per`}>
        <Select
          popupMatchSelectWidth={false}
          aria-label={t(label)}
          value={per}
          options={scopes
            .filter((one) => !choices || choices.includes(one.value))
            .map((one) => ({
              value: one.value,
              label: t(one.value === 'stay' && stayWords ? stayWords : one.label),
            }))}
          onChange={(next) => set(scopes.find((one) => one.value === next)!.fresh)}
        />
      </span>
      {per === 'hours' && (
        <CountBox
          path={`${path}.hours`}
          label={{ zh: '小时数', en: 'Hours' }}
          unit={{ zh: '小时', en: 'h' }}
          min={1}
          max={8760}
          width={88}
        />
      )}
      {per === 'day' && (
        <>
          <CountBox
            path={`${path}.days`}
            label={{ zh: '天数', en: 'Days' }}
            unit={{ zh: '日', en: 'd' }}
            placeholder={{ zh: '1', en: '1' }}
            min={1}
            max={366}
            width={64}
            isOptional
          />
          <ClockBox
            path={`${path}.startsAt`}
            label={{ zh: '一日的起点', en: 'The day begins at' }}
            placeholder={{ zh: '00:00', en: '00:00' }}
            isOptional
          />
          <Say zh="起" en="" />
        </>
      )}
    </>
  );
}

const dayOptions = Object.entries(dayNames).map(([value, label]) => ({ value, label }));

/** The days on which something applies. */
export function DaysBox({ path, label }: { path: string; label: Label }) {
  return <ManyBox path={path} label={label} options={dayOptions} placeholder={{ zh: '每天', en: 'Every day' }} />;
}

/** The first and last day of a season. */
export function SeasonBox({ path }: { path: string }) {
  return (
    <>
      <YearDayBox path={`${path}.from`} label={{ zh: '首日', en: 'First day' }} />
      <Say zh="至" en="to" />
      <YearDayBox path={`${path}.to`} label={{ zh: '末日', en: 'Last day' }} />
      <Say zh="（月-日，可跨年）" en="(month-day, may run over New Year)" />
    </>
  );
}

/** Initial value of a new season. */
export const freshSeason: Season = { from: '06-01', to: '08-31' };
