import { vehicleKindLabel } from '@boyun/charging/web';
import type { Label, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  countText,
  DurationText,
  download,
  Empty,
  ErrorState,
  moneyText,
  now,
  Skeleton,
  StateDot,
  shareText,
  useLanguage,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { cancelReplay, exportReplay, getReplay, type ReplayResult, ReplayState } from './charge-replay.contract.ts';
import { DayChart, MoveChart } from './replay-chart.view.tsx';
import { ReplayMoves } from './replay-move.view.tsx';
import { SumTable } from './replay-sum.view.tsx';
import { moveTone, rangeText, signedShare, signedText } from './replay-words.view.ts';

type Replay = Output<typeof getReplay>;
const ASK_EVERY_MS = 500;
const going: readonly string[] = ['queued', 'running'];

/** One replay: its progress while it runs, its result once done. */
export function ReplayReport({ replayId, onEnd }: { replayId: string; onEnd: () => void }) {
  const t = useText();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['charge-replay', replayId, language],
    queryFn: ({ signal }) => call(getReplay, { replayId }, { signal, isQuiet: true }),
    refetchInterval: ({ state }) => (state.data && !going.includes(state.data.state) ? false : ASK_EVERY_MS),
  });
  const state = asked.data?.state;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (state) end();
  }, [state]);
  if (!asked.data)
    return asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <Skeleton lines={10} />;
  const replay = asked.data;
  const isGoing = going.includes(replay.state);
  return (
    <>
      <header className="by-card-box replay-head">
        <h2>
          <span className="by-figure">v{replay.number}</span>
          <span className="by-figure replay-head-range">{rangeText(replay.from, replay.to)}</span>
        </h2>
        <StateDot tone={ReplayState[replay.state].tone} label={ReplayState[replay.state]} />
        <span className="by-faint by-small">
          {replay.lotIds.length === 0
            ? t({ zh: '全部适用车场', en: 'all lots it applies to' })
            : t({ zh: '{count}个车场', en: 'lots: {count}' }, { count: replay.lotIds.length })}
          {replay.state === 'done' && replay.startedAt && replay.endedAt && (
            <>
              {t({ zh: '，', en: ', ' })}
              {t(
                { zh: '{count}笔订单，用时', en: replay.totalCount === 1 ? '{count} stay in' : '{count} stays in' },
                { count: countText(replay.totalCount) },
              )}{' '}
              <DurationText seconds={(replay.endedAt.getTime() - replay.startedAt.getTime()) / 1000} />
            </>
          )}
        </span>
        <span className="by-grow" />
        {isGoing && (
          <ActButton
            danger
            access={cancelReplay.access}
            onAct={() => call(cancelReplay, { replayId }).then(() => asked.refetch())}
          >
            {t({ zh: '取消回放', en: 'Cancel' })}
          </ActButton>
        )}
        {replay.state === 'done' && (
          <ActButton
            access={exportReplay.access}
            disabledReason={isFileGone(replay) ? FILE_GONE : null}
            onAct={async () => download((await call(exportReplay, { replayId })).url)}
          >
            {t({ zh: '导出变化明细', en: 'Export the changes' })}
          </ActButton>
        )}
      </header>
      {isGoing && <Going replay={replay} />}
      {replay.error && (
        <section className="by-card-box" role="alert">
          <StateDot tone="bad" label={{ zh: '回放失败', en: 'The replay failed' }} />
          <p className="by-faint replay-error">{replay.error}</p>
        </section>
      )}
      {replay.result && <Result result={replay.result} />}
    </>
  );
}

const FILE_GONE = { zh: '变化明细已过期删除，请重新回放', en: 'The list of changes was deleted after its time' };

const isFileGone = ({ fileUntil }: Replay) => fileUntil !== null && fileUntil <= now();

