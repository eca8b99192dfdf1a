import { type PlateColor, plateColorLabel } from '@boyun/domain/plate';
import { usualSpotKinds } from '@boyun/domain/spot-kind';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import { call, ErrorState, ReferenceInput, StateDot, useLanguage, useListing, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { type Oddity, odditiesOf } from './binding-oddity.view.ts';
import { bindingConflicts, chargeBinding, resolveBinding } from './charge-binding.contract.ts';

const SHOWN = 4;

/** Returns the findings about the bindings; refetched whenever their list changes. */
export function useBindingCheck() {
  const language = useLanguage();
  const bindings = useListing(chargeBinding, { page: 1, perPage: 200 });
  const check = useQuery({
    queryKey: ['list', chargeBinding.name, 'conflicts', language],
    queryFn: ({ signal }) => call(bindingConflicts, {}, { signal, isQuiet: true }),
  });
  const oddities = bindings.data && check.data && odditiesOf(check.data.conflicts, bindings.data.rows);
  return { oddities, bareLots: check.data?.bareLots ?? [], error: check.error, retry: check.refetch };
}

/** Findings above the list of bindings: lots without a rule, bindings without effect, and a query of the applicable rule. */
export function BindingCheck() {
  const t = useText();
  const { oddities, bareLots: bare, error, retry } = useBindingCheck();
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div className="binding-top">
      <section
        className="by-card-box binding-check"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list of findings scrolls here and must be scrollable by keyboard
        tabIndex={0}
        aria-label={t(bindingConflicts.title)}
      >
        {bare.length === 0 && oddities?.every(({ word }) => word.tone !== 'bad') && (
          <StateDot
            tone="good"
            label={{
              zh: '每个车场都有收费规则，绑定没有冲突',
              en: 'Every lot has a charge rule, and no bindings conflict',
            }}
          />
        )}
        {bare.length > 0 && (
          <div>
            <StateDot
              tone="bad"
              label={{
                zh: `${bare.length}个车场没有收费规则，车辆无法计费`,
                en: `${bare.length === 1 ? '1 lot has' : `${bare.length} lots have`} no rule, so cars there cannot be charged`,
              }}
            />
            <p className="binding-bare">
              {bare.map((one) => (
                <Link key={one.lotId} to={`/_cloud_basic/parkLot?open=${one.lotId}`}>
                  {(one as { lotName?: string }).lotName ?? one.lotId}
                </Link>
              ))}
            </p>
          </div>
        )}
        <Oddities oddities={oddities ?? []} />
      </section>
      <Probe />
    </div>
  );
}

function Oddities({ oddities }: { oddities: readonly Oddity[] }) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  if (oddities.length === 0) return null;
  return (
    <ul className="binding-conflicts">
      {(isWhole ? oddities : oddities.slice(0, SHOWN)).map((one) => (
        <li key={`${one.key} ${one.sentence.en}`}>
          <StateDot tone={one.word.tone} label={one.word} />
          <span>{t(one.sentence)}</span>
        </li>
      ))}
      {oddities.length > SHOWN && (
        <li>
          <button type="button" className="binding-more" onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? t({ zh: '收起', en: 'Show less' })
              : t({ zh: '还有{count}条', en: '{count} more' }, { count: oddities.length - SHOWN })}
          </button>
        </li>
      )}
    </ul>
  );
}

/** Finds the rule that applies to a given car, as a check of the order of the bindings. */
function Probe() {
  const t = useText();
  const id = useId();
  const language = useLanguage();
  const [lotId, setLot] = useState<string | null>(null);
  const [vehicleKind, setKind] = useState<string | null>(null);
  const [spotKind, setSpot] = useState<keyof typeof usualSpotKinds | null>(null);
  const [plateColor, setColor] = useState<PlateColor | null>(null);
  const found = useQuery({
    queryKey: ['list', chargeBinding.name, 'resolve', lotId, vehicleKind, plateColor, spotKind, language],
    queryFn: ({ signal }) =>
      call(resolveBinding, { lotId: lotId!, vehicleKind, plateColor, spotKind }, { signal, isQuiet: true }),
    enabled: lotId !== null,
  });
  const answer = found.data as (typeof found.data & { chargeRuleName?: string }) | undefined;
  return (
    <section className="by-card-box binding-probe">
      <h2>{t({ zh: '收费规则查询', en: 'Which rule prices a car?' })}</h2>
      <div className="binding-asked">
        <label className="by-sr" htmlFor={`${id}-lot`}>
          {t({ zh: '车场', en: 'Parking lot' })}
        </label>
        <ReferenceInput
          id={`${id}-lot`}
          to="lot"
          value={lotId}
          placeholder={t({ zh: '车场', en: 'Lot' })}
          onChange={(next) => setLot(next)}
        />
        <Select
          aria-label={t({ zh: '车型', en: 'Vehicle kind' })}
          allowClear
          placeholder={t({ zh: '车型', en: 'Vehicle kind' })}
          value={vehicleKind}
          options={Object.entries(usualVehicleKinds).map(([kind, label]) => ({ value: kind, label: label[language] }))}
          onChange={(next) => setKind(next ?? null)}
        />
        <Select
          aria-label={t({ zh: '车牌颜色', en: 'Plate colour' })}
          allowClear
          placeholder={t({ zh: '车牌颜色', en: 'Plate colour' })}
          value={plateColor}
          options={Object.entries(plateColorLabel).map(([code, label]) => ({
            value: Number(code) as PlateColor,
            label: label[language],
          }))}
          onChange={(next) => setColor(next ?? null)}
        />
        <Select
          aria-label={t({ zh: '车位类型', en: 'Spot kind' })}
          allowClear
          placeholder={t({ zh: '车位类型', en: 'Spot kind' })}
          value={spotKind}
          options={Object.entries(usualSpotKinds).map(([kind, label]) => ({
            value: kind as keyof typeof usualSpotKinds,
            label: label[language],
          }))}
          onChange={(next) => setSpot(next ?? null)}
        />
      </div>
      <p className="binding-answer" role="status">
        {!lotId && (
          <span className="by-faint">{t({ zh: '选择车场即可查询', en: 'Select a lot to see the rule' })}</span>
        )}
        {answer?.chargeRuleId && (
          <>
            <Link to={`/_cloud_operation/chargeRule?rule=${answer.chargeRuleId}`}>{answer.chargeRuleName ?? '…'}</Link>
            {answer.number ? (
              <span className="by-figure"> v{answer.number}</span>
            ) : (
              <span className="by-tone-bad"> {t({ zh: '（无生效版本）', en: '(no version in force)' })}</span>
            )}
          </>
        )}
        {answer && !answer.chargeRuleId && (
          <StateDot tone="bad" label={{ zh: '没有适用的收费规则', en: 'No rule applies' }} />
        )}
      </p>
    </section>
  );
}
