import type { Access, Fields, Label, Values } from '@boyun/kernel/contract';
import { ActButton, OperationDialog, type OperationDialogProps, useText } from '@boyun/kernel/web';
import type { ReviewKind, reviewAnswer } from '@boyun/reviews/contract';
import { usePendingReason } from '@boyun/reviews/web';
import { useState } from 'react';
import type { OrderActProps } from '../order/order-slot.view.ts';
import { notifyAnswer } from './notify-answer.view.ts';

/**
 * A button with the dialog it opens, disabled while a request of its kind about the order is pending. The buttons of rows
 * (`isLink`) do not look for one; the server refuses a second request.
 */
export function useActDialog(
  access: Access,
  label: Label,
  reason: Label | null,
  of: { readonly orderId: string; readonly kind: ReviewKind },
  { danger = false, isLink = false } = {},
) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const pending = usePendingReason(isLink ? null : of.orderId, of.kind.name);
  const button = (
    <ActButton
      type={isLink ? 'link' : 'default'}
      danger={danger}
      access={access}
      disabledReason={reason ?? pending}
      onAct={() => setOpen(true)}
    >
      {t(label)}
    </ActButton>
  );
  return { button, dialog: { isOpen, onClose: () => setOpen(false) } };
}

/** The dialog of an operation upon an order that may need a review: it says whether the change took effect or waits for one. */
export function OrderDialog<I extends Fields, F extends { readonly [K in keyof I]?: I[K] } & Fields>({
  onChanged,
  ...dialog
}: Omit<OperationDialogProps<I, typeof reviewAnswer, F>, 'onDone'> & Pick<OrderActProps, 'onChanged'>) {
  const done = async (answer: Values<typeof reviewAnswer>) => {
    await notifyAnswer(answer);
    await onChanged();
  };
  return <OperationDialog {...dialog} onDone={done} />;
}
