import { timeText, useText } from '@boyun/kernel/web';
import type { Bill } from './pay-act.view.tsx';

type Purchase = NonNullable<Bill['purchase']>;

/** What is bought, in place of a stay's plate. */
export function PurchaseTitle({ purchase }: { purchase: Purchase }) {
  const t = useText();
  return <h1 className="pay-title">{t({ zh: purchase.titleZh, en: purchase.titleEn })}</h1>;
}

/** What the payer gets, and until when the price holds. */
export function PurchaseFacts({ bill, purchase }: { bill: Bill; purchase: Purchase }) {
  const t = useText();
  return (
    <dl>
      {purchase.lines.map((line) => (
        <div key={line.labelEn}>
          <dt>{t({ zh: line.labelZh, en: line.labelEn })}</dt>
          <dd>{t({ zh: line.textZh, en: line.textEn })}</dd>
        </div>
      ))}
      {(bill.state === 'open' || bill.state === 'paying') && (
        <div>
          <dt>{t({ zh: '请在此前支付', en: 'Pay before' })}</dt>
          <dd>{timeText(purchase.validUntil, 'minute', bill.timeZone).slice(11)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Says that a purchase can no longer be paid. */
export function PurchaseOver() {
  const t = useText();
  return (
    <div className="pay-by-hand" role="note">
      <b>{t({ zh: '已失效', en: 'No longer valid' })}</b>
      <p>
        {t({
          zh: '已超过支付时间或已取消，请工作人员重新发起。如已付款，款项会自动退回',
          en: 'It was cancelled or not paid in time: ask for a new code. What you have paid nevertheless is returned',
        })}
      </p>
    </div>
  );
}
