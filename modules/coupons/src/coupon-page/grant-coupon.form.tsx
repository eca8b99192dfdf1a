import { OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { Coupon } from '../coupon/coupon.contract.ts';
import { grantCoupons } from '../user-coupon/user-coupon.contract.ts';

type Failed = readonly { readonly plate: string; readonly reason: string }[];

/** Grants an electronic coupon to plates; those that cannot have it stay in the dialog with the reason. */
export default function GrantCoupon({
  coupon,
  onClose,
  onDone,
}: {
  coupon: Coupon;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const t = useText();
  const [failed, setFailed] = useState<Failed>([]);
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
      onDone={async (output) => {
        setFailed(output.failed);
        await onDone();
      }}
      below={() =>
        failed.length > 0 && (
          <ul className="by-hint">
            {failed.map((one) => (
              <li key={one.plate}>
                {one.plate} {one.reason}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
