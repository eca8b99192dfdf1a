import { parseYuan } from '@boyun/domain/money';
import type { Output } from '@boyun/kernel/contract';
import {
  CallFailure,
  DriverPage,
  DriverPlaceholder,
  durationText,
  moneyText,
  now,
  PlateChip,
  post,
  timeText,
  useLanguage,
  useNow,
  useText,
} from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';
import { PayBanners } from './pay-banner.view.tsx';
import type { getPayPage } from './payment.contract.ts';
import './pay-page.css';

type Bill = Output<typeof getPayPage>;
type Step = 'ready' | 'sending' | 'waiting' | 'failed';

// This page loads on a driver's phone at the barrier. It speaks the wire by hand, so that the contracts' checking code,
// which is larger than the page, does not travel with it.
const BILL = '/api/payment/getPayPage';
const PAY = '/api/payment/sandbox/pay';
const POLL_MS = 1500;
const IDLE_POLL_MS = 15_000;
/** After this time the page stops waiting; a later notice is still booked. */
const PATIENCE_MS = 60_000;

function readBill(data: unknown): Bill {
  const wire = data as Readonly<Record<string, string | null>>;
  const flags = data as Readonly<Record<string, unknown>>;
  return {
    lotName: wire.LotName ?? '',
    plate: wire.Plate ?? '',
    enteredAt: new Date(wire.EnteredAt ?? 0),
    feeFen: parseYuan(wire.Fee ?? '0'),
    reductions: (flags.Reductions as readonly Record<string, string>[]).map((line) => ({
      amountFen: parseYuan(line.Amount ?? '0'),
      zh: line.Zh ?? '',
      en: line.En ?? '',
    })),
    paidFen: parseYuan(wire.Paid ?? '0'),
    debtFen: parseYuan(wire.Debt ?? '0'),
    dueFen: parseYuan(wire.Due ?? '0'),
    state: wire.State ?? '',
    graceUntil: wire.GraceUntil ? new Date(wire.GraceUntil) : null,
    feedbackCode: wire.FeedbackCode ?? '',
    timeZone: wire.TimeZone ?? 'Asia/Shanghai',
    canPay: flags.CanPay === true,
    isTrial: flags.IsTrial === true,
  } as Bill;
}

