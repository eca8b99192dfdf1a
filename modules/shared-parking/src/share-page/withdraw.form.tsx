import type { Listed } from '@boyun/kernel/contract';
import { Money, OperationDialog, useText } from '@boyun/kernel/web';
import type { spotOwner } from '../owner/spot-owner.contract.ts';
import { askWithdrawal } from '../withdrawal/owner-withdrawal.contract.ts';

const { ownerId: _, ...FIELDS } = askWithdrawal.input;

/** Asks that an owner is paid. */
export function WithdrawForm({
  owner,
  onClose,
  onDone,
}: {
  owner: Listed<typeof spotOwner>;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={askWithdrawal}
      title={`${t(askWithdrawal.title)} · ${owner.name}`}
      fields={FIELDS}
      given={{ ownerId: owner.id }}
      initial={{ amountFen: owner.balanceFen }}
      done={{ zh: '已提交', en: 'Asked for' }}
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        {t({ zh: '可提现', en: 'Balance' })} <Money fen={owner.balanceFen} isStrong />{' '}
        <span className="by-faint">
          {owner.bankName} {owner.accountNo}
        </span>
      </p>
    </OperationDialog>
  );
}
