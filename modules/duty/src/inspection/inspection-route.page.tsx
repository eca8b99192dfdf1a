import { ResourcePage, useText } from '@boyun/kernel/web';
import './inspection.css';
import { inspectionRoute } from './inspection-route.contract.ts';
import { type DraftStop, RouteStopsInput } from './route-stops.form.tsx';

/** The routes with their stops in order. */
export default function InspectionRoutePage() {
  return (
    <ResourcePage
      of={inspectionRoute}
      cells={{
        name: { width: 170, isGrowing: true },
        lotIds: { width: 220, isGrowing: true },
        stopCount: { width: 76 },
        expectedMinutes: { width: 124 },
        inspectorIds: { width: 180, isGrowing: true },
        isEnabled: { width: 90 },
        items: { isHiddenAtFirst: true },
      }}
      formParts={{
        stops: ({ id, value, isInvalid, onChange }) => (
          <RouteStopsInput
            id={id}
            value={(value ?? []) as readonly DraftStop[]}
            isInvalid={isInvalid}
            onChange={(stops) => onChange(stops as NonNullable<typeof value>)}
          />
        ),
      }}
      moreDetail={(row) => <Stops stops={row.stops as readonly DraftStop[]} items={row.items} />}
      detailWidth={600}
    />
  );
}

/** The stops of a route with what is checked at each. */
function Stops({ stops, items }: { stops: readonly DraftStop[]; items: string }) {
  const t = useText();
  return (
    <section>
      <h3>{t(inspectionRoute.fields.stops.label)}</h3>
      <ol className="inspect-stops">
        {stops.map((stop, place) => {
          const name = stop.garageName ?? stop.gateName ?? stop.laneName ?? stop.zoneName;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the order
            <li key={place} className="inspect-stop">
              <b>
                <span className="inspect-number">{place + 1}</span>
                {name ? `${stop.lotName} · ${name}` : stop.lotName}
              </b>
              <p>{(stop.items ?? items).split('\n').filter(Boolean).join(' · ')}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