function Going({ replay }: { replay: Replay }) {
  const t = useText();
  const moment = useNow(1000);
  const { doneCount, totalCount, startedAt } = replay;
  const share = totalCount > 0 ? doneCount / totalCount : 0;
  const seconds = startedAt ? Math.max(0, (moment.getTime() - startedAt.getTime()) / 1000) : 0;
  const left = share > 0.02 ? (seconds / share) * (1 - share) : null;
  return (
    <section className="by-card-box replay-going" role="status">
      <Progress
        percent={Math.floor(share * 1000) / 10}
        aria-label={t({ zh: '回放进度', en: 'Progress of the replay' })}
        status="active"
      />
      <span className="by-faint">
        {!startedAt && t({ zh: '排队中，马上开始', en: 'Queued, starting soon' })}
        {startedAt && totalCount === 0 && t({ zh: '正在统计订单数…', en: 'Counting the stays…' })}
        {startedAt &&
          totalCount > 0 &&
          t(
            { zh: '已计算 {done} / {total} 笔订单', en: '{done} of {total} stays priced' },
            { done: countText(doneCount), total: countText(totalCount) },
          )}
        {left !== null && (
          <>
            {t({ zh: '，约还需', en: ', about' })} <DurationText seconds={left} />
            {t({ zh: '', en: ' left' })}
          </>
        )}
      </span>
      <span className="by-faint by-small">
        {t({
          zh: '可以离开本页，完成后在任务中心打开结果。',
          en: 'You can leave this page and open the result from the task centre later.',
        })}
      </span>
    </section>
  );
}

function Result({ result }: { result: ReplayResult }) {
  const t = useText();
  const { total, same, up, down, skipped } = result;
  const leftOut = skipped > 0 && (
    <p className="by-faint by-small replay-skipped">
      {t(
        {
          zh: '另有 {count} 笔订单由其他规则计费，未计入',
          en: '{count} more stays are priced by another rule and are not included',
        },
        { count: countText(skipped) },
      )}
    </p>
  );
  if (same + up + down === 0)
    return (
      <section className="by-card-box">
        <Empty
          title={{ zh: '该时段没有可回放的订单', en: 'No stays to replay in this period' }}
          hint={{ zh: '请选择其他时段或车场', en: 'Select another period or other lots' }}
        />
        {leftOut}
      </section>
    );
  const move = total.afterFen - total.beforeFen;
  const stays = same + up + down;
  const figures: readonly { label: Label; text: string; tone?: string; more?: string }[] = [
    { label: { zh: '原收入', en: 'Revenue before' }, text: moneyText(total.beforeFen) },
    { label: { zh: '新收入', en: 'Revenue after' }, text: moneyText(total.afterFen) },
    {
      label: { zh: '变化', en: 'Change' },
      text: signedText(move),
      tone: moveTone(move),
      ...(total.beforeFen > 0 ? { more: signedShare(move / total.beforeFen) } : {}),
    },
    { label: { zh: '涨价', en: 'Higher' }, text: countText(up), tone: 'replay-up', more: shareText(up / stays) },
    { label: { zh: '降价', en: 'Lower' }, text: countText(down), tone: 'replay-down', more: shareText(down / stays) },
    { label: { zh: '不变', en: 'Unchanged' }, text: countText(same), more: shareText(same / stays) },
  ];
  return (
    <>
      <section className="by-figures replay-figures">
        {figures.map((figure) => (
          <div key={figure.label.en} className="by-figure-box">
            <span>{t(figure.label)}</span>
            <b className={`by-figure ${figure.tone ?? ''}`}>{figure.text}</b>
            <small className="by-figure">{figure.more ?? ' '}</small>
          </div>
        ))}
      </section>
      {leftOut}
      <div className="replay-pair">
        <section className="by-card-box">
          <h2>{t({ zh: '每日收入（元）', en: 'Revenue by day (¥)' })}</h2>
          <DayChart result={result} />
        </section>
        <section className="by-card-box">
          <h2>{t({ zh: '费用变化的订单数（按变化金额，元）', en: 'Stays by change of fee (¥)' })}</h2>
          <MoveChart result={result} />
        </section>
      </div>
      <div className="replay-pair">
        <SumTable
          title={{ zh: '按车场', en: 'By lot' }}
          column={{ zh: '车场', en: 'Lot' }}
          rows={result.byLot.map((one) => ({ ...one, key: one.lotId, name: one.lotName }))}
        />
        <SumTable
          title={{ zh: '按车型', en: 'By vehicle kind' }}
          column={{ zh: '车型', en: 'Vehicle kind' }}
          rows={result.byVehicleKind.map((one) => ({
            ...one,
            key: one.vehicleKind ?? '',
            name: t(vehicleKindLabel(one.vehicleKind)),
          }))}
        />
      </div>
      <ReplayMoves result={result} />
    </>
  );
}
