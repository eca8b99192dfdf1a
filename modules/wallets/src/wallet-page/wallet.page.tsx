import { disabledReason, type Label, type Listed, type Operation } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  ListPage,
  Money,
  moneyText,
  Plate,
  ResourcePage,
  refreshLists,
  StateDot,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { useOrderDrawer } from '@boyun/orders/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { topUpList, topUpWallet } from '../top-up/top-up.contract.ts';
import {
  adjustWallet,
  freezeWallet,
  releaseWallet,
  WalletState,
  wallet,
  walletTransitions,
} from '../wallet/wallet.contract.ts';
import { WalletEntryKind, walletEntryList } from '../wallet/wallet-list.contract.ts';
import { walletReviews } from '../wallet/wallet-review.contract.ts';
import { refundWallet } from '../wallet-refund/wallet-refund.contract.ts';
import { TopUpWait, tellTopUp, type Waiting } from './top-up-wait.view.tsx';
import { type WalletAct, WalletActForm } from './wallet-act.form.tsx';
import { WalletDetail } from './wallet-detail.view.tsx';

type Wallet = Listed<typeof wallet>;
type Asked = { readonly row: Wallet; readonly act: WalletAct };

const STATES = choicesOf(WalletState);
const NO_MONEY = { zh: '没有余额', en: 'There is no money in it' };

/** Wallets of customers, and every movement of their money. */
export default function WalletPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const isEntries = word === 'entries';
  const tabs = (
    <Segmented
      value={isEntries ? 'entries' : 'wallets'}
      options={[
        { value: 'wallets', label: t({ zh: '钱包', en: 'Wallets' }) },
        { value: 'entries', label: t({ zh: '流水', en: 'Movements' }) },
      ]}
      onChange={(next) => setWord(next === 'entries' ? next : null)}
    />
  );
  return isEntries ? <Entries tabs={tabs} /> : <Wallets tabs={tabs} />;
}

const done = () => Promise.all([wallet, walletEntryList, topUpList].map((one) => refreshLists(one.name)));

