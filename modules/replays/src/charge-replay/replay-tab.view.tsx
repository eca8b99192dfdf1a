import './replay.css';
import { useVersions } from '@boyun/charging/web';
import type { ReportRow } from '@boyun/kernel/contract';
import {
  CrashGuard,
  Empty,
  ErrorState,
  Skeleton,
  StateDot,
  timeText,
  useAddressWord,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { ReplayState, replayList } from './charge-replay.contract.ts';
import { ReplayReport } from './replay-report.view.tsx';
import { ReplayStart } from './replay-start.form.tsx';
import { moveTone, rangeText, signedText } from './replay-words.view.ts';

type Row = ReportRow<typeof replayList>;

/** Replays of this rule: start one, follow it, see its result and earlier ones. */
export function ReplayTab({ ruleId }: { ruleId: string }) {
  const t = useText();
  const versions = useVersions(ruleId);
  // In the address, so that a reload and a link of the task centre show the same replay.
  const [chosen, choose] = useAddressWord('replay');
  const asked = useListing(replayList, { id: ruleId, page: 1, perPage: 50 });
  if (!asked.data || !versions.data) {
    const error = asked.error ?? versions.error;
    return error ? <ErrorState error={error} onRetry={asked.refetch} /> : <Skeleton lines={10} />;
  }
  const { rows } = asked.data;
  const shown = chosen ?? rows[0]?.id;
  return (
    <div className="replay-tab">
      <aside className="replay-side">
        <ReplayStart
          ruleId={ruleId}
          versions={versions.data}
          onStarted={(replayId) => {
            choose(replayId);
            void asked.refetch();
          }}
        />
        <section className="by-card-box replay-earlier">
          <h2>{t({ zh: '历次回放', en: 'Earlier replays' })}</h2>
          {rows.length === 0 && <p className="by-faint">{t({ zh: '还没有回放', en: 'None yet' })}</p>}
          <ol>
            {rows.map((row) => (
              <li key={row.id}>
                <EarlierReplay row={row} isShown={row.id === shown} onChoose={() => choose(row.id)} />
              </li>
            ))}
          </ol>
        </section>
      </aside>
      <div className="replay-main">
        {shown ? (
          <CrashGuard key={shown}>
            <ReplayReport replayId={shown} onEnd={() => void asked.refetch()} />
          </CrashGuard>
        ) : (
          <section className="by-card-box">
            <Empty
              title={{ zh: '还没有回放', en: 'No replays yet' }}
              hint={{
                zh: '选择版本和时间范围，按该版本重新计算历史订单，查看收入变化和费用有变化的车辆',
                en: 'Select a version and a range: past stays are repriced, and you see how revenue and fees would change',
              }}
            />
          </section>
        )}
      </div>
    </div>
  );
}

function EarlierReplay({ row, isShown, onChoose }: { row: Row; isShown: boolean; onChoose: () => void }) {
  const t = useText();
  const { beforeFen, afterFen } = row;
  const move = beforeFen === null || afterFen === null ? null : afterFen - beforeFen;
  return (
    <button type="button" className="replay-one" aria-current={isShown} onClick={onChoose}>
      <span className="replay-one-line">
        <b className="by-figure">v{row.number}</b>
        <span className="by-figure by-grow">{rangeText(row.from, row.to)}</span>
        {move === null ? (
          <StateDot tone={ReplayState[row.state].tone} label={ReplayState[row.state]} />
        ) : (
          <span className={`by-figure ${moveTone(move)}`}>{signedText(move)}</span>
        )}
      </span>
      <span className="replay-one-line by-faint by-small">
        <span className="by-grow">{row.startedBy}</span>
        <span className="by-figure">{timeText(row.createdAt, 'minute').slice(5)}</span>
        <span className="by-sr">{t(ReplayState[row.state])}</span>
      </span>
    </button>
  );
}
