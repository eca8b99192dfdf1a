import { dayKey } from '@boyun/domain/period';
import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  download,
  ErrorState,
  FilterSwitch,
  ListPage,
  listLink,
  Money,
  now,
  OperationDialog,
  refreshLists,
  Skeleton,
  tenantZone,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  cancelPayout,
  confirmPayout,
  getPayout,
  getPayoutFile,
  PayoutState,
  payoutList,
} from '../payout/payout.contract.ts';
import { settlementList } from '../settlement/settlement.contract.ts';
import '../settlement-page/settlement.css';

type Row = ReportRow<typeof payoutList>;
type Asked = { readonly row: Row; readonly act: 'confirm' | 'cancel' };

const STATES = choicesOf(PayoutState);
const { payoutId: _, ...CONFIRM } = confirmPayout.input;
const { payoutId: __, ...CANCEL } = cancelPayout.input;
const refresh = () => Promise.all([payoutList, settlementList].map((one) => refreshLists(one.name)));

/** Pay-outs to sub-merchants: their file for the bank, confirmed once it has paid. */
export default function PayoutPage() {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <ListPage
      source={payoutList}
      cells={{
        payoutNo: { width: 180 },
        state: { width: 110 },
        payeeCount: { width: 90 },
        amountFen: { width: 120, cell: (row) => <Money fen={row.amountFen} isStrong /> },
        createdAt: { width: 152 },
        note: { isHiddenAtFirst: true },
      }}
      toolbar={(context) => <FilterSwitch context={context} filter="state" choices={STATES} />}
      filters={['from', 'to']}
      rowActs={(row) =>
        row.state === 'made' && (
          <>
            <ActButton
              type="link"
              access={getPayoutFile.access}
              onAct={async () => download((await call(getPayoutFile, { payoutId: row.id })).url)}
            >
              {t({ zh: '下载', en: 'File' })}
            </ActButton>
            <ActButton type="link" access={confirmPayout.access} onAct={() => setAsked({ row, act: 'confirm' })}>
              {t({ zh: '确认付款', en: 'Confirm' })}
            </ActButton>
            <ActButton type="link" danger access={cancelPayout.access} onAct={() => setAsked({ row, act: 'cancel' })}>
              {t({ zh: '撤销', en: 'Cancel' })}
            </ActButton>
          </>
        )
      }
      actsWidth={190}
      detailWidth={640}
      detailTitle={(row) => row.payoutNo}
      detail={(row) => <Payees payoutId={row.id} />}
      empty={{
        title: { zh: '还没有付款批次', en: 'No pay-outs yet' },
        hint: {
          zh: '在“子商户结算”中勾选待付款的结算单，生成付款批次',
          en: 'Select settlements to be paid on their page and pay them out',
        },
      }}
    >
      {() => (
        <>
          <OperationDialog
            isOpen={asked?.act === 'confirm'}
            of={confirmPayout}
            given={{ payoutId: asked?.row.id ?? '' }}
            fields={CONFIRM}
            initial={{ paidDay: dayKey(now().getTime(), tenantZone()) }}
            title={`${t(confirmPayout.title)} · ${asked?.row.payoutNo ?? ''}`}
            onClose={close}
            onDone={refresh}
          >
            {asked && (
              <p>
                {t(payoutList.columns.amountFen.label)} <Money fen={asked.row.amountFen} isStrong />
              </p>
            )}
          </OperationDialog>
          <OperationDialog
            isOpen={asked?.act === 'cancel'}
            of={cancelPayout}
            given={{ payoutId: asked?.row.id ?? '' }}
            fields={CANCEL}
            title={`${t(cancelPayout.title)} · ${asked?.row.payoutNo ?? ''}`}
            onClose={close}
            onDone={refresh}
          />
        </>
      )}
    </ListPage>
  );
}

/** Who a pay-out pays, by settlement. */
function Payees({ payoutId }: { payoutId: string }) {
  const t = useText();
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['list', payoutList.name, payoutId, language],
    queryFn: ({ signal }) => call(getPayout, { payoutId }, { signal, isQuiet: true }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={4} />;
  const { name, settlementNo, accountNo, amountFen } = getPayout.output.payees.item!.fields!;
  return (
    <div className="settlement-wide">
      <table className="settlement-table">
        <thead>
          <tr>
            {[name, settlementNo, accountNo, amountFen].map((one) => (
              <th key={one!.label.en}>{t(one!.label)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.payees.map((one) => (
            <tr key={one.settlementId}>
              <td>{one.name}</td>
              <td>
                <Link to={listLink('/_cloud_operation/settlement', { open: one.settlementId })}>
                  {one.settlementNo}
                </Link>
              </td>
              <td>{one.accountNo}</td>
              <td>
                <Money fen={one.amountFen} isStrong />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
