import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  FilterSwitch,
  Money,
  ResourcePage,
  refreshLists,
  StateDot,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { OpenPurchases, useTaking } from '@boyun/money/web';
import { type StoredAct, StoredActs, StoredEntries, StoredPlates } from '@boyun/payments/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
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
import { walletPurpose } from '../wallet/wallet-purpose.contract.ts';
import { walletReviews } from '../wallet/wallet-review.contract.ts';
import { refundWallet } from '../wallet-refund/wallet-refund.contract.ts';
import { type WalletAct, WalletActForm } from './wallet-act.form.tsx';
import { WalletDetail } from './wallet-detail.view.tsx';

const TopUpForm = lazy(() => import('./top-up.form.tsx'));

type Wallet = Listed<typeof wallet>;
type Asked = { readonly row: Wallet; readonly act: WalletAct };

const STATES = choicesOf(WalletState);
const NO_CAR = { zh: '未绑定', en: 'None' };
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
  const taking = useTaking({ onEnd: done });
  const close = () => setAsked(null);
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
          plates: {
            width: 160,
            isGrowing: true,
            cell: (row) => <StoredPlates plates={row.plates.split(' ').filter(Boolean)} none={NO_CAR} />,
          },
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
        detailNotes={(row) => (
          <>
            <PendingBanner subjectId={row.id} />
            <OpenPurchases kind={walletPurpose.kind} subjectId={row.id} onEnd={done} />
          </>
        )}
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
      {asked?.act === 'top-up' ? (
        <Suspense fallback={null}>
          <TopUpForm row={asked.row} onClose={close} onDone={taking.goOn} />
        </Suspense>
      ) : (
        asked && <WalletActForm row={asked.row} act={asked.act} onClose={close} onDone={done} />
      )}
      {taking.dialog}
    </>
  );
}

/** The buttons of one wallet. */
function Acts({ row, onAct }: { row: Wallet; onAct: (act: WalletAct) => void }) {
  const refundPending = usePendingReason(row.id, walletReviews.refund.name);
  const adjustPending = usePendingReason(row.id, walletReviews.adjust.name);
  const acts: readonly StoredAct<WalletAct>[] = [
    { act: 'top-up', of: topUpWallet, disabledReason: disabledReason(walletTransitions, 'top-up', row.state) },
    {
      act: 'refund',
      of: refundWallet,
      disabledReason: refundPending ?? (row.balanceFen === 0 ? NO_MONEY : null),
      isDangerous: true,
    },
    { act: 'adjust', of: adjustWallet, disabledReason: adjustPending },
    row.state === 'active'
      ? { act: 'freeze', of: freezeWallet, disabledReason: null, isDangerous: true }
      : { act: 'release', of: releaseWallet, disabledReason: null },
  ];
  return <StoredActs acts={acts} onAct={onAct} />;
}

function Entries({ tabs }: { tabs: ReactNode }) {
  return (
    <StoredEntries
      source={walletEntryList}
      kinds={WalletEntryKind}
      names={['mobile', 'holderName']}
      filters={['mobile', 'lotId', 'kind', 'from', 'to']}
      amounts={['amountFen', 'giftFen', 'balanceFen']}
      cells={{
        mobile: { width: 116 },
        giftFen: {
          width: 104,
          cell: (row) => (row.giftFen === 0 ? <span className="by-faint">—</span> : <Money fen={row.giftFen} />),
        },
      }}
      tabs={tabs}
      hint={{ zh: '充值、赠送、扣费和退款会记录在这里', en: 'Top-ups, gifts, fees and refunds appear here' }}
    />
  );
}
