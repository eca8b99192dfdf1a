import type { ReportRow } from '@boyun/kernel/contract';
import {
  choicesOf,
  FigureBox,
  FilterSwitch,
  type ListContext,
  ListPage,
  list,
  listLink,
  Money,
  moneyText,
  Skeleton,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FinanceLevel, financeList, lotDayList } from '../finance/finance.contract.ts';
import '../settlement-page/settlement.css';

type Row = ReportRow<typeof financeList>;

const { lot: BY_LOT, ...OTHER_LEVELS } = FinanceLevel;
const LEVELS = choicesOf(OTHER_LEVELS);
const OWN = { zh: '自营', en: 'Own' };
const ALL_LOTS = { zh: '全部车场', en: 'All lots' };
const SHOWN = ['netFen', 'shareFen', 'keptFen', 'payableFen', 'paidFen'] as const;
const DAYS = 62;

/** What lots and sub-merchants brought and get, with the days and the entries behind each figure. */
export default function FinancePage() {
  const t = useText();
  return (
    <ListPage
      source={financeList}
      opensOn="month"
      columns={[
        'subMerchantId',
        'lotId',
        'state',
        'grossFen',
        'operatorFen',
        'merchantFen',
        'owingFen',
        'receivedFen',
        'refundedFen',
        'feeFen',
        'netFen',
        'shareFen',
        'keptFen',
        'payableFen',
        'paidFen',
      ]}
      filters={['subMerchantId', 'lotId', 'from', 'to']}
      cells={{
        subMerchantId: {
          width: 150,
          cell: (row) => nameOf(row, 'subMerchantName') ?? <i className="by-faint">{t(OWN)}</i>,
        },
        lotId: {
          width: 150,
          isGrowing: true,
          cell: (row) => nameOf(row, 'lotName') ?? <i className="by-faint">{t(ALL_LOTS)}</i>,
        },
        state: { width: 104 },
        owingFen: { isHiddenAtFirst: true },
        netFen: { cell: (row) => <Money fen={row.netFen} isStrong /> },
        shareFen: { cell: (row) => <Money fen={row.shareFen} isStrong /> },
        paidFen: { isHiddenAtFirst: true },
      }}
      above={(context) => <Figures context={context} />}
      toolbar={(context) => <FilterSwitch context={context} filter="level" choices={LEVELS} allLabel={BY_LOT} />}
      detailWidth={900}
      detailTitle={(row) => nameOf(row, 'lotName') ?? nameOf(row, 'subMerchantName') ?? t(ALL_LOTS)}
      detail={(row, context) => <Days row={row} sent={context.sent} />}
      empty={{
        title: { zh: '该期间没有收入', en: 'Nothing was brought in this period' },
        hint: { zh: '每天的数据在次日1时后显示', en: 'A day is shown one hour after its end' },
      }}
    />
  );
}

const nameOf = (row: Row, key: string) => (row as unknown as Readonly<Record<string, string | null>>)[key];

function Figures({ context }: { context: ListContext<Row> }) {
  const totals = (context.listing?.totals ?? {}) as Record<string, number | undefined>;
  return (
    <div className="by-figures">
      {SHOWN.map((key) => (
        <FigureBox key={key} label={financeList.columns[key].label}>
          {moneyText(totals[key])}
        </FigureBox>
      ))}
    </div>
  );
}

/** The days behind a row: each leads to its entries, and to its settlement. */
function Days({ row, sent }: { row: Row; sent: Readonly<Record<string, unknown>> }) {
  const t = useText();
  const language = useLanguage();
  const filters = {
    from: (sent.from as string | undefined) ?? null,
    to: (sent.to as string | undefined) ?? null,
    lotId: row.lotId ?? (sent.lotId as string | undefined) ?? null,
    subMerchantId: row.subMerchantId ?? (sent.subMerchantId as string | undefined) ?? null,
  };
  const { data } = useQuery({
    queryKey: ['list', lotDayList.name, filters, language],
    queryFn: ({ signal }) => list(lotDayList, { ...filters, page: 1, perPage: DAYS * 3 }, { signal, isQuiet: true }),
  });
  if (!data) return <Skeleton lines={8} />;
  const { columns } = lotDayList;
  const shown = ['grossFen', 'receivedFen', 'merchantFen', 'refundedFen', 'feeFen', 'netFen', 'shareFen'] as const;
  return (
    <div className="settlement-wide">
      <table className="settlement-table">
        <thead>
          <tr>
            <th>{t(columns.day.label)}</th>
            {!row.lotId && <th>{t(columns.lotId.label)}</th>}
            {shown.map((key) => (
              <th key={key}>{t(columns[key].label)}</th>
            ))}
            <th>{t(columns.settlementNo.label)}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((one) => (
            <tr key={one.id}>
              <td>
                <Link to={listLink('/_cloud_operation/ledger', { lotId: one.lotId, from: one.day, to: one.day })}>
                  {one.day}
                </Link>
              </td>
              {!row.lotId && <td>{(one as unknown as { lotName: string }).lotName}</td>}
              {shown.map((key) => (
                <td key={key}>{one[key] === null ? '—' : <Money fen={one[key]} />}</td>
              ))}
              <td>
                {one.settlementNo ? (
                  <Link to={listLink('/_cloud_operation/settlement', { open: one.settlementId })}>
                    {one.settlementNo}
                  </Link>
                ) : (
                  '—'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
