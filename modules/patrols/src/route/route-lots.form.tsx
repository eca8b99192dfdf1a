import { ActButton, OrderButtons, ReferenceInput, useText } from '@boyun/kernel/web';
import { Plus } from 'lucide-react';
import { MOST_STOPS } from './patrol-route.contract.ts';

/** A lot of a route while it is chosen. */
export interface DraftStop {
  readonly lotId: string | null;
  readonly lotName?: string | null;
}

/** Editor of the lots and streets of a route, in their order. */
export function RouteLotsInput({
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
  return (
    <div className="patrol-stops">
      {value.map((stop, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is its place in the order
        <div key={place} className="patrol-stop">
          <span className="patrol-number">{place + 1}</span>
          <ReferenceInput
            to="lot"
            fieldKey="lotId"
            row={stop as unknown as Readonly<Record<string, unknown>>}
            value={stop.lotId}
            placeholder={t({ zh: '车场', en: 'Parking lot' })}
            isInvalid={isInvalid && !stop.lotId}
            onChange={(lotId) => onChange(value.map((one, at) => (at === place ? { lotId } : one)))}
          />
          <OrderButtons
            list={value}
            place={place}
            removeLabel={{ zh: '移除车场', en: 'Remove the lot' }}
            onChange={onChange}
          />
        </div>
      ))}
      <ActButton
        id={id}
        icon={<Plus />}
        disabledReason={
          value.length >= MOST_STOPS ? { zh: `最多${MOST_STOPS}个车场`, en: `At most ${MOST_STOPS} lots` } : null
        }
        onAct={() => onChange([...value, { lotId: null }])}
      >
        {t({ zh: '添加车场', en: 'Add a lot' })}
      </ActButton>
    </div>
  );
}
