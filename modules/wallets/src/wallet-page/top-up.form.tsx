import type { Label, Listed, Output } from '@boyun/kernel/contract';
import { OperationDialog, useText } from '@boyun/kernel/web';
import { topUpWallet } from '../top-up/top-up.contract.ts';
import type { wallet } from '../wallet/wallet.contract.ts';
import { TopUpPreview } from './top-up-preview.view.tsx';

const { walletId: _, ...FIELDS } = topUpWallet.input;

/** What is said once the money was handed over. */
const toppedUp = ({ giftFen }: Pick<Output<typeof topUpWallet>, 'giftFen'>) =>
  giftFen > 0 ? { zh: '充值成功，已赠送', en: 'Topped up, with a gift' } : { zh: '充值成功', en: 'Topped up' };

/** Tops a wallet up, by hand or by the customer's phone, with the gift it brings. */
export default function TopUpForm({
  row,
  onClose,
  onDone,
}: {
  row: Listed<typeof wallet>;
  onClose: () => void;
  /** Gets what was sold, and what to say where the money was handed over. */
  onDone: (sold: Output<typeof topUpWallet>, done: Label) => unknown;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={topUpWallet}
      title={`${t(topUpWallet.title)} · ${row.mobile} ${row.holderName}`}
      okText={topUpWallet.title}
      fields={FIELDS}
      initial={{ amountFen: 100_00 }}
      given={{ walletId: row.id }}
      onClose={onClose}
      onDone={(sold) => onDone(sold, toppedUp(sold))}
      below={({ values, setValues }) => (
        <TopUpPreview row={row} values={values} onChoose={(fen) => setValues({ amountFen: fen })} />
      )}
    />
  );
}
