import type { Output } from '@boyun/kernel/contract';
import { moneyText, useNow, useText } from '@boyun/kernel/web';
import type { getPayPage } from './payment.contract.ts';
import { isInAlipay, isInUnionpay, isInWechat } from './phone-pay.view.ts';

/** What the driver's page shows. */
export type Bill = Output<typeof getPayPage>;
/** Where the driver stands. */
export type Step = 'ready' | 'sending' | 'waiting' | 'failed' | 'cancelled';

/** After this time the page stops waiting; a later notice is still booked. */
const PATIENCE_MS = 60_000;

/** The ways to pay, or that the result is awaited. */
export function Acts({
  step,
  since,
  problem,
  bill,
  onPay,
  ...phone
}: {
  step: Step;
  since: Date | null;
  problem: string | null;
  bill: Bill;
  onPay: (outcome: 'success' | 'fail') => void;
} & OnPay) {
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
  const isSending = step === 'sending';
  // The channel's page may have been left without paying; the same payment goes on then.
  const isUnderWay = step === 'ready' && bill.state === 'paying';
  const isReal = bill.canPayWechat || bill.canPayAlipay || bill.canPayUnionpay;
  return (
    <div className="pay-acts">
      {step === 'failed' && (
        <p className="pay-failed" role="alert">
          {problem ??
            t({ zh: '支付失败，未扣款，请重试', en: 'The payment failed, nothing was taken. Please try again' })}
        </p>
      )}
      {step === 'cancelled' && (
        <p className="pay-hint" role="status">
          {t({ zh: '已取消支付', en: 'You cancelled the payment' })}
        </p>
      )}
      {isUnderWay && isReal && (
        <p className="pay-hint" role="status">
          {t({
            zh: '如已付款，结果很快会显示在这里；未付款可继续支付',
            en: 'If you have paid, the result appears here in a moment. Otherwise go on',
          })}
        </p>
      )}
      <PhoneActs bill={bill} isSending={isSending} {...phone} />
      {bill.canPaySandbox && (
        <>
          <button
            type="button"
            className={isReal ? '' : 'is-main'}
            disabled={isSending}
            onClick={() => onPay('success')}
          >
            {t(
              isReal
                ? { zh: '模拟支付 ¥{amount}', en: 'Simulate paying ¥{amount}' }
                : { zh: '立即支付 ¥{amount}', en: 'Pay ¥{amount}' },
              { amount: moneyText(bill.dueFen) },
            )}
          </button>
          <button type="button" disabled={isSending} onClick={() => onPay('fail')}>
            {t({ zh: '模拟支付失败', en: 'Simulate a failure' })}
          </button>
        </>
      )}
    </div>
  );
}

/** What the buttons of the channels do. */
interface OnPay {
  readonly onPayAlipay: () => void;
  readonly onPayUnionpay: () => void;
  readonly onPayWechat: () => void;
}

/** The apps that can pay here: inside one of them its own alone, in a browser all. */
function PhoneActs({ bill, isSending, ...phone }: { bill: Bill; isSending: boolean } & OnPay) {
  const t = useText();
  const amount = { amount: moneyText(bill.dueFen) };
  const isInApp = isInWechat() || isInAlipay() || isInUnionpay();
  const ways = [
    {
      isSet: bill.canPayWechat,
      isHere: isInWechat() ? bill.wechatApp !== null : !isInApp,
      className: 'is-main is-wechat',
      onPay: phone.onPayWechat,
      label: { zh: '微信支付 ¥{amount}', en: 'WeChat Pay ¥{amount}' },
    },
    {
      isSet: bill.canPayAlipay,
      isHere: isInAlipay() || !isInApp,
      className: 'is-main',
      onPay: phone.onPayAlipay,
      label: { zh: '支付宝 ¥{amount}', en: 'Alipay ¥{amount}' },
    },
    {
      isSet: bill.canPayUnionpay,
      isHere: isInUnionpay() || !isInApp,
      className: 'is-main is-unionpay',
      onPay: phone.onPayUnionpay,
      label: isInUnionpay()
        ? { zh: '云闪付 ¥{amount}', en: 'UnionPay ¥{amount}' }
        : { zh: '银联卡、云闪付 ¥{amount}', en: 'UnionPay card ¥{amount}' },
    },
  ].filter((way) => way.isSet);
  const here = ways.filter((way) => way.isHere);
  if (ways.length > 0 && here.length === 0)
    return (
      <p className="pay-hint" role="note">
        {t({
          zh: '请点右上角“…”，选择在浏览器打开后付款',
          en: 'Tap … at the top right and open this page in a browser to pay',
        })}
      </p>
    );
  return here.map((way) => (
    <button key={way.className} type="button" className={way.className} disabled={isSending} onClick={way.onPay}>
      {t(way.label, amount)}
    </button>
  ));
}