function Wallets({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  return (
    <>
      <ResourcePage
        of={wallet}
        moreTools={(context) => (
          <>
            {tabs}
            <FilterSwitch context={context} filter="state" choices={STATES} />
          </>
        )}
        cells={{
          mobile: { width: 124, cell: (row) => <b className="by-strong by-figure">{row.mobile}</b> },
          holderName: { width: 110 },
          state: {
            width: 96,
            cell: (row) => <StateDot tone={WalletState[row.state].tone} label={WalletState[row.state]} />,
          },
          balanceFen: { width: 104, cell: (row) => <Money fen={row.balanceFen} isStrong /> },
          giftFen: { width: 104 },
          giftEndsAt: { width: 156 },
          plates: { width: 160, isGrowing: true, cell: (row) => <Plates text={row.plates} /> },
          lotId: { width: 140 },
          remark: { isHiddenAtFirst: true },
        }}
        rowActs={(row) => (
          <ActButton
            type="link"
            access={topUpWallet.access}
            disabledReason={disabledReason(walletTransitions, 'top-up', row.state)}
            onAct={() => setAsked({ row, act: 'top-up' })}
          >
            {t(topUpWallet.title)}
          </ActButton>
        )}
        actsWidth={124}
        detailWidth={680}
        detailNotes={(row) => <PendingBanner subjectId={row.id} />}
        moreDetail={(row) => {
          const shown = row as unknown as Wallet;
          return (
            <>
              <Acts row={shown} onAct={(act) => setAsked({ row: shown, act })} />
              <WalletDetail row={shown} />
            </>
          );
        }}
        empty={{
          title: { zh: '还没有钱包', en: 'No wallets yet' },
          hint: {
            zh: '点击“新增”按手机号开户并绑定车牌；充值后可支付停车费，也可在出场时自动扣费',
            en: 'Open one for a mobile and its cars; topped up, it pays fees, at exits by itself where the customer agrees',
          },
        }}
      />
      {asked && <WalletActForm {...asked} onClose={() => setAsked(null)} onDone={done} onStarted={setWaiting} />}
      {waiting && (
        <TopUpWait
          waiting={waiting}
          onDone={(state) => {
            setWaiting(null);
            tellTopUp(state);
            void done();
          }}
        />
      )}
    </>
  );
}

/** The buttons of one wallet. */
function Acts({ row, onAct }: { row: Wallet; onAct: (act: WalletAct) => void }) {
  const t = useText();
  const refundPending = usePendingReason(row.id, walletReviews.refund.name);
  const adjustPending = usePendingReason(row.id, walletReviews.adjust.name);
  const acts: readonly { act: WalletAct; of: Operation; reason: Label | null }[] = [
    { act: 'top-up', of: topUpWallet, reason: disabledReason(walletTransitions, 'top-up', row.state) },
    { act: 'refund', of: refundWallet, reason: refundPending ?? (row.balanceFen === 0 ? NO_MONEY : null) },
    { act: 'adjust', of: adjustWallet, reason: adjustPending },
    row.state === 'active'
      ? { act: 'freeze', of: freezeWallet, reason: null }
      : { act: 'release', of: releaseWallet, reason: null },
  ];
  return (
    <div className="by-row">
      {acts.map(({ act, of, reason }) => (
        <ActButton
          key={act}
          access={of.access}
          danger={act === 'refund' || act === 'freeze'}
          disabledReason={reason}
          onAct={() => onAct(act)}
        >
          {t(of.title)}
        </ActButton>
      ))}
    </div>
  );
}

function Plates({ text }: { text: string }) {
  const t = useText();
  const plates = text.split(' ').filter(Boolean);
  if (plates.length === 0) return <span className="by-faint">{t({ zh: '未绑定', en: 'None' })}</span>;
  return (
    <span className="by-row" title={text}>
      <Plate text={plates[0]!} />
      {plates.length > 1 && <span className="by-faint">+{plates.length - 1}</span>}
    </span>
  );
}

function Entries({ tabs }: { tabs: ReactNode }) {
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={walletEntryList}
        columns={[
          'at',
          'mobile',
          'holderName',
          'kind',
          'amountFen',
          'giftFen',
          'balanceFen',
          'plate',
          'lotId',
          'note',
          'paymentNo',
          'actorName',
        ]}
        filters={['mobile', 'lotId', 'kind', 'from', 'to']}
        cells={{
          at: { width: 172 },
          mobile: { width: 116 },
          holderName: { width: 100 },
          kind: {
            width: 124,
            cell: (row) => <StateDot tone={WalletEntryKind[row.kind].tone} label={WalletEntryKind[row.kind]} />,
          },
          amountFen: { width: 100, cell: (row) => <Money fen={row.amountFen} isStrong /> },
          giftFen: {
            width: 104,
            cell: (row) =>
              row.giftFen === 0 ? (
                <span className="by-faint">—</span>
              ) : (
                <span className="by-figure">{moneyText(row.giftFen)}</span>
              ),
          },
          balanceFen: { width: 100 },
          plate: {
            width: 124,
            cell: (row) => (row.plate ? <Plate text={row.plate} /> : <span className="by-faint">—</span>),
          },
          lotId: { width: 140 },
          note: { width: 140, isGrowing: true },
          paymentNo: {
            width: 196,
            cell: (row) =>
              row.orderId ? (
                <Button type="link" size="small" onClick={() => openOrder(row.orderId!)}>
                  {row.paymentNo}
                </Button>
              ) : (
                (row.paymentNo ?? '—')
              ),
          },
          actorName: { width: 100 },
        }}
        toolbar={() => tabs}
        empty={{
          title: { zh: '还没有流水', en: 'No money was moved yet' },
          hint: { zh: '充值、赠送、扣费和退款会记录在这里', en: 'Top-ups, gifts, fees and refunds appear here' },
        }}
      />
      {drawer}
    </>
  );
}
