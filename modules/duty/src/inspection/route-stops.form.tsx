import { ActButton, OrderButtons, ReferenceInput, useText } from '@boyun/kernel/web';
import { Input, Select } from 'antd';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { MOST_STOPS } from './inspection-route.contract.ts';

/** A stop while it is filled in, with the names of what it refers to. */
export interface DraftStop {
  readonly lotId: string | null;
  readonly garageId: string | null;
  readonly gateId: string | null;
  readonly laneId: string | null;
  readonly zoneName: string | null;
  readonly items: string | null;
  readonly lotName?: string | null;
  readonly garageName?: string | null;
  readonly gateName?: string | null;
  readonly laneName?: string | null;
  /** The kind of place that is being chosen; not sent. */
  readonly kind?: Kind;
}

const KINDS = {
  lot: { zh: '整个车场', en: 'Whole lot' },
  garage: { zh: '车库', en: 'Garage' },
  gate: { zh: '出入口', en: 'Gate' },
  lane: { zh: '车道', en: 'Lane' },
  zone: { zh: '区位', en: 'Zone' },
} as const;
type Kind = keyof typeof KINDS;

const NO_PLACE = { garageId: null, gateId: null, laneId: null, zoneName: null };
const FRESH: DraftStop = { lotId: null, ...NO_PLACE, items: null };

function kindOf({ kind, garageId, gateId, laneId, zoneName }: DraftStop): Kind {
  if (kind) return kind;
  if (garageId) return 'garage';
  if (gateId) return 'gate';
  if (laneId) return 'lane';
  return zoneName ? 'zone' : 'lot';
}

/** Editor of the stops of a route, in their order. */
export function RouteStopsInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: readonly DraftStop[];
  isInvalid: boolean;
  onChange: (value: readonly DraftStop[]) => void;
}) {
  const t = useText();
  // The next stop is mostly in the same lot.
  const added = (): DraftStop => ({ ...FRESH, lotId: value.at(-1)?.lotId ?? null, lotName: value.at(-1)?.lotName });
  return (
    <div className="route-stops">
      {value.map((stop, place) => (
        <StopInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the order
          key={place}
          stop={stop}
          place={place}
          isInvalid={isInvalid}
          onChange={(more) => onChange(value.map((one, at) => (at === place ? { ...one, ...more } : one)))}
          buttons={
            <OrderButtons
              list={value}
              place={place}
              removeLabel={{ zh: '移除点位', en: 'Remove the stop' }}
              onChange={onChange}
            />
          }
        />
      ))}
      <ActButton
        id={id}
        icon={<Plus />}
        disabledReason={
          value.length >= MOST_STOPS ? { zh: `最多${MOST_STOPS}个点位`, en: `At most ${MOST_STOPS} stops` } : null
        }
        onAct={() => onChange([...value, added()])}
      >
        {t({ zh: '添加点位', en: 'Add a stop' })}
      </ActButton>
    </div>
  );
}

interface StopInputProps {
  readonly stop: DraftStop;
  readonly place: number;
  readonly isInvalid: boolean;
  readonly onChange: (more: Partial<DraftStop>) => void;
  readonly buttons: ReactNode;
}

function StopInput({ stop, place, isInvalid, onChange, buttons }: StopInputProps) {
  const t = useText();
  const kind = kindOf(stop);
  const row = stop as unknown as Readonly<Record<string, unknown>>;
  return (
    <div className="route-stop">
      <span className="inspect-number">{place + 1}</span>
      <ReferenceInput
        to="lot"
        fieldKey="lotId"
        row={row}
        value={stop.lotId}
        placeholder={t({ zh: '车场', en: 'Parking lot' })}
        isInvalid={isInvalid && !stop.lotId}
        onChange={(lotId) => onChange({ ...NO_PLACE, lotId, lotName: null })}
      />
      <span className="route-kind">
        <Select<Kind>
          aria-label={t({ zh: '位置类型', en: 'Kind of place' })}
          value={kind}
          options={Object.entries(KINDS).map(([key, label]) => ({ value: key as Kind, label: t(label) }))}
          onChange={(next) => onChange({ ...NO_PLACE, kind: next })}
        />
        {kind !== 'lot' && <PlaceInput kind={kind} stop={stop} onChange={onChange} />}
      </span>
      {buttons}
      <Input.TextArea
        className="route-items"
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={1000}
        aria-label={t({ zh: '检查项', en: 'Check items' })}
        placeholder={t({
          zh: '检查项，每行一项（不填用路线的检查项）',
          en: 'Check items, one per line (empty: those of the route)',
        })}
        value={stop.items ?? ''}
        onChange={({ target }) => onChange({ items: target.value || null })}
      />
    </div>
  );
}

function PlaceInput({
  kind,
  stop,
  onChange,
}: {
  kind: Exclude<Kind, 'lot'>;
  stop: DraftStop;
  onChange: (more: Partial<DraftStop>) => void;
}) {
  const t = useText();
  if (kind === 'zone')
    return (
      <Input
        aria-label={t(KINDS.zone)}
        placeholder={t({ zh: '如 A区', en: 'Example: Zone A' })}
        maxLength={32}
        value={stop.zoneName ?? ''}
        onChange={({ target }) => onChange({ zoneName: target.value || null })}
      />
    );
  const key = `${kind}Id` as const;
  return (
    <ReferenceInput
      to={kind}
      fieldKey={key}
      row={stop as unknown as Readonly<Record<string, unknown>>}
      filters={{ lotId: stop.lotId }}
      value={stop[key]}
      onChange={(chosen) => onChange({ ...NO_PLACE, [key]: chosen })}
    />
  );
}
