import { type PlateColor, plateColorLabel } from '@boyun/domain/plate';
import { spotKindWords, usualSpotKinds } from '@boyun/domain/spot-kind';
import { usualVehicleKinds } from '@boyun/domain/vehicle-kind';
import './binding.css';
import type { Label } from '@boyun/kernel/contract';
import { ResourcePage, StateDot, useLanguage, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { vehicleKindLabel } from '../charge-rule/vehicle-kind.view.ts';
import { BindingCheck, useBindingCheck } from './binding-check.view.tsx';
import type { Binding } from './binding-oddity.view.ts';
import { chargeBinding } from './charge-binding.contract.ts';

/** The bindings of charge rules to places, cars and days, with findings above the list. */
export default function ChargeBindingPage() {
  const t = useText();
  return (
    <ResourcePage
      of={chargeBinding}
      columns={['place', 'chargeRuleId', 'cars', 'days', 'oddity']}
      cells={{
        place: {
          label: { zh: '适用范围', en: 'Applies to' },
          width: 216,
          isGrowing: true,
          cell: (row) => <Place row={row} />,
        },
        chargeRuleId: { width: 216, isGrowing: true },
        cars: { label: { zh: '适用车辆', en: 'Cars' }, width: 190, cell: (row) => <Cars row={row} /> },
        days: { label: { zh: '有效期', en: 'Days' }, width: 200, cell: (row) => <Days row={row} /> },
        oddity: { label: { zh: '检查结果', en: 'Check' }, width: 168, cell: (row) => <Oddity row={row} /> },
      }}
      formParts={{
        vehicleKinds: ({ id, value, onChange }) => (
          <ManyInput
            id={id}
            value={value}
            labels={usualVehicleKinds}
            isFree
            placeholder={{ zh: '全部车型', en: 'All kinds' }}
            onChange={onChange}
          />
        ),
        spotKinds: ({ id, value, onChange }) => (
          <ManyInput
            id={id}
            value={value}
            labels={usualSpotKinds}
            placeholder={{ zh: '全部车位', en: 'All spots' }}
            onChange={(next) => onChange(next as (keyof typeof usualSpotKinds)[])}
          />
        ),
        plateColors: ({ id, value, onChange }) => (
          <ManyInput
            id={id}
            value={(value ?? []).map(String)}
            labels={plateColorLabel}
            placeholder={{ zh: '全部颜色', en: 'All colours' }}
            onChange={(next) => onChange(next.map(Number) as PlateColor[])}
          />
        ),
      }}
      above={() => <BindingCheck />}
      detailTitle={(row) => row.lotName ?? row.areaName ?? t(everywhere)}
      empty={{
        title: { zh: '还没有绑定', en: 'No bindings yet' },
        hint: {
          zh: '把收费规则绑定到车场，车辆入场时才知道按什么收费',
          en: 'Bind a charge rule to a lot to charge the cars that enter',
        },
      }}
    />
  );
}

/** Selects several values; an empty selection means all, as its placeholder says. */
function ManyInput({
  id,
  value,
  labels,
  isFree,
  placeholder,
  onChange,
}: {
  id: string;
  value: readonly string[] | null;
  labels: Readonly<Record<string, Label>>;
  /** Accepts values other than the options. */
  isFree?: boolean;
  placeholder: Label;
  onChange: (next: string[]) => void;
}) {
  const t = useText();
  const language = useLanguage();
  return (
    <Select
      id={id}
      className="by-wide"
      mode={isFree ? 'tags' : 'multiple'}
      allowClear
      placeholder={t(placeholder)}
      value={[...(value ?? [])]}
      options={Object.entries(labels).map(([key, label]) => ({ value: key, label: label[language] }))}
      onChange={onChange}
    />
  );
}

const everywhere = { zh: '全部车场', en: 'All lots' };

function Place({ row }: { row: Binding }) {
  const t = useText();
  if (row.lotId) return <span className="by-strong">{row.lotName}</span>;
  if (!row.areaId) return <span className="by-strong">{t(everywhere)}</span>;
  return (
    <>
      <span className="by-strong">{row.areaName}</span>{' '}
      <span className="binding-kind">{t({ zh: '片区', en: 'Area' })}</span>
    </>
  );
}

function Cars({ row }: { row: Binding }) {
  const t = useText();
  const colors = row.plateColors.map((code) => t(plateColorLabel[code]));
  const comma = t({ zh: '、', en: ', ' });
  const words = [
    ...row.vehicleKinds.map((kind) => t(vehicleKindLabel(kind))),
    ...row.spotKinds.map((kind) => t(spotKindWords(kind))),
    ...colors,
  ];
  return words.length === 0 ? (
    <span className="by-faint">{t({ zh: '全部车辆', en: 'All cars' })}</span>
  ) : (
    <span title={words.join(comma)}>{words.join(comma)}</span>
  );
}

function Days({ row }: { row: Binding }) {
  const t = useText();
  if (!row.fromDay && !row.toDay) return <span className="by-faint">{t({ zh: '长期', en: 'Always' })}</span>;
  return (
    <span className="by-figure">
      {row.fromDay ?? t({ zh: '不限', en: '…' })} – {row.toDay ?? t({ zh: '不限', en: '…' })}
    </span>
  );
}

function Oddity({ row }: { row: Binding }) {
  const t = useText();
  const { oddities } = useBindingCheck();
  if (!oddities) return null;
  const found = oddities.find(({ key }) => key === row.id);
  if (!found) return <StateDot tone="good" label={{ zh: '正常', en: 'OK' }} />;
  return (
    <span title={t(found.sentence)}>
      <StateDot tone={found.word.tone} label={found.word} />
    </span>
  );
}
