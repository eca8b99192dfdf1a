import { type Access, disabledReason } from '@boyun/kernel/contract';
import { ActButton, useText } from '@boyun/kernel/web';
import { usePendingReason } from '@boyun/reviews/web';
import { useState } from 'react';
import { useFoundPack } from './found-pack.view.ts';
import { changePackPlates, type Pack, packTransitions, pausePack, renewPack } from './pack.contract.ts';
import { DIALOG_TITLES, isDangerous, PackDialog, type PackDialogAct } from './pack-dialog.view.tsx';
import { cancelPack, refundPack } from './pack-return.contract.ts';
import { packReviews } from './pack-review.contract.ts';

const ACCESS: Readonly<Record<PackDialogAct, Access>> = {
  'change-plates': changePackPlates.access,
  pause: pausePack.access,
  resume: pausePack.access,
  cancel: cancelPack.access,
  refund: refundPack.access,
};

/** Buttons of a pack's acts, with their dialogs. */
export default function PackActs({
  row,
  onRenew,
  onChanged,
}: {
  row: Pack;
  onRenew: () => void;
  onChanged: () => Promise<unknown>;
}) {
  const t = useText();
  const found = useFoundPack(row);
  const [asked, setAsked] = useState<PackDialogAct | null>(null);
  const ending = usePendingReason(row.id, packReviews.cancel.name, packReviews.refund.name);
  const renewing = usePendingReason(row.id, packReviews.discount.name);
  // Only one of pause and resume applies to a state, so only that one is shown.
  const hidden = row.state === 'paused' ? 'pause' : 'resume';
  const acts = (Object.keys(DIALOG_TITLES) as PackDialogAct[]).filter((act) => act !== hidden);
  return (
    <>
      <ActButton
        access={renewPack.access}
        type="primary"
        disabledReason={disabledReason(packTransitions, 'renew', row.state) ?? ending ?? renewing}
        onAct={onRenew}
      >
        {t({ zh: '续费', en: 'Renew' })}
      </ActButton>
      {acts.map((act) => (
        <ActButton
          key={act}
          access={ACCESS[act]}
          danger={isDangerous(act)}
          disabledReason={disabledReason(packTransitions, act, row.state) ?? ending}
          onAct={() => setAsked(act)}
        >
          {t(DIALOG_TITLES[act])}
        </ActButton>
      ))}
      {asked && found && (
        <PackDialog row={row} act={asked} found={found} onClose={() => setAsked(null)} onDone={onChanged} />
      )}
    </>
  );
}
