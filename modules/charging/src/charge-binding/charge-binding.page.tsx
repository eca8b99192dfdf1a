import './binding.css';
import type { Listed } from '@boyun/kernel/contract';
import { ResourcePage, StateDot, useText } from '@boyun/kernel/web';
import { PlateColor } from '../charge-example/charge-example.contract.ts';
import { BindingCheck, useBindingCheck } from './binding-check.view.tsx';
import { BindingOddity, chargeBinding } from './charge-binding.contract.ts';

type Row = Listed<typeof chargeBinding>;

/** Which rule holds where, for which cars and days; above, what is odd about it. */
export default function ChargeBindingPage() {
  const t = useText();
  return (
    <ResourcePage
      of={chargeBinding}
      columns={['place', 'chargeRuleId', 'cars', 'days', 'oddity']}
      cells={{
        place: {
          label: { zh: '适用范围', en: 'Holds in' },
          width: 240,
          isGrowing: true,
          cell: (row) => <Place row={row} />,
        },
        chargeRuleId: { width: 240, isGrowing: true },
        cars: { label: { zh: '车辆', en: 'Cars' }, width: 220, cell: (row) => <Cars row={row} /> },
        days: { label: { zh: '日期', en: 'Days' }, width: 210, cell: (row) => <Days row={row} /> },
        oddity: { label: { zh: '检查', en: 'Check' }, width: 130, cell: (row) => <Oddity row={row} /> },
      }}
      above={() => <BindingCheck />}
      detailTitle={(row) => row.lotName ?? row.areaName ?? t(everywhere)}
      empty={{
        title: { zh: '还没有绑定', en: 'No bindings yet' },
        hint: {
          zh: '把收费规则绑定到车场，车辆入场时才知道按什么收费',
          en: 'Bind a rule to a lot, so that a car that enters has a price',
        },
      }}
    />
  );
}

const everywhere = { zh: '全部车场', en: 'All lots' };

function Place({ row }: { row: Row }) {
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

function Cars({ row }: { row: Row }) {
  const t = useText();
  const colors = row.plateColors.map((code) => t(PlateColor[code]));
  const words = [...row.vehicleKinds, ...colors];
  return words.length === 0 ? (
    <span className="by-faint">{t({ zh: '全部车辆', en: 'All cars' })}</span>
  ) : (
    <span title={words.join('、')}>{words.join('、')}</span>
  );
}

function Days({ row }: { row: Row }) {
  const t = useText();
  if (!row.fromDay && !row.toDay) return <span className="by-faint">{t({ zh: '长期', en: 'Always' })}</span>;
  return (
    <span className="by-figure">
      {row.fromDay ?? t({ zh: '不限', en: '…' })} – {row.toDay ?? t({ zh: '不限', en: '…' })}
    </span>
  );
}

function Oddity({ row }: { row: Row }) {
  const t = useText();
  const check = useBindingCheck();
  const found = check.data?.conflicts.find(({ bindingId }) => bindingId === row.id);
  if (!check.data) return null;
  if (!found) return <StateDot tone="good" label={{ zh: '正常', en: 'Fine' }} />;
  return (
    <span title={t(found)}>
      <StateDot tone={BindingOddity[found.kind].tone} label={BindingOddity[found.kind]} />
    </span>
  );
}
