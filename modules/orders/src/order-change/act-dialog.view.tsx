import type { Access, Label } from '@boyun/kernel/contract';
import { ActButton, useText } from '@boyun/kernel/web';
import { useState } from 'react';

/** A button with the dialog it opens. */
export function useActDialog(
  access: Access,
  label: Label,
  reason: Label | null,
  { danger = false, isLink = false } = {},
) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const button = (
    <ActButton
      type={isLink ? 'link' : 'default'}
      danger={danger}
      access={access}
      disabledReason={reason}
      onAct={() => setOpen(true)}
    >
      {t(label)}
    </ActButton>
  );
  return { button, dialog: { isOpen, onClose: () => setOpen(false) } };
}
