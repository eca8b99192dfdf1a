import type { Listed } from '@boyun/kernel/contract';
import { FieldValue, ResourcePage } from '@boyun/kernel/web';
import { Suspense } from 'react';
import { offeredOnPlaces } from '../place/place-offer.view.ts';
import { isPolicyOf, lane } from './lane.contract.ts';
import { TidalPlanInput, tidalText, type Window } from './tidal-plan.form.tsx';
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
      actsWidth={164}
      asListed={['tidalPlan']}
      rowActs={(row) => (
        <Suspense fallback={null}>
          {offeredOnPlaces().laneActs.map((Act, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is offered stays in its order
            <Act key={place} lane={row} />
          ))}
        </Suspense>
      )}
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
        tidalPlan: { width: 220, cell: (row) => tidalText(row.tidalPlan as Window[], t) },
        ...Object.fromEntries(MORE.filter((key) => key !== 'tidalPlan').map((key) => [key, HIDDEN])),
      }}
      formParts={{
        tidalPlan: ({ id, value, onChange, isInvalid }) => (
          <TidalPlanInput id={id} value={(value ?? []) as Window[]} isInvalid={isInvalid} onChange={onChange} />
        ),
      }}
    />
  );
}

const MORE = [
  'mode',
  'tidalPlan',
  'whiteListed',
  'packHolder',
  'fixedVehicle',
  'freeListed',
  'visitor',
  'unitVehicle',
  'vipMember',
  'largeVehicle',
];
