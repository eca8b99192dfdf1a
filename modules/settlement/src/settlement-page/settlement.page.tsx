import { formatYuan } from '@boyun/domain/money';
import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  Drawer,
  FilterSwitch,
  ListPage,
  listLink,
  Money,
  notify,
  OperationDialog,
  refreshLists,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { makePayout, payoutList } from '../payout/payout.contract.ts';
import { createSettlement, SettlementState, settlementList } from '../settlement/settlement.contract.ts';
import { settlementReviews } from '../sub-merchant/sub-merchant-review.contract.ts';
import { SettlementDetail } from './settlement-detail.view.tsx';

const PrepareForm = lazy(() => import('./prepare.form.tsx'));
type Row = ReportRow<typeof settlementList>;

const STATES = choicesOf(SettlementState);
const NOT_PAYABLE = { zh: '请勾选待付款的结算单', en: 'Select settlements that are to be paid' };

const COLUMNS = [
  'settlementNo',
  'subMerchantId',
  'fromDay',
  'toDay',
  'state',
  'netFen',
  'shareFen',
  'adjustedFen',
  'carriedFen',
  'payableFen',
  'payoutNo',
] as const;

const EMPTY = {
  title: { zh: '还没有结算单', en: 'No settlements yet' },
  hint: {
    zh: '选择子商户，按周期生成结算单；审核通过后生成付款批次',
    en: 'Choose a sub-merchant and prepare its cycle; once it is settled, pay it out',
  },
};

/** Settlements of sub-merchants: prepared, settled, paid out. */
export default function SettlementPage() {
  const t = useText();
  const [prepared, setPrepared] = useAddressWord('prepare');
  const [paid, setPaid] = useState<readonly Row[] | null>(null);
  const pending = usePendingSubjects(settlementReviews.settle.name);
  const prepare = (
    <ActButton type="primary" access={createSettlement.access} onAct={() => setPrepared('new')}>
      {t(createSettlement.title)}
    </ActButton>
  );
  return (
    <ListPage
      source={settlementList}
      columns={COLUMNS}
      filters={['subMerchantId', 'from', 'to']}
      cells={{
        settlementNo: {
          width: 178,
          cell: (row) => (
            <span className="by-row">
              {row.settlementNo}
              {pending.has(row.id) && <PendingMark label={settlementReviews.settle.label} />}
            </span>
          ),
        },
        subMerchantId: { width: 160, isGrowing: true },
        fromDay: { width: 104 },
        toDay: { width: 104 },
        state: { width: 104 },
        payableFen: { width: 110, cell: (row) => <Money fen={row.payableFen} isStrong /> },
        payoutNo: {
          width: 168,
          cell: (row) => row.payoutNo && <Link to={listLink('/_cloud_operation/payout', {})}>{row.payoutNo}</Link>,
        },
      }}
      above={() => <PendingStrip kinds={[settlementReviews.settle.name]} />}
      toolbar={(context) => (
        <>
          {prepare}
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      batch={{
        name: (row) => row.settlementNo,
        acts: (rows) => (
          <ActButton
            access={makePayout.access}
            disabledReason={rows.length > 0 && rows.every(isPayable) ? null : NOT_PAYABLE}
            onAct={() => setPaid(rows)}
          >
            {t(makePayout.title)}
          </ActButton>
        ),
      }}
      detailWidth={860}
      detailTitle={(row) => row.settlementNo}
      detail={(row, context) => (
        <SettlementDetail
          id={row.id}
          onGone={() => {
            context.state.setOpen(null);
          }}
        />
      )}
      empty={{ ...EMPTY, action: prepare }}
    >
      {(context) => (
        <>
          <PrepareDrawer
            given={prepared}
            onClose={() => setPrepared(null)}
            onDone={(id) => {
              setPrepared(null);
              context.state.setOpen(id);
            }}
          />
          <PayoutDialog rows={paid} onClose={() => setPaid(null)} />
        </>
      )}
    </ListPage>
  );
}

/** Prepares the settlement of a sub-merchant; `given` is its id, `new` where the user chooses one, null while closed. */
function PrepareDrawer(props: {
  readonly given: string | null;
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}) {
  const { given, onClose, onDone } = props;
  const t = useText();
  return (
    <Drawer isOpen={given !== null} width={860} title={t(createSettlement.title)} onClose={onClose}>
      <Suspense fallback={null}>
        {given !== null && <PrepareForm given={given === 'new' ? null : given} onCancel={onClose} onDone={onDone} />}
      </Suspense>
    </Drawer>
  );
}

const isPayable = (row: Row) => row.state === 'settled' && row.payableFen > 0;

/** Puts settlements into one file for the bank. */
function PayoutDialog({ rows, onClose }: { rows: readonly Row[] | null; onClose: () => void }) {
  const t = useText();
  const all = rows ?? [];
  return (
    <OperationDialog
      isOpen={rows !== null}
      of={makePayout}
      given={{ settlementIds: all.map((one) => one.id) }}
      fields={{}}
      hint={{
        zh: '生成后在“付款批次”下载银行文件，银行付款后确认',
        en: 'Download the file under "Pay-outs", and confirm there once the bank has paid',
      }}
      onClose={onClose}
      onDone={async ({ payoutNo, amountFen }) => {
        notify('good', {
          zh: `付款批次${payoutNo}已生成，共${formatYuan(amountFen)}元`,
          en: `Pay-out ${payoutNo} of ${formatYuan(amountFen)} yuan is made`,
        });
        await Promise.all([refreshLists(settlementList.name), refreshLists(payoutList.name)]);
      }}
    >
      <p>
        {t({ zh: '{n}张结算单，合计', en: '{n} settlements,' }, { n: all.length })}{' '}
        <Money fen={all.reduce((sum, one) => sum + one.payableFen, 0)} isStrong />
      </p>
    </OperationDialog>
  );
}
