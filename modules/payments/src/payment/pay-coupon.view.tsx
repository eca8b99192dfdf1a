import { post, refusalText, useText } from '@boyun/kernel/web';
import { useState } from 'react';

const APPLY = '/api/payment/applyCoupon';
/** The shortest code that can be complete. */
const COMPLETE = 4;

/** Asks for the code of a coupon on paper; the bill is then asked for again. */
export function PayCoupon({ code, onApplied }: { code: string; onApplied: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [entered, setEntered] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ readonly text: string; readonly isBad: boolean } | null>(null);
  const send = async () => {
    setBusy(true);
    setSaid(null);
    try {
      const { data } = await post(APPLY, { Code: code, CouponCode: entered }, { isQuiet: true });
      const { CouponName: name } = data as { CouponName: string };
      setSaid({ text: t({ zh: '已使用：{name}', en: 'Used: {name}' }, { name }), isBad: false });
      setEntered('');
      onApplied();
    } catch (error) {
      setSaid({ text: refusalText(error), isBad: true });
    } finally {
      setBusy(false);
    }
  };
  if (!isOpen)
    return (
      <button type="button" className="pay-coupon-open" onClick={() => setOpen(true)}>
        {t({ zh: '使用优惠券', en: 'Use a coupon' })}
      </button>
    );
  return (
    <form
      className="pay-coupon"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor="pay-coupon">{t({ zh: '券码', en: 'Code of the coupon' })}</label>
      <div>
        <input
          id="pay-coupon"
          value={entered}
          maxLength={32}
          autoCapitalize="characters"
          autoComplete="off"
          onChange={(event) => setEntered(event.target.value)}
        />
        <button type="submit" disabled={isBusy || entered.trim().length < COMPLETE}>
          {t({ zh: '使用', en: 'Use' })}
        </button>
      </div>
      {said && (
        <p className={said.isBad ? 'pay-failed' : undefined} role={said.isBad ? 'alert' : 'status'}>
          {said.text}
        </p>
      )}
    </form>
  );
}
