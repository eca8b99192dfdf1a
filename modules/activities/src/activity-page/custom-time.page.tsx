import { FieldInput, moneyText, useText } from '@boyun/kernel/web';
import { activityReviews } from '../activity/activity-field.contract.ts';
import { customTimeDiscount, type DiscountEffect } from '../activity/custom-time.contract.ts';
import { ActivityPage } from './activity-page.view.tsx';

/** The field that holds the value of an effect. */
const VALUE_OF = { percent: 'percent', amount: 'amountFen', minutes: 'minutes' } as const;
const EMPTY = { percent: null, amountFen: null, minutes: null };

/** Discounts within days and hours. */
export default function CustomTimePage() {
  return (
    <ActivityPage
      of={customTimeDiscount}
      kind="customTime"
      review={activityReviews.customTime}
      columns={[
        'name',
        'state',
        'effect',
        'used',
        'hours',
        'lotIds',
        'validUntil',
        'usedCount',
        'isExclusive',
        'validFrom',
        'remark',
      ]}
      cells={{
        effect: { width: 130, cell: (row) => <Effect row={row} /> },
        isExclusive: { isHiddenAtFirst: true },
      }}
      formParts={({ effect }) => ({
        effect: ({ id, value, isInvalid, setValues }) => (
          <FieldInput
            id={id}
            field={customTimeDiscount.fields.effect}
            fieldKey="effect"
            value={value}
            isInvalid={isInvalid}
            // Other effects have other values.
            onChange={(next) => setValues({ ...EMPTY, effect: next as DiscountEffect })}
          />
        ),
        ...Object.fromEntries(
          Object.entries(VALUE_OF).flatMap(([own, field]) => (own === effect ? [] : [[field, null]])),
        ),
      })}
      empty={{
        title: { zh: '还没有时段优惠', en: 'No discounts yet' },
        hint: {
          zh: '如“周末20:00后八折”“夜间免费”；新增后可用历史停车测算费用',
          en: 'For example 20 % off after 20:00 at weekends. Preview the cost on past stays before it begins',
        },
      }}
    />
  );
}

function Effect({
  row,
}: {
  row: { effect: DiscountEffect; percent: number | null; amountFen: number | null; minutes: number | null };
}) {
  const t = useText();
  switch (row.effect) {
    case 'percent':
      return (
        <span>
          {t(
            { zh: '减{n}%（{fold}折）', en: '{n} % off' },
            { n: row.percent ?? 0, fold: (100 - (row.percent ?? 0)) / 10 },
          )}
        </span>
      );
    case 'amount':
      return <span>{t({ zh: '减¥{yuan}', en: '¥{yuan} off' }, { yuan: moneyText(row.amountFen ?? 0) })}</span>;
    case 'minutes':
      return <span>{t({ zh: '前{n}分钟免费', en: 'First {n} min free' }, { n: row.minutes ?? 0 })}</span>;
    case 'window':
      return <span>{t({ zh: '时段内免费', en: 'Hours free' })}</span>;
    case 'free':
      return <span>{t({ zh: '全免', en: 'Free' })}</span>;
  }
}
