import { Money, OperationDialog, useText } from '@boyun/kernel/web';
import { notifyAnswer } from '@boyun/orders/web';
import type { Merchant } from '../merchant/merchant.contract.ts';
import { refundMerchant, topUpMerchant } from '../merchant/merchant-act.contract.ts';

const { merchantId: _, ...TOP_UP } = topUpMerchant.input;
const { merchantId: __, ...REFUND } = refundMerchant.input;

interface Asked {
  readonly row: Merchant;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** Takes money of a merchant. */
export function TopUpDialog({ row, onClose, onDone }: Asked) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={topUpMerchant}
      given={{ merchantId: row.id }}
      fields={TOP_UP}
      title={`${t(topUpMerchant.title)} · ${row.name}`}
      hint={
        row.creditKind === 'monthly'
          ? { zh: '月结商家的充值先抵欠款', en: 'What a monthly merchant pays settles what it owes first' }
          : { zh: '充值立即到账，现金计入本人当班收款', en: 'The balance changes at once; cash belongs to your shift' }
      }
      done={({ balanceFen }) => ({
        zh: `充值成功，余额¥${(balanceFen / 100).toFixed(2)}`,
        en: `Topped up, the balance is ¥${(balanceFen / 100).toFixed(2)}`,
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <Balance row={row} />
    </OperationDialog>
  );
}

/** Returns money of a merchant. */
export function RefundDialog({ row, onClose, onDone }: Asked) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={refundMerchant}
      given={{ merchantId: row.id }}
      fields={REFUND}
      title={`${t(refundMerchant.title)} · ${row.name}`}
      hint={{
        zh: '最多退还未被已发优惠占用的余额；按审批流程需要时由他人审核',
        en: 'At most the balance that no grant holds; reviewed where the flow requires it',
      }}
      onClose={onClose}
      onDone={async (answer) => {
        await notifyAnswer(answer);
        await onDone();
      }}
    >
      <Balance row={row} />
    </OperationDialog>
  );
}

function Balance({ row }: { row: Merchant }) {
  const t = useText();
  return (
    <p>
      {t({ zh: '余额', en: 'Balance' })} <Money fen={row.balanceFen} isStrong />
      {' · '}
      {t({ zh: '可用', en: 'Available' })} <Money fen={row.availableFen} isStrong />
    </p>
  );
}
