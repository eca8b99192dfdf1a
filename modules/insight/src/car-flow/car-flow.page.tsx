import { unknownVehicleKind, vehicleKindWords } from '@boyun/domain/vehicle-kind';
import type { ChartRow } from '@boyun/kernel/web';
import { useText } from '@boyun/kernel/web';
import { GroupedPage } from '../grouped/grouped-page.view.tsx';
import { carFlow, FlowGroup } from './car-flow.contract.ts';

const NAMED: Readonly<Record<FlowGroup, readonly string[]>> = {
  lot: ['lotId'],
  gate: ['lotId', 'gateId'],
  lane: ['lotId', 'gateId', 'laneId'],
  day: ['day'],
  hour: ['hour'],
  kind: ['vehicleKind'],
};

const kindWords = (row: ChartRow) => (row.vehicleKind ? vehicleKindWords(String(row.vehicleKind)) : unknownVehicleKind);

/** Entries and exits by the chosen dimension. */
export default function CarFlowPage() {
  const t = useText();
  const nameOf = (by: FlowGroup) => (row: ChartRow) => {
    if (by === 'kind') return t(kindWords(row));
    if (by === 'day') return String(row.day).slice(5);
    if (by === 'hour') return String(row.hour);
    if (by === 'lot') return String(row.lotName);
    // A lot's name has no spaces: the text after the first space is the part of the lot.
    const part = (by === 'gate' ? row.gateName : row.laneName) ?? t({ zh: '无车道', en: 'No lane' });
    return `${row.lotName} ${part}`;
  };
  return (
    <GroupedPage
      source={carFlow}
      groups={FlowGroup}
      named={NAMED}
      figures={['entries', 'exits']}
      filters={['lotId', 'laneId', 'vehicleKind', 'from', 'to']}
      cells={{
        lotId: { width: 180, isGrowing: true },
        gateId: { width: 160, isGrowing: true },
        laneId: { width: 160, isGrowing: true },
        day: { width: 160, isGrowing: true },
        hour: { width: 160, isGrowing: true },
        vehicleKind: { width: 160, isGrowing: true, cell: (row) => t(kindWords(row)) },
        entries: { width: 140 },
        exits: { width: 140 },
      }}
      barsOf={(by) => ({
        series: [
          { key: 'entries', color: '--by-accent' },
          { key: 'exits', color: '--by-good-dot' },
        ],
        nameOf: nameOf(by),
        // Most lanes have one direction, so bars side by side would leave one place empty.
        ...(by === 'gate' || by === 'lane'
          ? { isStacked: true, shorten: (name: string) => name.slice(name.indexOf(' ') + 1) }
          : {}),
      })}
      empty={{
        title: { zh: '这段时间没有车辆进出', en: 'No cars in or out in this period' },
        hint: { zh: '未选时间时统计最近7天', en: 'Default: the last 7 days' },
      }}
    />
  );
}
