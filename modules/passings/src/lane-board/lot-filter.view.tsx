import { ReferenceInput, useText } from '@boyun/kernel/web';

/** Chooses one lot, or all: `id` names the input on its page. */
export function LotFilter({
  id,
  className,
  lotId,
  onLot,
}: {
  id: string;
  className: string;
  lotId: string | null;
  onLot: (lotId: string | null) => void;
}) {
  const t = useText();
  return (
    <div className={className}>
      <label className="by-sr" htmlFor={id}>
        {t({ zh: '车场', en: 'Parking lot' })}
      </label>
      <ReferenceInput
        id={id}
        to="lot"
        value={lotId}
        placeholder={t({ zh: '全部车场', en: 'All lots' })}
        onChange={onLot}
      />
    </div>
  );
}
