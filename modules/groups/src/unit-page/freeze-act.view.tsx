import { ActButton, call, notify, useText } from '@boyun/kernel/web';
import type { freezeUnitAccount } from '../unit-account/unit-account.contract.ts';
import type { freezeDeskAccount } from '../unit-desk/unit-desk.contract.ts';

/** The button that freezes an account of a unit, or lets it sign in again. */
export function FreezeAct({
  of,
  row: { id, state },
  onDone,
}: {
  of: typeof freezeUnitAccount | typeof freezeDeskAccount;
  row: { readonly id: string; readonly state: string };
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const isFrozen = state === 'frozen';
  return (
    <ActButton
      type="link"
      access={of.access}
      danger={!isFrozen}
      onAct={async () => {
        await call(of, { id, isFrozen: !isFrozen });
        notify('good', isFrozen ? { zh: '已恢复', en: 'Let in again' } : { zh: '已停用', en: 'Frozen' });
        await onDone();
      }}
    >
      {t(isFrozen ? { zh: '恢复', en: 'Let in again' } : { zh: '停用', en: 'Freeze' })}
    </ActButton>
  );
}
