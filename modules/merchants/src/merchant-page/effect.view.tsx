import { moneyText, useText } from '@boyun/kernel/web';
import type { DiscountEffect } from '../discount/merchant-discount.contract.ts';

/** What a discount takes off. */
export interface DiscountWorth {
  readonly effect: DiscountEffect;
  readonly amountFen: number | null;
  readonly percent: number | null;
  readonly minutes: number | null;
  readonly priceFen: number | null;
}

/** What a discount takes off, in a few words. */
export function Effect({ of }: { of: DiscountWorth }) {
  const t = useText();
  switch (of.effect) {
    case 'amount':
      return <span>{t({ zh: '减¥{yuan}', en: '¥{yuan} off' }, { yuan: moneyText(of.amountFen ?? 0) })}</span>;
    case 'percent': {
      const percent = of.percent ?? 0;
      return <span>{t({ zh: '{fold}折', en: '{percent} % off' }, { percent, fold: (100 - percent) / 10 })}</span>;
    }
    case 'minutes':
      return <Minutes minutes={of.minutes ?? 0} />;
    case 'fixed-price':
      return <span>{t({ zh: '一口价¥{yuan}', en: '¥{yuan} at most' }, { yuan: moneyText(of.priceFen ?? 0) })}</span>;
    case 'free':
      return <span>{t({ zh: '全免', en: 'Free' })}</span>;
  }
}

function Minutes({ minutes }: { minutes: number }) {
  const t = useText();
  const isHours = minutes % 60 === 0;
  const n = isHours ? minutes / 60 : minutes;
  return (
    <span>
      {isHours
        ? t({ zh: '免费{n}小时', en: '{n} h free' }, { n })
        : t({ zh: '免费{n}分钟', en: '{n} min free' }, { n })}
    </span>
  );
}
