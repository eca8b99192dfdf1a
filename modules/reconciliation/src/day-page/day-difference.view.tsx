import type { ReportRow } from '@boyun/kernel/contract';
import {
  choicesOf,
  countText,
  FilterSwitch,
  type ListContext,
  ListPage,
  Money,
  moneyText,
  StateDot,
  useText,
} from '@boyun/kernel/web';
import { PairClassLabel } from '../channel-day/channel-day.contract.ts';
import { DifferenceState, differenceList, Resolution } from '../difference/difference.contract.ts';
import { DayHead } from './day-act.view.tsx';
import { DaySides } from './day-side.view.tsx';
import { DifferenceDetail } from './difference-detail.view.tsx';
import { ResolveSeveral } from './resolve-several.form.tsx';
import type { ShownDay } from './shown-day.view.ts';
import './day.css';

type Row = ReportRow<typeof differenceList>;

const STATES = choicesOf(DifferenceState);
const FAINT = <span className="by-faint">—</span>;

/** The sides of a day, its classes, and its differences; a click opens the record behind one. */
export function DayDifferences({ day }: { day: ShownDay }) {
  return (
    <ListPage
      source={differenceList}
      fixed={{ channelDayId: day.id }}
      columns={[
        'kind',
        'number',
        'oursFen',
        'theirsFen',
        'gapFen',
        'oursAt',
        'theirsAt',
        'state',
        'resolution',
        'note',
        'resolvedBy',
        'tradeNo',
      ]}
      filters={['number', 'kind', 'state']}
      cells={{
        kind: {
          width: 176,
          cell: (row) => (
            <StateDot
              tone={PairClassLabel[row.kind].tone}
              label={row.side === 'bank' ? { zh: '到账金额不符', en: 'Bank amount' } : PairClassLabel[row.kind]}
            />
          ),
        },
        number: { width: 190, cell: (row) => <span className="by-figure">{row.number || row.tradeNo || '—'}</span> },
        oursFen: { width: 108, cell: (row) => (row.oursFen === null ? FAINT : <Money fen={row.oursFen} />) },
        theirsFen: { width: 108, cell: (row) => (row.theirsFen === null ? FAINT : <Money fen={row.theirsFen} />) },
        gapFen: {
          width: 100,
          cell: (row) =>
            row.gapFen === 0 ? (
              <span className="by-figure by-faint">0.00</span>
            ) : (
              <b className={`by-figure ${row.state === 'open' ? 'by-tone-bad' : ''}`}>{moneyText(row.gapFen)}</b>
            ),
        },
        oursAt: { width: 150 },
        theirsAt: { width: 150 },
        state: {
          width: 112,
          cell: (row) => <StateDot tone={DifferenceState[row.state].tone} label={DifferenceState[row.state]} />,
        },
        resolution: { width: 116, cell: (row) => <Resolved row={row} /> },
        note: { width: 150, isGrowing: true },
        resolvedBy: { width: 96, isHiddenAtFirst: true },
        tradeNo: { width: 190, isHiddenAtFirst: true },
      }}
      above={(context) => (
        <>
          <DayHead day={day} />
          <DaySides day={day} />
          <Classes day={day} context={context} />
        </>
      )}
      toolbar={(context) => <FilterSwitch context={context} filter="state" choices={STATES} />}
      batch={{
        name: (row) => row.number || row.tradeNo,
        isHidden: (row) => row.state !== 'open' || day.state === 'closed' || !SEVERAL.includes(row.kind),
        acts: (rows, clear) => <ResolveSeveral rows={rows} onDone={clear} />,
      }}
      detailTitle={(row) => row.number || row.tradeNo}
      detailWidth={640}
      detail={(row) => <DifferenceDetail id={row.id} day={day} />}
      empty={
        day.state === 'open'
          ? {
              title: { zh: '还没有比对', en: 'Not compared yet' },
              hint: { zh: '取得账单后自动比对', en: 'It is compared once the bill is there' },
            }
          : {
              title: { zh: '没有差异', en: 'No differences' },
              hint: { zh: '我方记录与账单逐笔相符', en: 'Our records and the bill agree one by one' },
            }
      }
    />
  );
}

/** The kinds of which several can be resolved at once. */
const SEVERAL: readonly Row['kind'][] = ['day', 'ours-only', 'fee'];

function Resolved({ row }: { row: Row }) {
  const t = useText();
  return row.resolution ? <span>{t(Resolution[row.resolution])}</span> : FAINT;
}

/** Records by class; a click on a kind of difference shows those. */
function Classes({ day, context }: { day: ShownDay; context: ListContext<Row> }) {
  const t = useText();
  const { kind, ...rest } = context.state.filters;
  if (day.classes.length === 0) return null;
  return (
    <div className="recon-classes">
      {day.classes.map((one) => {
        const label = PairClassLabel[one.kind];
        const content = (
          <>
            <StateDot tone={one.openCount > 0 ? label.tone : 'good'} label={label} />
            <b className="by-figure">{countText(one.count)}</b>
            {one.openCount > 0 && (
              <span className="by-small by-tone-bad">
                {t({ zh: '待处理{n}', en: '{n} open' }, { n: countText(one.openCount) })}
              </span>
            )}
          </>
        );
        if (one.kind === 'matched' || one.kind === 'idle')
          return (
            <span key={one.kind} className="recon-class">
              {content}
            </span>
          );
        return (
          <button
            key={one.kind}
            type="button"
            className={`recon-class${kind === one.kind ? ' is-chosen' : ''}`}
            aria-pressed={kind === one.kind}
            onClick={() => context.state.setFilters(kind === one.kind ? rest : { ...rest, kind: one.kind })}
          >
            {content}
          </button>
        );
      })}
    </div>
  );
}
