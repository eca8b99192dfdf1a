import type { Output } from '@boyun/kernel/contract';
import { countText, listLink, shareText, useText } from '@boyun/kernel/web';
import { Link } from 'react-router';
import type { getLaneBoard } from './lane-board.contract.ts';

const TIGHT = 0.9;

/** Heading of a lot above its lanes: name and occupancy. */
export function LotHead({ lot }: { lot: Output<typeof getLaneBoard>['lots'][number] & { lotName?: string | null } }) {
  const t = useText();
  const share = lot.capacity > 0 ? Math.max(0, lot.carsInside / lot.capacity) : 0;
  const tone = share >= 1 ? 'by-tone-bad' : share >= TIGHT ? 'by-tone-warn' : 'by-tone-info';
  return (
    <header className={`lanes-lot-head ${tone}`}>
      <h2>{lot.lotName}</h2>
      <span className="lanes-fill" aria-hidden="true">
        <i style={{ width: `${Math.min(1, share) * 100}%` }} />
      </span>
      <Link to={listLink('/_cloud_operation/inLot', { lotId: lot.lotId })} className="by-figure">
        {t(
          { zh: '在场 {inside} / {capacity}', en: '{inside} of {capacity} inside' },
          { inside: countText(lot.carsInside), capacity: countText(lot.capacity) },
        )}
      </Link>
      {lot.capacity > 0 && (
        <span className="by-figure lanes-share">{share >= 1 ? t({ zh: '已满', en: 'Full' }) : shareText(share)}</span>
      )}
    </header>
  );
}
