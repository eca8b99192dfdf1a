import { moneyText, useText } from '@boyun/kernel/web';
import type { CouponEffect } from './coupon.contract.ts';

/** What a coupon takes off, in a few words. */
export function Effect({
  row,
}: {
  row: {
    readonly effect: CouponEffect;
    readonly amountFen: number | null;
    readonly percent: number | null;
    readonly minutes: number | null;
  };
}) {
  const t = useText();
  switch (row.effect) {
    case 'amount':
      return <span>{t({ zh: '减¥{yuan}', en: '¥{yuan} off' }, { yuan: moneyText(row.amountFen ?? 0) })}</span>;
    case 'percent':
      return (
        <span>
          {t(
            { zh: '减{n}%（{fold}折）', en: '{n} % off' },
            { n: row.percent ?? 0, fold: (100 - (row.percent ?? 0)) / 10 },
          )}
        </span>
      );
    case 'minutes':
      return <span>{t({ zh: '前{n}分钟免费', en: 'First {n} min free' }, { n: row.minutes ?? 0 })}</span>;
    case 'free':
      return <span>{t({ zh: '全免', en: 'Free' })}</span>;
  }
}
