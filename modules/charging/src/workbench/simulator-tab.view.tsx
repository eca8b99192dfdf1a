import { plateColorLabel } from '@boyun/domain/plate';
import './workbench.css';
import { type FeeLine, type PricedStay, priceStay, type Stay, type Tariff } from '@boyun/domain/fee';
import { instantOfWall } from '@boyun/domain/period';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { spot } from '@boyun/facilities/contract';
import { choice, instant, type Label, optional, parseWireTime } from '@boyun/kernel/contract';
import {
  copyText,
  ErrorState,
  FieldInput,
  Money,
  moneyText,
  now,
  Skeleton,
  tenantZone,
  timeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { AutoComplete, Button, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { openVersion, useVersions, versionLabel } from '../tariff-version/version-query.view.ts';
import { moneyKind } from './editor/box-kind.view.ts';
import { TypedInput } from './editor/typed-box.view.tsx';
import { useCalendar, useVersion } from './rule-query.view.ts';

/** Address parameters of a trial: the link shows others the same stay priced the same way. */
const KEYS = ['v', 'entry', 'exit', 'kind', 'color', 'spot', 'packFrom', 'packTo', 'paidAt', 'paid'] as const;
type Key = (typeof KEYS)[number];

const moment = optional(instant({ zh: '时间', en: 'Time' }));
const spotKinds = spot.fields.kind.choices as Readonly<Record<string, Label>>;
const colorField = optional(choice({ zh: '车牌颜色', en: 'Plate colour' }, plateColorLabel));

/** Prices one stay line by line by a version of the rule; the page address contains the whole input. */
export function SimulatorTab({ ruleId }: { ruleId: string }) {
  const t = useText();
  const [query] = useSearchParams();
  const versions = useVersions(ruleId);
  const { calendar } = useCalendar();
  const open = versions.data && (openVersion(versions.data) ?? versions.data.find((one) => one.state === 'in-force'));
  const number = Number(query.get('v')) || open?.number || versions.data?.[0]?.number || null;
  const version = useVersion(ruleId, number, number === null);
  const trial = useTrial(number);
  if (!versions.data || (number !== null && !version.data)) {
    const error = versions.error ?? version.error;
    return error ? <ErrorState error={error} onRetry={versions.refetch} /> : <Skeleton lines={8} />;
  }
  const zone = tenantZone();
  const stay = readStay(trial.given, zone);
  const priced = version.data && stay && priceStay(version.data.tariff, { ...stay, ...(calendar ? { calendar } : {}) });
  return (
    <div className="sim">
      <section className="by-card-box sim-form" aria-label={t({ zh: '停车', en: 'Stay' })}>
        <Field label={{ zh: '版本', en: 'Version' }}>
          {(id) => (
            <Select
              id={id}
              className="by-wide"
              value={number}
              options={versions.data.map((one) => ({ value: one.number, label: t(versionLabel(one)) }))}
              onChange={(next) => trial.write({ v: String(next) })}
            />
          )}
        </Field>
        <StayFields trial={trial} />
        <Button onClick={() => void copyLink(trial)}>{t({ zh: '复制链接', en: 'Copy link' })}</Button>
      </section>
      <section className="by-card-box">
        {priced ? (
          <Lines priced={priced} tariff={version.data!.tariff} zone={zone} />
        ) : (
          <p className="by-faint">
            {number === null
              ? t({ zh: '还没有可试算的版本，请先保存草稿', en: 'No version to simulate yet. Save the draft first' })
              : t({ zh: '离场时间须晚于入场时间', en: 'The exit must be after the entry' })}
          </p>
        )}
      </section>
    </div>
  );
}

/** The input of a trial in the address of the page. */
interface Trial {
  given(key: Key): string;
  write(changes: Partial<Record<Key, string>>): void;
}

function useTrial(number: number | null): Trial {
  const [query, setQuery] = useSearchParams();
  const today = timeText(now(), 'day');
  const given = (key: Key) =>
    query.get(key) ?? { entry: `${today} 09:00:00`, exit: `${today} 13:00:00` }[key as 'entry'] ?? '';
  return {
    given,
    write(changes) {
      const next = new URLSearchParams(query);
      for (const key of KEYS) {
        const value = changes[key] ?? given(key);
        if (value) next.set(key, value);
        else next.delete(key);
      }
      if (number !== null && changes.v === undefined) next.set('v', String(number));
      setQuery(next, { replace: true });
    },
  };
}

async function copyLink(trial: Trial): Promise<void> {
  trial.write({});
  await copyText(location.href, { zh: '链接已复制', en: 'Link copied' });
}

/** The stay: its times, the vehicle, and what is rarely needed. */
function StayFields({ trial }: { trial: Trial }) {
  const { given, write } = trial;
  return (
    <>
      <TimeField trial={trial} of="entry" label={{ zh: '入场时间', en: 'Entry' }} />
      <TimeField trial={trial} of="exit" label={{ zh: '离场时间', en: 'Exit' }} />
      <div className="sim-two">
        <Field label={colorField.label}>
          {(id) => (
            <FieldInput
              id={id}
              field={colorField}
              fieldKey="color"
              isFilter
              value={given('color') === '' ? null : Number(given('color'))}
              onChange={(next) => write({ color: next === null ? '' : String(next) })}
            />
          )}
        </Field>
        <NamedField trial={trial} of="kind" label={{ zh: '车型', en: 'Vehicle kind' }} known={usualVehicleKinds} />
      </div>
      <MoreFields trial={trial} />
    </>
  );
}

/** Spot, a pack and an earlier payment. */
function MoreFields({ trial }: { trial: Trial }) {
  const t = useText();
  const { given, write } = trial;
  return (
    <details className="te-more" open={Boolean(given('packFrom') || given('paidAt') || given('spot'))}>
      <summary>{t({ zh: '月卡、已缴费与其他', en: 'Pack, earlier payment and more' })}</summary>
      <div className="sim-form">
        <NamedField trial={trial} of="spot" label={{ zh: '车位类型', en: 'Spot kind' }} known={spotKinds} />
        <TimeField trial={trial} of="packFrom" label={{ zh: '月卡覆盖从', en: 'Pack covers from' }} />
        <TimeField trial={trial} of="packTo" label={{ zh: '月卡覆盖到', en: 'Pack covers until' }} />
        <TimeField trial={trial} of="paidAt" label={{ zh: '缴费时间', en: 'Paid at' }} />
        <Field label={{ zh: '已缴金额', en: 'Paid' }}>
          {() => (
            <TypedInput
              kind={moneyKind}
              value={given('paid') === '' ? undefined : Number(given('paid'))}
              onChange={(fen) => write({ paid: fen === undefined ? '' : String(fen) })}
              label={{ zh: '已缴金额', en: 'Paid' }}
              unit={{ zh: '元', en: 'CNY' }}
              width={160}
              isOptional
            />
          )}
        </Field>
      </div>
    </details>
  );
}

function TimeField({ trial: { given, write }, of, label }: { trial: Trial; of: Key; label: Label }) {
  return (
    <Field label={label}>
      {(id) => (
        <FieldInput
          id={id}
          field={moment}
          fieldKey={of}
          value={given(of) ? parseWireTime(given(of), tenantZone()) : null}
          onChange={(next) => write({ [of]: next instanceof Date ? timeText(next) : '' })}
        />
      )}
    </Field>
  );
}

/** A code. Known ones are shown by name; a tariff may use others. */
function NamedField({
  trial: { given, write },
  of,
  label,
  known,
}: {
  trial: Trial;
  of: Key;
  label: Label;
  known: Readonly<Record<string, Label>>;
}) {
  const t = useText();
  return (
    <Field label={label}>
      {(id) => (
        <AutoComplete
          id={id}
          className="by-wide"
          value={known[given(of)] ? t(known[given(of)]!) : given(of)}
          options={Object.values(known).map((one) => ({ value: t(one) }))}
          placeholder={t({ zh: '不限', en: 'Any' })}
          onChange={(next: string | undefined) => {
            const code = Object.keys(known).find((one) => t(known[one]!) === next);
            write({ [of]: code ?? next ?? '' });
          }}
          allowClear
        />
      )}
    </Field>
  );
}

function Field({ label, children }: { label: Label; children: (id: string) => ReactNode }) {
  const t = useText();
  const id = useId();
  return (
    <div className="by-field">
      <label htmlFor={id}>{t(label)}</label>
      {children(id)}
    </div>
  );
}

/** Parses the stay in the address; null while it is incomplete. */
function readStay(given: (key: Key) => string, zone: string): Stay | null {
  const at = (key: Key) => {
    try {
      return given(key) ? instantOfWall(given(key), zone) : null;
    } catch {
      return null;
    }
  };
  const [enteredAtMs, exitAtMs] = [at('entry'), at('exit')];
  if (enteredAtMs === null || exitAtMs === null || exitAtMs < enteredAtMs) return null;
  const [fromMs, toMs, atMs] = [at('packFrom'), at('packTo'), at('paidAt')];
  return {
    enteredAtMs,
    exitAtMs,
    zone,
    ...(given('kind') ? { vehicleKind: given('kind') } : {}),
    ...(given('color') ? { plateColor: Number(given('color')) } : {}),
    ...(given('spot') ? { spotKind: given('spot') } : {}),
    ...(fromMs !== null && toMs !== null && toMs > fromMs ? { covered: [{ fromMs, toMs }] } : {}),
    ...(atMs !== null ? { paid: [{ atMs, amountFen: Number(given('paid')) || 0 }] } : {}),
  };
}

function Lines({ priced, tariff, zone }: { priced: PricedStay; tariff: Tariff; zone: string }) {
  const t = useText();
  const language = useLanguage();
  const clock = (ms: number) => timeText(parseInstant(ms), 'minute', zone).slice(5);
  const span = (line: FeeLine) => `${clock(line.fromMs)} – ${clock(line.toMs)}`;
  return (
    <>
      <dl className="sim-sum">
        <div>
          <dt>{t({ zh: '费用', en: 'Fee' })}</dt>
          <dd>
            {tariff.currency && tariff.currency !== 'CNY' ? tariff.currency : '¥'}
            {moneyText(priced.totalFen)}
          </dd>
        </div>
        {priced.paidFen > 0 && (
          <>
            <div>
              <dt>{t({ zh: '已付', en: 'Paid' })}</dt>
              <dd>{moneyText(priced.paidFen)}</dd>
            </div>
            <div>
              <dt>{t({ zh: '应付', en: 'Due' })}</dt>
              <dd>{moneyText(priced.dueFen)}</dd>
            </div>
          </>
        )}
      </dl>
      <table className="sim-lines">
        <thead>
          <tr>
            <th scope="col">{t({ zh: '时间', en: 'Time' })}</th>
            <th scope="col">{t({ zh: '依据', en: 'Why' })}</th>
            <th scope="col" className="is-money">
              {t({ zh: '金额', en: 'Amount' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {priced.lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id
            <tr key={i}>
              <td className="by-figure">{span(line)}</td>
              <td>{line[language]}</td>
              <td className={`is-money by-figure${line.amountFen < 0 ? ' is-less' : ''}`}>
                <Money fen={line.amountFen} />
              </td>
            </tr>
          ))}
          {priced.lines.length === 0 && (
            <tr>
              <td colSpan={3} className="by-faint">
                {t({ zh: '此停车不收费', en: 'This stay is free of charge' })}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </>
  );
}

function parseInstant(ms: number): Date {
  return new Date(ms);
}
