import type { Output } from '@boyun/kernel/contract';
import { moneyText, useNow, useText } from '@boyun/kernel/web';
import type { getPayPage } from './payment.contract.ts';
import { isInWechat } from './wechat-pay.view.ts';

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
  onPayWechat,
}: {
  step: Step;
  since: Date | null;
  problem: string | null;
  bill: Bill;
  onPay: (outcome: 'success' | 'fail') => void;
  onPayWechat: () => void;
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
  const amount = { amount: moneyText(bill.dueFen) };
  const isSending = step === 'sending';
  // The channel's page may have been left without paying; the same payment goes on then.
  const isUnderWay = step === 'ready' && bill.state === 'paying';
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
      {isUnderWay && bill.canPayWechat && (
        <p className="pay-hint" role="status">
          {t({
            zh: '如已付款，结果很快会显示在这里；未付款可继续支付',
            en: 'If you have paid, the result appears here in a moment. Otherwise go on',
          })}
        </p>
      )}
      {bill.canPayWechat && <WechatAct bill={bill} isUnderWay={isUnderWay} isSending={isSending} onPay={onPayWechat} />}
      {bill.canPaySandbox && (
        <>
          <button
            type="button"
            className={bill.canPayWechat ? '' : 'is-main'}
            disabled={isSending}
            onClick={() => onPay('success')}
          >
            {t(
              bill.canPayWechat
                ? { zh: '模拟支付 ¥{amount}', en: 'Simulate paying ¥{amount}' }
                : { zh: '立即支付 ¥{amount}', en: 'Pay ¥{amount}' },
              amount,
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

function WechatAct({
  bill,
  isUnderWay,
  isSending,
  onPay,
}: {
  bill: Bill;
  isUnderWay: boolean;
  isSending: boolean;
  onPay: () => void;
}) {
  const t = useText();
  const amount = { amount: moneyText(bill.dueFen) };
  if (isInWechat() && !bill.wechatApp)
    return (
      <p className="pay-hint" role="note">
        {t({
          zh: '请点右上角“…”，选择在浏览器打开后付款',
          en: 'Tap … at the top right and open this page in a browser to pay',
        })}
      </p>
    );
  return (
    <button type="button" className="is-main is-wechat" disabled={isSending} onClick={onPay}>
      {t(
        isUnderWay
          ? { zh: '继续微信支付 ¥{amount}', en: 'Go on with WeChat Pay ¥{amount}' }
          : { zh: '微信支付 ¥{amount}', en: 'WeChat Pay ¥{amount}' },
        amount,
      )}
    </button>
  );
}
