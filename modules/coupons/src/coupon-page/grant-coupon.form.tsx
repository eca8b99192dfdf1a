import { type BatchOutcome, OperationDialog, useText } from '@boyun/kernel/web';
import type { Coupon } from '../coupon/coupon.contract.ts';
import { grantCoupons } from '../user-coupon/user-coupon.contract.ts';

/** Grants an electronic coupon to plates; `onDone` receives an outcome for each, refused with the reason. */
export default function GrantCoupon({
  coupon,
  onClose,
  onDone,
}: {
  coupon: Coupon;
  onClose: () => void;
  onDone: (outcomes: readonly BatchOutcome[]) => unknown;
}) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={grantCoupons}
      given={{ couponId: coupon.id }}
      fields={{ plates: grantCoupons.input.plates, gotFrom: grantCoupons.input.gotFrom }}
      title={`${t({ zh: '发放优惠券', en: 'Grant' })} · ${coupon.name}`}
      hint={{
        zh: '可粘贴多个车牌，一次最多1000个；发放后该车离场自动抵扣',
        en: 'Paste up to 1,000 plates. The coupon applies by itself when the car leaves',
      }}
      done={({ grantedCount }) => ({ zh: `已发放${grantedCount}张`, en: `${grantedCount} granted` })}
      onClose={onClose}
      onDone={({ grantedCount, failed }) =>
        onDone([
          ...Array.from({ length: grantedCount }, () => ({ name: coupon.name, refused: null })),
          ...failed.map(({ plate, reason }) => ({ name: plate, refused: reason })),
        ])
      }
    />
  );
}
