import './share.css';
import { dayKey } from '@boyun/domain/period';
import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  choicesOf,
  download,
  FilterSwitch,
  ListPage,
  Money,
  now,
  OperationDialog,
  refreshLists,
  tenantZone,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { PendingBanner, PendingStrip } from '@boyun/reviews/web';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { shareReviews } from '../offer/shared-offer-review.contract.ts';
import { spotOwner } from '../owner/spot-owner.contract.ts';
import {
  acceptWithdrawal,
  askWithdrawal,
  confirmWithdrawal,
  getWithdrawalFile,
  OwnerEntryKind,
  ownerEntryList,
  returnWithdrawal,
  WithdrawalState,
  withdrawalList,
} from '../withdrawal/owner-withdrawal.contract.ts';

type Row = ReportRow<typeof withdrawalList>;
type Asked = { readonly row: Row; readonly act: 'accept' | 'confirm' | 'return' };

const KINDS = choicesOf(OwnerEntryKind);
const STATES = choicesOf(WithdrawalState);
const NOT_APPROVED = { zh: '请勾选待付款的提现单', en: 'Select withdrawals that are to be paid' };
const refresh = () => Promise.all([ownerEntryList, withdrawalList, spotOwner].map((one) => refreshLists(one.name)));
const { withdrawalId: _, ...CONFIRM } = confirmWithdrawal.input;

/** What owners of shared spots earned, and their withdrawals. */
export default function SharedIncomePage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const isShown = word === 'withdrawals' && can(withdrawalList.access);
  const tabs = can(withdrawalList.access) && (
    <Segmented
      value={isShown ? 'withdrawals' : 'income'}
      options={[
        { value: 'income', label: t({ zh: '收益流水', en: 'Movements' }) },
        { value: 'withdrawals', label: t(withdrawalList.title) },
      ]}
      onChange={(next) => setWord(next === 'withdrawals' ? next : null)}
    />
  );
  return isShown ? <Withdrawals tabs={tabs} /> : <Income tabs={tabs} />;
}

function Income({ tabs }: { tabs: ReactNode }) {
  return (
    <ListPage
      source={ownerEntryList}
      filters={['ownerId', 'lotId', 'from', 'to']}
      toolbar={(context) => (
        <>
          {tabs}
          <FilterSwitch context={context} filter="kind" choices={KINDS} />
        </>
      )}
      cells={{
        at: { width: 178 },
        ownerName: { width: 110, cell: (row) => <b className="by-strong">{row.ownerName}</b> },
        kind: { width: 120 },
        amountFen: { width: 110, cell: (row) => <Money fen={row.amountFen} isStrong /> },
        balanceFen: { width: 110 },
        lotName: { width: 160, isGrowing: true },
        number: { width: 190 },
      }}
      empty={{
        title: { zh: '还没有收益', en: 'No income yet' },
        hint: { zh: '预订结束后，业主的分成会记录在这里', en: 'The owner gets a part when a booking ends' },
      }}
    />
  );
}

const NO_WITHDRAWALS = {
  title: { zh: '还没有提现', en: 'No withdrawals yet' },
  hint: {
    zh: '为有余额的业主申请提现，审批后由财务付款',
    en: 'Ask for one for an owner with a balance; it is approved, then paid',
  },
};