/** The driver's payment page at `/pay/{code}`: what is due and why, a button to pay, then the result as it comes. */
export default function PayPage({ code }: { code: string }) {
  const t = useText();
  const language = useLanguage();
  const [bill, setBill] = useState<Bill | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<Step>('ready');
  const [since, setSince] = useState<Date | null>(null);

  const ask = useEffectEvent(async () => {
    try {
      const next = readBill((await post(BILL, { Code: code }, { isQuiet: true })).data);
      setBill(next);
      setProblem(null);
      if (step !== 'waiting') return;
      if (next.dueFen === 0) setStep('ready');
      else if (next.state !== 'paying') setStep('failed');
    } catch (error) {
      if (error instanceof CallFailure && (error.status === 200 || !bill)) setProblem(error.message);
    }
  });
  const isWaiting = step === 'waiting';
  const isPaid = bill !== null && bill.dueFen === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's sentences follow the language
  useEffect(() => {
    void ask();
    if (isPaid) return;
    const timer = setInterval(() => void ask(), isWaiting ? POLL_MS : IDLE_POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, isPaid, language]);
  useEffect(() => {
    document.title = t({ zh: '停车缴费 · 泊云', en: 'Pay for parking · Boyun' });
  }, [t]);

  const pay = async (outcome: 'success' | 'fail') => {
    setStep('sending');
    try {
      await post(PAY, { Code: code, Outcome: outcome }, { isQuiet: true });
      setSince(now());
      setStep('waiting');
    } catch (error) {
      setProblem(error instanceof CallFailure ? error.message : String(error));
      setStep('failed');
    }
  };

  return (
    <DriverPage feedbackCode={bill?.feedbackCode}>
      {bill?.isTrial && <TrialBand />}
      {bill ? (
        <section className="driver-card">
          <PlateChip plate={bill.plate} />
          <p className="driver-lot">{bill.lotName}</p>
          {isPaid ? <Paid bill={bill} /> : <Amount bill={bill} />}
          <Facts bill={bill} />
          {!isPaid && !bill.canPay && <PayByHand />}
          {!isPaid && bill.canPay && (
            <Acts step={step} since={since} problem={problem} dueFen={bill.dueFen} onPay={pay} />
          )}
        </section>
      ) : (
        <DriverPlaceholder problem={problem}>
          <p>
            {t({
              zh: '请重新扫描二维码，或到岗亭缴费',
              en: 'Scan the code once more, or pay at the booth',
            })}
          </p>
        </DriverPlaceholder>
      )}
      {bill && <PayBanners code={code} />}
    </DriverPage>
  );
}

/** Says that this car park simulates payments. */
function TrialBand() {
  const t = useText();
  return (
    <p className="pay-trial" role="note">
      {t({ zh: '试用：支付为模拟，不会实际扣款', en: 'Trial: payments are simulated, no money is taken' })}
    </p>
  );
}

/** How to pay where no payment by phone is taken. */
function PayByHand() {
  const t = useText();
  return (
    <div className="pay-by-hand" role="note">
      <b>{t({ zh: '本车场不支持手机支付', en: 'This car park takes no payments by phone' })}</b>
      <p>
        {t({
          zh: '请到岗亭缴费；无人值守时，请按出口的呼叫按钮联系工作人员。缴费后道闸会开启。',
          en: 'Pay at the booth. If it is unattended, press the call button at the exit. The barrier opens once you have paid.',
        })}
      </p>
    </div>
  );
}

function Amount({ bill }: { bill: Bill }) {
  const t = useText();
  return (
    <div className="pay-amount">
      <span>{t({ zh: '应付金额', en: 'To pay' })}</span>
      <b>
        <small>¥</small>
        {moneyText(bill.dueFen)}
      </b>
    </div>
  );
}

function Paid({ bill }: { bill: Bill }) {
  const t = useText();
  return (
    <div className="pay-done" role="status">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 14-16" />
      </svg>
      <b>{t(bill.paidFen > 0 ? { zh: '支付成功', en: 'Paid' } : { zh: '无需缴费', en: 'Nothing to pay' })}</b>
      {bill.graceUntil && (
        <p>
          {t(
            { zh: '请于 {at} 前离场', en: 'Please leave before {at}' },
            { at: timeText(bill.graceUntil, 'minute', bill.timeZone).slice(11) },
          )}
        </p>
      )}
    </div>
  );
}

function Facts({ bill }: { bill: Bill }) {
  const t = useText();
  const moment = useNow(30_000);
  return (
    <dl>
      <div>
        <dt>{t({ zh: '入场时间', en: 'Entered' })}</dt>
        <dd>{timeText(bill.enteredAt, 'minute', bill.timeZone)}</dd>
      </div>
      <div>
        <dt>{t({ zh: '停车时长', en: 'Parked for' })}</dt>
        <dd>{durationText(Math.floor((moment.getTime() - bill.enteredAt.getTime()) / 60_000) * 60)}</dd>
      </div>
      <div>
        <dt>{t({ zh: '停车费', en: 'Fee' })}</dt>
        <dd>¥{moneyText(bill.feeFen)}</dd>
      </div>
      {bill.reductions.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a reduction never move among themselves
        <div key={index}>
          <dt>{t(line)}</dt>
          <dd>−¥{moneyText(line.amountFen)}</dd>
        </div>
      ))}
      {bill.debtFen > 0 && (
        <div>
          <dt>{t({ zh: '以往欠费', en: 'Owed of earlier stays' })}</dt>
          <dd>¥{moneyText(bill.debtFen)}</dd>
        </div>
      )}
      {bill.paidFen > 0 && (
        <div>
          <dt>{t({ zh: '已付', en: 'Paid' })}</dt>
          <dd>¥{moneyText(bill.paidFen)}</dd>
        </div>
      )}
    </dl>
  );
}

function Acts({
  step,
  since,
  problem,
  dueFen,
  onPay,
}: {
  step: Step;
  since: Date | null;
  problem: string | null;
  dueFen: number;
  onPay: (outcome: 'success' | 'fail') => void;
}) {
  const t = useText();
  const moment = useNow(1000);
  if (step === 'waiting') {
    const isSlow = since !== null && moment.getTime() - since.getTime() > PATIENCE_MS;
    return (
      <p className="pay-wait" role="status">
        <i aria-hidden="true" />
        {isSlow
          ? t({
              zh: '结果尚未返回，到账后会自动登记，请勿重复支付',
              en: 'No answer yet. It is booked as soon as it arrives, please do not pay twice',
            })
          : t({ zh: '支付处理中，请稍候…', en: 'Paying, one moment…' })}
      </p>
    );
  }
  return (
    <div className="pay-acts">
      {step === 'failed' && (
        <p className="pay-failed" role="alert">
          {problem ??
            t({ zh: '支付失败，未扣款，请重试', en: 'The payment failed, nothing was taken. Please try again' })}
        </p>
      )}
      <button type="button" className="is-main" disabled={step === 'sending'} onClick={() => onPay('success')}>
        {t({ zh: '立即支付 ¥{amount}', en: 'Pay ¥{amount}' }, { amount: moneyText(dueFen) })}
      </button>
      <button type="button" disabled={step === 'sending'} onClick={() => onPay('fail')}>
        {t({ zh: '模拟支付失败', en: 'Simulate a failure' })}
      </button>
    </div>
  );
}
