import { Money, moneyText, OperationDialog, useText } from '@boyun/kernel/web';
import type { useTaking } from '@boyun/money/web';
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
export function TopUpDialog({
  row,
  onClose,
  onSold,
}: Omit<Asked, 'onDone'> & {
  /** Gets a top-up, and what to say where its money was handed over. */
  onSold: ReturnType<typeof useTaking>['goOn'];
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={topUpMerchant}
      given={{ merchantId: row.id }}
      fields={TOP_UP}
      initial={{ method: 'transfer' }}
      title={`${t(topUpMerchant.title)} · ${row.name}`}
      hint={
        row.creditKind === 'monthly'
          ? { zh: '月结商家的充值先抵欠款', en: 'What a monthly merchant pays settles what it owes first' }
          : {
              zh: '当面收款立即到账，现金计入本人当班收款；线上支付在商家付款后到账',
              en: 'Money handed over counts at once, cash in your shift; money by phone when the merchant has paid',
            }
      }
      onClose={onClose}
      onDone={(sold) => {
        const balance = moneyText(sold.balanceFen);
        const done = { zh: `充值成功，余额¥${balance}`, en: `Topped up, the balance is ¥${balance}` };
        return onSold(sold, done);
      }}
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
        zh: '最多退还未被已发优惠占用的余额；原路退回时，线上充值的部分退回原支付账户。按审批流程需要时由他人审核',
        en: 'At most the balance that no grant holds; as it was paid, money by phone goes back to its payer. Reviewed where the flow requires it',
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
