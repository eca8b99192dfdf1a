import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { type ReactNode, useState } from 'react';
import type { revokeAtDesk } from '../desk/desk.contract.ts';
import type { revokeGrant } from '../grant/grant.contract.ts';

interface Revocable {
  readonly id: string;
  readonly plate: string;
  readonly state: string;
}

const ENDED = { zh: '已使用、已撤销或已过期', en: 'It was used or revoked, or is over' };

/** Returns the button that revokes the grant of a row, and the dialog that asks for the reason; `of` is the caller's way to revoke. */
export function useRevokeGrant(
  of: typeof revokeGrant | typeof revokeAtDesk,
  onDone: () => Promise<void>,
): [actOf: (row: Revocable) => ReactNode, dialog: ReactNode] {
  const t = useText();
  const [revoked, setRevoked] = useState<Revocable | null>(null);
  const actOf = (row: Revocable) => (
    <ActButton
      type="link"
      danger
      access={of.access}
      disabledReason={row.state === 'granted' ? null : ENDED}
      onAct={() => setRevoked(row)}
    >
      {t({ zh: '撤销', en: 'Revoke' })}
    </ActButton>
  );
  const dialog = revoked && (
    <OperationDialog
      isOpen
      isDangerous
      of={of}
      given={{ id: revoked.id }}
      fields={{ reason: of.input.reason }}
      title={`${t(of.title)} · ${revoked.plate}`}
      done={{ zh: '已撤销', en: 'Revoked' }}
      onClose={() => setRevoked(null)}
      onDone={onDone}
    />
  );
  return [actOf, dialog];
}
