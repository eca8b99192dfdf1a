import type { Label, Listed } from '@boyun/kernel/contract';
import { call, Modal, Money, moneyText, OperationDialog, Skeleton, useText } from '@boyun/kernel/web';
import { PayChannel } from '@boyun/money/contract';
import { notifyAnswer } from '@boyun/orders/web';
import { useQuery } from '@tanstack/react-query';
import { adjustWallet, freezeWallet, releaseWallet, type wallet } from '../wallet/wallet.contract.ts';
import { getWalletRefund, refundWallet } from '../wallet-refund/wallet-refund.contract.ts';
import './wallet.css';

/** What is done with one wallet. */
export type WalletAct = 'top-up' | 'refund' | 'adjust' | 'freeze' | 'release';

interface ActProps {
  readonly row: Listed<typeof wallet>;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

const HINTS = {
  freeze: {
    zh: '冻结后不能充值和付款，余额保留，赠送金照常到期',
    en: 'It pays nothing and takes no money; gifts still end',
  },
  release: { zh: '解冻后恢复使用', en: 'The wallet is in use again' },
  adjust: {
    zh: '只调整赠送金；充值金只能通过退款退还。按审批流程需要时由他人审核',
    en: 'Changes gifts alone; paid money leaves by refund. The flow may require a review',
  },
  refund: {
    zh: '只退充值金，从最近一笔充值退起，原路退回；随之赠送的部分按规则收回',
    en: 'Paid money goes back by its channel, the newest top-up first; gifts that came with it are forfeited by their rule',
  },
} as const satisfies Readonly<Record<string, Label>>;

/** The dialog of one act upon a wallet. */
export function WalletActForm({ act, ...props }: ActProps & { act: Exclude<WalletAct, 'top-up'> }) {
  if (act === 'refund') return <RefundForm {...props} />;
  return act === 'adjust' ? <AdjustForm {...props} /> : <FreezeForm {...props} act={act} />;
}

function useTitle({ row }: ActProps, title: Label): string {
  return `${useText()(title)} · ${row.mobile} ${row.holderName}`;
}

function FreezeForm({ act, ...props }: ActProps & { act: 'freeze' | 'release' }) {
  const of = act === 'freeze' ? freezeWallet : releaseWallet;
  return (
    <OperationDialog
      isOpen
      of={of}
      fields={{ note: of.input.note }}
      given={{ walletId: props.row.id }}
      title={useTitle(props, of.title)}
      hint={HINTS[act]}
      okText={of.title}
      isDangerous={act === 'freeze'}
      done={act === 'freeze' ? { zh: '已冻结', en: 'Frozen' } : { zh: '已解冻', en: 'Released' }}
      onClose={props.onClose}
      onDone={props.onDone}
    />
  );
}

const { walletId: _, ...ADJUST } = adjustWallet.input;

function AdjustForm(props: ActProps) {
  const t = useText();
  const { row, onClose, onDone } = props;
  return (
    <OperationDialog
      isOpen
      of={adjustWallet}
      fields={ADJUST}
      given={{ walletId: row.id }}
      title={useTitle(props, adjustWallet.title)}
      hint={HINTS.adjust}
      onClose={onClose}
      onDone={async (answer) => {
        await notifyAnswer(answer);
        await onDone();
      }}
    >
      <p>
        {t({ zh: '余额', en: 'Balance' })} <Money fen={row.balanceFen} isStrong /> ·{' '}
        {t({ zh: '其中赠送', en: 'of it gifts' })} <Money fen={row.giftFen} />
      </p>
    </OperationDialog>
  );
}

const { amountFen, way, reason } = refundWallet.input;
const REFUND = { amountFen, way, reason };
const NOTHING_LEFT = { zh: '没有可退的充值金', en: 'There is no paid money to refund' };
const NOT_AMOUNT = {
  zh: '退款金额须大于0且不超过可退金额',
  en: 'Enter an amount between 0.01 and the refundable amount',
};

function RefundForm(props: ActProps) {
  const { row, onClose, onDone } = props;
  const asked = useQuery({
    queryKey: ['wallet', row.id, 'refund'],
    queryFn: ({ signal }) => call(getWalletRefund, { walletId: row.id, amountFen: null }, { signal, isQuiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const title = useTitle(props, refundWallet.title);
  // The amount starts with all that can go back: before that is known nothing can be entered, which would be lost then.
  if (asked.isPending)
    return (
      <Modal open width={460} title={title} onCancel={onClose} footer={null}>
        <Skeleton lines={5} />
      </Modal>
    );
  const refundableFen = asked.data?.refundableFen ?? 0;
  return (
    <OperationDialog
      isOpen
      isDangerous
      of={refundWallet}
      fields={REFUND}
      given={{ walletId: row.id, refundableFen }}
      initial={{ amountFen: refundableFen || null }}
      title={title}
      hint={HINTS.refund}
      disabledReason={(values) => {
        if (refundableFen === 0) return NOTHING_LEFT;
        const fen = values.amountFen ?? 0;
        return fen < 1 || fen > refundableFen ? NOT_AMOUNT : null;
      }}
      question={(values) => ({
        zh: `是否退款 ¥${moneyText(values.amountFen)}？`,
        en: `Refund ¥${moneyText(values.amountFen)}?`,
      })}
      onClose={onClose}
      onSettled={() => void asked.refetch()}
      onDone={async (answer) => {
        await notifyAnswer(answer);
        await onDone();
      }}
      below={({ values }) => <RefundPreview walletId={row.id} amountFen={values.amountFen ?? 0} />}
    />
  );
}

/** Where the money of a refund goes, and the gifts that are forfeited with it. */
function RefundPreview({ walletId, amountFen: askedFen }: { walletId: string; amountFen: number }) {
  const t = useText();
  const plan = useQuery({
    queryKey: ['wallet', walletId, 'refund', askedFen],
    queryFn: ({ signal }) => call(getWalletRefund, { walletId, amountFen: askedFen }, { signal, isQuiet: true }),
    enabled: askedFen >= 1,
    staleTime: 0,
    gcTime: 0,
  }).data;
  if (!plan) return null;
  return (
    <dl className="wallet-preview" aria-live="polite">
      <div>
        <dt>{t({ zh: '可退充值金', en: 'Can go back' })}</dt>
        <dd>
          <Money fen={plan.refundableFen} />
        </dd>
      </div>
      {plan.lines.map((line) => (
        <div key={line.paymentNo}>
          <dt>
            {t(PayChannel[line.channel])} <span className="by-faint">{line.paymentNo}</span>
          </dt>
          <dd>
            <Money fen={line.amountFen} />
          </dd>
        </div>
      ))}
      {plan.forfeitedFen > 0 && (
        <div>
          <dt>{t({ zh: '收回赠送', en: 'Gifts forfeited' })}</dt>
          <dd className="by-tone-bad">
            <Money fen={plan.forfeitedFen} />
          </dd>
        </div>
      )}
      <div className="is-sum">
        <dt>{t({ zh: '退后余额', en: 'Afterwards' })}</dt>
        <dd>
          <Money fen={plan.balanceFen - (plan.isPossible ? askedFen + plan.forfeitedFen : 0)} isStrong />
        </dd>
      </div>
    </dl>
  );
}
