import { type BatchOutcome, OperationDialog, useText } from '@boyun/kernel/web';
import type { Coupon } from '../coupon/coupon.contract.ts';
import { grantCoupons } from '../user-coupon/user-coupon.contract.ts';

/** Grants an electronic coupon to plates and mobiles; `onDone` receives an outcome for each, refused with the reason. */
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
  const { plates, mobiles, gotFrom } = grantCoupons.input;
  return (
    <OperationDialog
      isOpen
      of={grantCoupons}
      given={{ couponId: coupon.id }}
      fields={{ plates, mobiles, gotFrom }}
      title={`${t({ zh: '发放优惠券', en: 'Grant' })} · ${coupon.name}`}
      hint={{
        zh: '可粘贴多个车牌或手机号，各最多1000个，更多请导入名单；离场时自动抵扣',
        en: 'Paste up to 1,000 plates or mobiles, import more as a list. The coupon applies by itself at the exit',
      }}
      done={({ grantedCount }) => ({ zh: `已发放${grantedCount}张`, en: `${grantedCount} granted` })}
      onClose={onClose}
      onDone={({ grantedCount, failed }) =>
        onDone([
          ...Array.from({ length: grantedCount }, () => ({ name: coupon.name, refused: null })),
          ...failed.map(({ plate, mobile, reason }) => ({ name: plate ?? mobile ?? '', refused: reason })),
        ])
      }
    />
  );
}
