import './verify.css';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  countText,
  Empty,
  ErrorState,
  notify,
  Skeleton,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { SystemAlarmBand } from '@boyun/system/web';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { BrokenRows } from './broken-row.view.tsx';
import { getVerify, recheckMonth, runVerify } from './verify.contract.ts';

type State = Output<typeof getVerify>;

const POLL_MS = 2000;

/** The verification: each equation as text, the rows that break it, and the months whose results are kept. */
export default function VerifyPage() {
  const t = useText();
  const asked = useQuery({
    queryKey: ['verify'],
    queryFn: ({ signal }) => call(getVerify, {}, { signal, isQuiet: true }),
    refetchInterval: (query) => (query.state.data?.isRunning ? POLL_MS : false),
  });
  const [isStarting, setStarting] = useState(false);
  const state = asked.data;
  const isRunning = isStarting || (state?.isRunning ?? false);
  const run = async () => {
    setStarting(true);
    const poll = setInterval(() => void asked.refetch(), POLL_MS);
    try {
      await call(runVerify, {});
    } finally {
      clearInterval(poll);
      await asked.refetch();
      setStarting(false);
    }
  };
  const recheck = async (month: string) => {
    await call(recheckMonth, { month });
    notify('good', { zh: '下次核对时重新核对该月', en: 'The next verification checks this month again' });
    await asked.refetch();
  };
  if (asked.error && !state) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const hasResult = (state?.checks.length ?? 0) > 0;
  const button = (
    <ActButton
      type="primary"
      access={runVerify.access}
      disabledReason={isRunning ? { zh: '正在核对', en: 'A verification is under way' } : null}
      onAct={run}
    >
      {hasResult ? t({ zh: '重新核对', en: 'Run again' }) : t({ zh: '开始核对', en: 'Run the verification' })}
    </ActButton>
  );
  return (
    <div className="by-page verify-page">
      <Suspense fallback={null}>
        <SystemAlarmBand />
      </Suspense>
      <header className="by-card-box verify-head">
        <div className="by-grow">
          <h1>{t(runVerify.title)}</h1>
          <p className="by-faint">
            {t({
              zh: '逐项核对账目，不影响业务运行；已结束的月份只核对一次，有更正时自动重新核对',
              en: 'Checks that all figures agree, without stopping work. Closed months are checked once, and again after a correction',
            })}
          </p>
        </div>
        {isRunning ? <Running state={state} /> : hasResult && <Verdict state={state!} />}
        {(hasResult || isRunning) && button}
      </header>
      {(asked.isPending || (isRunning && !hasResult)) && (
        <section className="by-card-box">
          <Skeleton lines={10} />
        </section>
      )}
      {state && !isRunning && !hasResult && (
        <section className="by-card-box verify-blank">
          <Empty
            title={{ zh: '还没有核对结果', en: 'Not verified yet' }}
            hint={{
              zh: '核对车流、订单、支付、总账、过车记录与统计数据，不平的数据逐条列出',
              en: 'Cars, orders, payments, ledger, passing records and statistics: any row that does not add up is named',
            }}
            action={button}
          />
        </section>
      )}
      {hasResult && <Checks checks={state!.checks} onRetried={run} />}
      {state && state.months.length > 0 && <Months months={state.months} onRecheck={recheck} />}
    </div>
  );
}

function Running({ state }: { state: State | undefined }) {
  const t = useText();
  const [done, total] = state?.isRunning ? [state.doneSteps, state.totalSteps] : [0, 0];
  return (
    <span className="by-faint verify-running" role="status">
      {t({ zh: '正在核对…', en: 'Verifying…' })}
      {total > 0 && (
        <>
          <progress value={done} max={total} aria-label={t({ zh: '进度', en: 'Progress' })} />
          <span className="by-figure">
            {countText(done)} / {countText(total)}
          </span>
        </>
      )}
    </span>
  );
}

