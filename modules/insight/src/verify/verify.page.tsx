import './verify.css';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  countText,
  DurationText,
  Empty,
  now,
  Skeleton,
  TimeText,
  useLanguage,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import { BrokenRows } from './broken-row.view.tsx';
import { runVerify } from './verify.contract.ts';

type Result = Output<typeof runVerify>;

/** The proof that everything adds up, run at a person's wish: each equation in words, and every row that breaks it. */
export default function VerifyPage() {
  const t = useText();
  const [result, setResult] = useState<Result | null>(null);
  const [since, setSince] = useState<Date | null>(null);
  const run = async () => {
    setSince(now());
    try {
      setResult(await call(runVerify, {}));
    } finally {
      setSince(null);
    }
  };
  const button = (
    <ActButton type="primary" access={runVerify.access} onAct={run}>
      {result ? t({ zh: '重新核对', en: 'Run again' }) : t({ zh: '开始核对', en: 'Run the verification' })}
    </ActButton>
  );
  return (
    <div className="by-page verify-page">
      <header className="by-card-box verify-head">
        <div className="by-grow">
          <h1>{t(runVerify.title)}</h1>
          <p className="by-faint">
            {t({
              zh: '按同一时刻的数据逐项核对账目，不影响业务运行',
              en: 'Checks that all figures agree, without stopping work',
            })}
          </p>
        </div>
        {since ? <Running since={since} /> : result && <Verdict result={result} />}
        {(result || since) && button}
      </header>
      {since && !result && (
        <section className="by-card-box">
          <Skeleton lines={10} />
        </section>
      )}
      {!since && !result && (
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
      {result && <Checks result={result} />}
    </div>
  );
}

function Running({ since }: { since: Date }) {
  const t = useText();
  const at = useNow(1000);
  return (
    <span className="by-faint" role="status">
      {t({ zh: '正在核对…', en: 'Verifying…' })} <DurationText seconds={(at.getTime() - since.getTime()) / 1000} />
    </span>
  );
}

function Verdict({ result }: { result: Result }) {
  const t = useText();
  const broken = result.checks.reduce((sum, one) => sum + one.brokenCount, 0);
  const checked = result.checks.reduce((sum, one) => sum + one.checkedCount, 0);
  return (
    <div className={`verify-verdict by-tone-${result.isSound ? 'good' : 'bad'}`} role="status">
      <b>
        <span className="by-dot" aria-hidden />
        {result.isSound
          ? t({ zh: '全部平衡', en: 'Everything adds up' })
          : t({ zh: '{n}行不平衡', en: '{n} rows do not add up' }, { n: countText(broken) })}
      </b>
      <span className="by-faint by-small">
        {t({ zh: '核对{n}项', en: '{n} facts' }, { n: countText(checked) })} · <TimeText at={result.at} />
      </span>
    </div>
  );
}

function Checks({ result }: { result: Result }) {
  const t = useText();
  const language = useLanguage();
  const sorted = [...result.checks].sort((a, b) => Number(b.brokenCount > 0) - Number(a.brokenCount > 0));
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
                <BrokenRows rows={check.broken as Record<string, unknown>[]} total={check.brokenCount} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
