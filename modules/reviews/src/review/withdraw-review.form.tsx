import { OperationDialog, useText } from '@boyun/kernel/web';
import { withdrawReview } from './review.contract.ts';

/** Label of the note of a decision, which may be left empty. */
export const OPTIONAL_NOTE = { zh: '说明（选填）', en: 'Note (optional)' };

/** The dialog that withdraws the caller's own request. */
export function WithdrawReview({
  reviewId,
  onClose,
  onDone,
}: {
  reviewId: string;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      onClose={onClose}
      okText={{ zh: '确定', en: 'OK' }}
      of={withdrawReview}
      given={{ reviewId }}
      fields={{ note: { ...withdrawReview.input.note, label: OPTIONAL_NOTE } }}
      title={t({ zh: '撤回申请', en: 'Withdraw the request' })}
      hint={{
        zh: '撤回后不会生效，可重新提交。',
        en: 'The request will not take effect; it can be submitted again.',
      }}
      onDone={onDone}
    />
  );
}
