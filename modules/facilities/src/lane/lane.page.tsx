import type { Listed } from '@boyun/kernel/contract';
import { FieldValue, ResourcePage, SlotParts, StateDot, TimeText } from '@boyun/kernel/web';
import { isPolicyOf, LaneMode, type LanePolicyField, lane, lanePolicies } from './lane.contract.ts';
import { laneActs } from './lane-slot.view.ts';
import { TidalPlanInput, tidalText } from './tidal-plan.form.tsx';
import '../place/place.css';
import { useText } from '@boyun/kernel/web';

const HIDDEN = { isHiddenAtFirst: true };

/** The lanes with their policies and hours. */
export default function LanePage() {
  const t = useText();
  return (
    <ResourcePage
      of={lane}
      columns={[...lane.columns, ...MORE]}
      actsWidth={252}
      asListed={['tidalPlan']}
      rowActs={(row) => <SlotParts of={laneActs} props={{ lane: row }} />}
      cells={{
        name: { width: 170, isGrowing: true },
        lotId: { width: 196 },
        ...Object.fromEntries(
          (['whenFull', 'unmatched'] as const).map((key) => [
            key,
            {
              cell: (row: Listed<typeof lane>) =>
                isPolicyOf(key, row) ? <FieldValue field={lane.fields[key]} fieldKey={key} row={row} /> : '—',
            },
          ]),
        ),
        mode: { width: 150, cell: (row) => <Mode lane={row} /> },
        tidalPlan: { width: 220, cell: (row) => tidalText(row.tidalPlan, t) },
        ...Object.fromEntries(MORE.filter((key) => key !== 'tidalPlan').map((key) => [key, HIDDEN])),
      }}
      formParts={{
        tidalPlan: ({ id, value, onChange, isInvalid }) => (
          <TidalPlanInput id={id} value={value ?? []} isInvalid={isInvalid} onChange={onChange} />
        ),
      }}
    />
  );
}

/** The mode, and when it ends. */
function Mode({ lane: { mode, modeUntil } }: { lane: Listed<typeof lane> }) {
  return (
    <span className="by-row">
      <StateDot tone={LaneMode[mode].tone} label={LaneMode[mode]} />
      {modeUntil && (
        <span className="by-small by-faint">
          → <TimeText at={modeUntil} />
        </span>
      )}
    </span>
  );
}

const MORE = [
  'tidalPlan',
  ...(Object.keys(lanePolicies) as LanePolicyField[]).filter((key) => key !== 'temporary'),
] as const;