function Withdrawals({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setAsking] = useState(false);
  const acts = (row: Row) => <WithdrawalActs row={row} onAct={(act) => setAsked({ row, act })} />;
  return (
    <ListPage
      source={withdrawalList}
      filters={['ownerId', 'lotId', 'from', 'to']}
      above={() => <PendingStrip kinds={[shareReviews.withdrawal.name]} />}
      toolbar={(context) => (
        <>
          <ActButton type="primary" access={askWithdrawal.access} onAct={() => setAsking(true)}>
            {t(askWithdrawal.title)}
          </ActButton>
          {tabs}
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      columns={[
        'withdrawalNo',
        'ownerName',
        'state',
        'amountFen',
        'bankName',
        'accountName',
        'accountNo',
        'askedAt',
        'paidDay',
        'bankNo',
        'askedBy',
        'approvedAt',
        'lotName',
        'endedBy',
        'note',
      ]}
      cells={{
        withdrawalNo: { width: 180 },
        ownerName: { width: 96, cell: (row) => <b className="by-strong">{row.ownerName}</b> },
        state: { width: 110 },
        amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong /> },
        bankName: { width: 160, isGrowing: true },
        accountName: { width: 96 },
        accountNo: { width: 170 },
        askedAt: { width: 152 },
        paidDay: { width: 104 },
        bankNo: { width: 140, isHiddenAtFirst: true },
        askedBy: { isHiddenAtFirst: true },
        approvedAt: { isHiddenAtFirst: true },
        lotName: { isHiddenAtFirst: true },
        endedBy: { isHiddenAtFirst: true },
        note: { isHiddenAtFirst: true },
      }}
      batch={{
        name: (row) => row.withdrawalNo,
        acts: (rows) => (
          <ActButton
            access={getWithdrawalFile.access}
            disabledReason={rows.length > 0 && rows.every((one) => one.state === 'approved') ? null : NOT_APPROVED}
            onAct={async () =>
              download((await call(getWithdrawalFile, { withdrawalIds: rows.map((one) => one.id) })).url)
            }
          >
            {t(getWithdrawalFile.title)}
          </ActButton>
        ),
      }}
      rowActs={acts}
      actsWidth={152}
      detailTitle={(row) => `${row.withdrawalNo} ${row.ownerName}`}
      detail={(row) => <PendingBanner subjectId={row.id} />}
      empty={NO_WITHDRAWALS}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={isAsking}
            of={askWithdrawal}
            fields={askWithdrawal.input}
            given={{}}
            done={{ zh: '已提交', en: 'Asked for' }}
            onClose={() => setAsking(false)}
            onDone={refresh}
          />
          <WithdrawalDialogs asked={asked} onClose={() => setAsked(null)} />
        </>
      )}
    </ListPage>
  );
}

function WithdrawalActs({ row, onAct }: { row: Row; onAct: (act: Asked['act']) => void }) {
  const t = useText();
  return (
    <>
      {row.state === 'asked' && (
        <ActButton type="link" access={acceptWithdrawal.access} onAct={() => onAct('accept')}>
          {t({ zh: '受理', en: 'Accept' })}
        </ActButton>
      )}
      {row.state === 'approved' && (
        <ActButton type="link" access={confirmWithdrawal.access} onAct={() => onAct('confirm')}>
          {t({ zh: '确认付款', en: 'Confirm' })}
        </ActButton>
      )}
      {(row.state === 'asked' || row.state === 'approved') && (
        <ActButton type="link" danger access={returnWithdrawal.access} onAct={() => onAct('return')}>
          {t(returnWithdrawal.title)}
        </ActButton>
      )}
    </>
  );
}

function WithdrawalDialogs({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const t = useText();
  const given = { withdrawalId: asked?.row.id ?? '' };
  const about = asked && (
    <p>
      {asked.row.ownerName} <Money fen={asked.row.amountFen} isStrong />{' '}
      <span className="by-faint">
        {asked.row.bankName} {asked.row.accountNo}
      </span>
    </p>
  );
  const titleOf = (of: { title: Parameters<typeof t>[0] }) => `${t(of.title)} · ${asked?.row.withdrawalNo ?? ''}`;
  return (
    <>
      <OperationDialog
        isOpen={asked?.act === 'accept'}
        of={acceptWithdrawal}
        given={given}
        title={titleOf(acceptWithdrawal)}
        fields={{ reason: acceptWithdrawal.input.reason }}
        onClose={onClose}
        onDone={refresh}
      >
        {about}
      </OperationDialog>
      <OperationDialog
        isOpen={asked?.act === 'confirm'}
        of={confirmWithdrawal}
        given={given}
        title={titleOf(confirmWithdrawal)}
        fields={CONFIRM}
        initial={{ paidDay: dayKey(now().getTime(), tenantZone()) }}
        onClose={onClose}
        onDone={refresh}
      >
        {about}
      </OperationDialog>
      <OperationDialog
        isOpen={asked?.act === 'return'}
        of={returnWithdrawal}
        given={given}
        title={titleOf(returnWithdrawal)}
        fields={{ note: returnWithdrawal.input.note }}
        onClose={onClose}
        onDone={refresh}
      >
        {about}
      </OperationDialog>
    </>
  );
}
