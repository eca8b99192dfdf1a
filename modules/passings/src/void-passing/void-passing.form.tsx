import { ActButton, OperationDialog, useText } from '@boyun/kernel/web';
import { notifyAnswer } from '@boyun/orders/web';
import { usePendingReason } from '@boyun/reviews/web';
import { useState } from 'react';
import { restorePassing, voidPassing } from './void-passing.contract.ts';
import { voidPassingReviews } from './void-review.contract.ts';

const ACTS = {
  void: {
    of: voidPassing,
    kind: voidPassingReviews.void,
    label: { zh: '作废', en: 'Void' },
    title: { zh: '作废过车记录 {plate}', en: 'Void the passing record of {plate}' },
    hint: {
      zh: '作废的过车记录不再出现在列表中，可在“作废数据”中查看和恢复；订单和费用不变。按审批流程可能需要他人审核。',
      en: 'A void passing record leaves the lists; it can be seen and restored under Void data. Orders and fees stay as they are. The approval flow may require a review.',
    },
  },
  restore: {
    of: restorePassing,
    kind: voidPassingReviews.restore,
    label: { zh: '恢复', en: 'Restore' },
    title: { zh: '恢复过车记录 {plate}', en: 'Restore the passing record of {plate}' },
    hint: {
      zh: '恢复后，该记录重新出现在过车记录中。按审批流程可能需要他人审核。',
      en: 'The record appears in the passing records again. The approval flow may require a review.',
    },
  },
} as const;

const NO_PLATE = { zh: '无牌车', en: 'a car without plate' };

/** The button that voids a passing record, or restores a void one. */
export function VoidPassing({
  passing,
  act,
  isLink,
}: {
  passing: { readonly id: string; readonly plate: string };
  act: keyof typeof ACTS;
  isLink?: boolean;
}) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { of, kind, label, title, hint } = ACTS[act];
  const pending = usePendingReason(isLink ? null : passing.id, kind.name);
  return (
    <>
      <ActButton
        type={isLink ? 'link' : 'default'}
        danger={act === 'void'}
        access={of.access}
        disabledReason={pending}
        onAct={() => setOpen(true)}
      >
        {t(label)}
      </ActButton>
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={of}
        given={{ passingId: passing.id }}
        fields={{ reason: of.input.reason }}
        isDangerous={act === 'void'}
        title={t(title, { plate: passing.plate || t(NO_PLATE) })}
        hint={hint}
        refreshes={['passing', 'void-passing']}
        onDone={notifyAnswer}
      />
    </>
  );
}
