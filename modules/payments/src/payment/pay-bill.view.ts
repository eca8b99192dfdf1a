import { parseYuan } from '@boyun/domain/money';
import { AnswerOrder, CallFailure, now, post, useLanguage } from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bill, Step } from './pay-act.view.tsx';
import { insist, isLost, payByAlipay, payByUnionpay, payByWechat, signInCode } from './phone-pay.view.ts';

// This page loads on a driver's phone at the barrier. It speaks the wire by hand, so that the contracts' checking code,
// which is larger than the page, does not travel with it.
const BILL = '/api/payment/getPayPage';
const PAY = '/api/payment/sandbox/pay';
const POLL_MS = 1500;
const IDLE_POLL_MS = 15_000;
const ANSWER_MS = 15_000;

function readBill(data: unknown): Bill {
  const wire = data as Readonly<Record<string, string | null>>;
  const flags = data as Readonly<Record<string, unknown>>;
  return {
    lotName: wire.LotName ?? '',
    plate: wire.Plate ?? '',
    isStranger: flags.IsStranger === true,
    enteredAt: wire.EnteredAt ? new Date(wire.EnteredAt) : null,
    entryPictureUrl: wire.EntryPictureUrl ?? null,
    parkedMinutes: Number(wire.ParkedMinutes),
    feeFen: parseYuan(wire.Fee ?? '0'),
    feeLines: (flags.FeeLines as readonly Record<string, string>[]).map((line) => ({
      from: new Date(line.From ?? 0),
      to: new Date(line.To ?? 0),
      amountFen: parseYuan(line.Amount ?? '0'),
      zh: line.Zh ?? '',
      en: line.En ?? '',
    })),
    isCut: flags.IsCut === true,
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
    feedbackCode: wire.FeedbackCode ?? null,
    timeZone: wire.TimeZone ?? 'Asia/Shanghai',
    canPay: flags.CanPay === true,
    canPaySandbox: flags.CanPaySandbox === true,
    canPayAlipay: flags.CanPayAlipay === true,
    canPayUnionpay: flags.CanPayUnionpay === true,
    canPayWechat: flags.CanPayWechat === true,
    wechatApp: wire.WechatApp ?? null,
    payments: (flags.Payments as readonly Record<string, string>[]).map((one) => ({
      paymentNo: one.PaymentNo ?? '',
      zh: one.Zh ?? '',
      en: one.En ?? '',
      amountFen: parseYuan(one.Amount ?? '0'),
      paidAt: new Date(one.PaidAt ?? 0),
    })),
    canUseCoupon: flags.CanUseCoupon === true,
    canInvoice: flags.CanInvoice === true,
    isTrial: flags.IsTrial === true,
    purchase: readPurchase(flags.Purchase),
  } as Bill;
}

/** What is bought, where the code stands for no stay. */
function readPurchase(data: unknown): Bill['purchase'] {
  if (!data) return null;
  const wire = data as Readonly<Record<string, string>>;
  return {
    titleZh: wire.TitleZh ?? '',
    titleEn: wire.TitleEn ?? '',
    validUntil: new Date(wire.ValidUntil ?? 0),
    lines: (data as { Lines: readonly Record<string, string>[] }).Lines.map((line) => ({
      labelZh: line.LabelZh ?? '',
      labelEn: line.LabelEn ?? '',
      textZh: line.TextZh ?? '',
      textEn: line.TextEn ?? '',
    })),
  };
}

/** Whether something is due that can still be paid. */
export const canBePaid = ({ dueFen, state }: Bill): boolean => dueFen > 0 && state !== 'closed';

/** Pays where no provider is set up: the outcome is as asked for. */
async function payInSandbox(code: string, outcome: 'success' | 'fail', onLost: () => void): Promise<'waiting'> {
  let wasLost = false;
  const sent = insist(PAY, { Code: code, Outcome: outcome }, () => {
    wasLost = true;
    onLost();
  });
  // Refused after a lost answer, it has begun with the first call.
  await sent.catch((error: unknown) => {
    if (!wasLost || isLost(error)) throw error;
  });
  return 'waiting';
}

/** The bill of a pay code, kept up to date, with where the driver stands and the ways to pay. */
export function usePayBill(code: string) {
  const language = useLanguage();
  const [bill, setBill] = useState<Bill | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<Step>('ready');
  const [since, setSince] = useState<Date | null>(null);
  const [isOffline, setOffline] = useState(false);
  const [order] = useState(() => new AnswerOrder());
  const onLost = () => setOffline(true);

  const ask = useEffectEvent(async () => {
    const isNews = order.ask();
    try {
      const next = readBill((await post(BILL, { Code: code }, { isQuiet: true, timeoutMs: ANSWER_MS })).data);
      // A bill that is older than the one shown would take back that it was paid.
      if (!isNews()) return;
      setBill(next);
      // An answer about the bill is none to a payment that is tried again.
      if (step !== 'sending') setOffline(false);
      setProblem(null);
      if (step !== 'waiting') return;
      if (next.dueFen === 0) setStep('ready');
      else if (next.state !== 'paying') setStep('failed');
    } catch (error) {
      if (!isNews()) return;
      setOffline(isLost(error));
      if (error instanceof CallFailure && (error.status === 200 || !bill)) setProblem(error.message);
    }
  });
  const isWaiting = step === 'waiting' || bill?.state === 'paying';
  // Without an answer the page asks often, whatever it showed last.
  const isPaid = bill !== null && bill.dueFen === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server's sentences follow the language
  useEffect(() => {
    void ask();
    if (isPaid) return;
    const timer = setInterval(() => void ask(), isWaiting || isOffline ? POLL_MS : IDLE_POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, isPaid, isOffline, language]);

  const go = async (pay: () => Promise<'leaving' | 'waiting' | 'cancelled'>) => {
    setStep('sending');
    try {
      const result = await pay();
      setOffline(false);
      setSince(now());
      setStep(result === 'leaving' ? 'sending' : result);
    } catch (error) {
      // Whether the payment has begun is not known: the bill tells, once it can be asked for.
      if (isLost(error)) {
        setOffline(true);
        setStep('ready');
        return;
      }
      setProblem(error instanceof CallFailure ? error.message : String(error));
      setStep('failed');
    }
  };
  // Back from the sign-in of WeChat: the payment goes on by itself.
  const isBack = bill !== null && canBePaid(bill) && bill.canPayWechat && signInCode() !== null;
  const goOn = useEffectEvent(() => void go(() => payByWechat(code, null, onLost)));
  useEffect(() => {
    if (isBack) goOn();
  }, [isBack]);

  return {
    bill,
    problem,
    step,
    since,
    isOffline,
    askAgain: () => void ask(),
    paySandbox: (outcome: 'success' | 'fail') => go(() => payInSandbox(code, outcome, onLost)),
    payAlipay: () => go(() => payByAlipay(code, onLost)),
    payUnionpay: () => go(() => payByUnionpay(code, onLost)),
    payWechat: () => go(() => payByWechat(code, bill!.wechatApp, onLost)),
  };
}
