import type { ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  choicesOf,
  countText,
  FilterSwitch,
  type ListContext,
  ListPage,
  list,
  listLink,
  Money,
  moneyText,
  StateDot,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { channelDayList, channelSumList, DayState } from '../channel-day/channel-day.contract.ts';
import './day-list.css';

type Day = ReportRow<typeof channelDayList> & { readonly sourceName?: string };
type Sum = ReportRow<typeof channelSumList> & { readonly sourceName?: string };

const STATES = choicesOf(DayState);
const FAINT = <span className="by-faint">—</span>;

/** Days of payment channels: what we received, what the bill says, what the bank got; a click opens the day. */
export default function DayListPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <ListPage
      source={channelDayList}
      columns={[
        'day',
        'sourceId',
        'state',
        'oursFen',
        'theirsFen',
        'gapFen',
        'openCount',
        'theirsFeeFen',
        'netFen',
        'settledFen',
        'comparedAt',
        'closedBy',
        'fetchError',
      ]}
      filters={['from', 'to', 'sourceId', 'channel', 'state', 'isUnbalanced']}
      cells={{
        day: { width: 112, cell: (row) => <b className="by-figure">{row.day}</b> },
        sourceId: { width: 168, isGrowing: true },
        state: { width: 104, cell: (row) => <StateDot tone={DayState[row.state].tone} label={DayState[row.state]} /> },
        oursFen: { width: 128, cell: (row) => <Counted fen={row.oursFen} count={row.oursCount} /> },
        theirsFen: {
          width: 128,
          cell: (row) => (row.state === 'open' ? FAINT : <Counted fen={row.theirsFen} count={row.theirsCount} />),
        },
        gapFen: { width: 100, cell: (row) => <Gap row={row} /> },
        openCount: {
          width: 96,
          cell: (row) =>
            row.openCount > 0 ? <b className="by-figure by-tone-bad">{countText(row.openCount)}</b> : FAINT,
        },
        theirsFeeFen: { width: 92 },
        netFen: { width: 116 },
        settledFen: {
          width: 116,
          cell: (row) => (row.hasBankSide ? <Money fen={row.settledFen} /> : FAINT),
        },
        comparedAt: { width: 160, isHiddenAtFirst: true },
        closedBy: { width: 96, isHiddenAtFirst: true },
        fetchError: { width: 160, isHiddenAtFirst: true },
      }}
      above={(context) => <Sources context={context} />}
      toolbar={(context) => (
        <>
          <ActButton access={channelDayList.access} onAct={() => navigate('/_cloud_operation/billImport')}>
            {t({ zh: '账单导入', en: 'Bill imports' })}
          </ActButton>
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      onOpen={(row) => navigate(dayLink(row.id))}
      empty={{
        title: { zh: '还没有对账日', en: 'No days yet' },
        hint: {
          zh: '有线上收款后，次日自动生成前一天的对账日，并向渠道取账单；也可以导入账单',
          en: 'The day after a payment by phone its day appears here, and its bill is fetched; bills can be imported as well',
        },
      }}
    />
  );
}

/** The address of a day. */
const dayLink = (dayId: string) => listLink('/_cloud_operation/reconciliationDay', { dayId });

function Counted({ fen, count }: { fen: number; count: number }) {
  const t = useText();
  return (
    <span className="recon-counted">
      <Money fen={fen} />
      <span className="by-faint by-small">{t({ zh: '{n}笔', en: '{n}' }, { n: countText(count) })}</span>
    </span>
  );
}

function Gap({ row }: { row: Day }) {
  if (row.state === 'open') return FAINT;
  if (row.gapFen === 0) return <span className="by-figure by-faint">0.00</span>;
  return <b className="by-figure by-tone-bad">{moneyText(row.gapFen)}</b>;
}

/** The sums of each source in the period shown; a click shows its days. */
function Sources({ context }: { context: ListContext<Day> }) {
  const { from, to, sourceId } = context.state.filters as Readonly<Record<string, string | undefined>>;
  const asked = useQuery({
    queryKey: ['list', channelSumList.name, from, to],
    queryFn: ({ signal }) =>
      list(channelSumList, { from: from ?? null, to: to ?? null, page: 1, perPage: 50 }, { signal, isQuiet: true }),
  });
  const rows = (asked.data?.rows ?? []) as readonly Sum[];
  if (rows.length === 0) return null;
  return (
    <div className="recon-sources">
      {rows.map((row) => (
        <button
          type="button"
          key={row.id}
          className={`recon-source${sourceId === row.id ? ' is-chosen' : ''}`}
          aria-pressed={sourceId === row.id}
          onClick={() => {
            const { sourceId: _, ...rest } = context.state.filters;
            context.state.setFilters(sourceId === row.id ? rest : { ...rest, sourceId: row.id });
          }}
        >
          <SourceSums row={row} />
        </button>
      ))}
    </div>
  );
}

function SourceSums({ row }: { row: Sum }) {
  const t = useText();
  const isBalanced = row.unbalancedCount === 0;
  return (
    <>
      <span className="recon-source-head">
        <b>{row.sourceName}</b>
        <StateDot
          tone={isBalanced ? 'good' : 'bad'}
          label={
            isBalanced
              ? { zh: '无差异', en: 'No differences' }
              : { zh: `${row.unbalancedCount} 天未平`, en: `${row.unbalancedCount} not balanced` }
          }
        />
      </span>
      <span className="recon-source-sums">
        <span>
          <i>{t({ zh: '我方', en: 'Ours' })}</i>
          <b className="by-figure">{moneyText(row.oursFen)}</b>
        </span>
        <span>
          <i>{t({ zh: '账单', en: 'Bill' })}</i>
          <b className="by-figure">{moneyText(row.theirsFen)}</b>
        </span>
        <span>
          <i>{t({ zh: '手续费', en: 'Fees' })}</i>
          <b className="by-figure">{moneyText(row.theirsFeeFen)}</b>
        </span>
        <span>
          <i>{t({ zh: '到账', en: 'Bank' })}</i>
          <b className="by-figure">{moneyText(row.settledFen)}</b>
        </span>
      </span>
    </>
  );
}