function Months({ months, onRecheck }: { months: State['months']; onRecheck: (month: string) => Promise<void> }) {
  const t = useText();
  return (
    <section className="by-card-box verify-months">
      <h2>{t({ zh: '已核对的月份', en: 'Months checked' })}</h2>
      <ul>
        {months.map((one) => (
          <li key={one.month} className="verify-month">
            <b className="by-figure">{one.month.slice(0, 7)}</b>
            <span
              className={`by-state verify-state by-tone-${one.isStale ? 'warn' : one.brokenCount ? 'bad' : 'good'}`}
            >
              <span className="by-dot" aria-hidden />
              {one.isStale
                ? t({ zh: '待重新核对', en: 'To be checked again' })
                : one.brokenCount
                  ? t({ zh: '不平衡 {n}', en: '{n} broken' }, { n: countText(one.brokenCount) })
                  : t({ zh: '平衡', en: 'Sound' })}
            </span>
            <span className="by-faint by-figure">
              {t({ zh: '核对 {n}', en: '{n} checked' }, { n: countText(one.checkedCount) })}
            </span>
            <span className="by-faint by-grow">
              <TimeText at={one.checkedAt} style="minute" />
            </span>
            <ActButton
              type="link"
              size="small"
              access={recheckMonth.access}
              disabledReason={one.isStale ? { zh: '下次核对时会重新核对', en: 'The next verification does it' } : null}
              onAct={() => onRecheck(one.month)}
            >
              {t(recheckMonth.title)}
            </ActButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Verdict({ state }: { state: State }) {
  const t = useText();
  const broken = state.checks.reduce((sum, one) => sum + one.brokenCount, 0);
  const checked = state.checks.reduce((sum, one) => sum + one.checkedCount, 0);
  return (
    <div className={`verify-verdict by-tone-${state.isSound ? 'good' : 'bad'}`} role="status">
      <b>
        <span className="by-dot" aria-hidden />
        {state.isSound
          ? t({ zh: '全部平衡', en: 'Everything adds up' })
          : t({ zh: '{n}行不平衡', en: '{n} rows do not add up' }, { n: countText(broken) })}
      </b>
      <span className="by-faint by-small">
        {t({ zh: '核对{n}项', en: '{n} facts' }, { n: countText(checked) })} · {state.at && <TimeText at={state.at} />}
      </span>
    </div>
  );
}

function Checks({ checks, onRetried }: { checks: State['checks']; onRetried: () => void }) {
  const t = useText();
  const language = useLanguage();
  const sorted = [...checks].sort((a, b) => Number(b.brokenCount > 0) - Number(a.brokenCount > 0));
  return (
    <ul className="by-card-box verify-checks">
      {sorted.map((check) => {
        const isSound = check.brokenCount === 0;
        const line = (
          <>
            <span className={`by-state verify-state by-tone-${isSound ? 'good' : 'bad'}`}>
              <span className="by-dot" aria-hidden />
              {isSound ? t({ zh: '平衡', en: 'Sound' }) : t({ zh: '不平衡', en: 'Broken' })}
            </span>
            <span className="verify-equation">{check[language]}</span>
            <span className="verify-count by-figure by-faint">
              {t({ zh: '核对 {n}', en: '{n} checked' }, { n: countText(check.checkedCount) })}
            </span>
            <span className={`verify-count by-figure ${isSound ? 'by-faint' : 'verify-bad'}`}>
              {t({ zh: '不平衡 {n}', en: '{n} broken' }, { n: countText(check.brokenCount) })}
            </span>
            <span className="verify-took by-figure by-faint by-small">{countText(check.tookMs)} ms</span>
          </>
        );
        return (
          <li key={check.key}>
            {isSound ? (
              <div className="verify-line">{line}</div>
            ) : (
              <details open>
                <summary className="verify-line">{line}</summary>
                <BrokenRows
                  rows={check.broken as Record<string, unknown>[]}
                  total={check.brokenCount}
                  onRetried={onRetried}
                />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
