import { type CarPartProps, CarSection, call, can, listLink } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { userCouponList } from '../user-coupon/user-coupon.contract.ts';
import HeldCoupons from './held-coupon.view.tsx';
import { getCarCoupons } from './holder-coupon.contract.ts';

/** The coupons of a car, and of its customer. */
export default function CarCoupons(props: CarPartProps) {
  return can(getCarCoupons.access) ? <Coupons {...props} /> : null;
}

function Coupons({ plate, onLeave }: CarPartProps) {
  const asked = useQuery({
    queryKey: ['list', userCouponList.name, 'car', plate],
    queryFn: ({ signal }) => call(getCarCoupons, { plate }, { signal, isQuiet: true }),
    select: (held) => ({ rows: held.coupons.length > 0 ? [held] : [] }),
  });
  return (
    <CarSection
      title={{ zh: '优惠券', en: 'Coupons' }}
      to={listLink('/_cloud_operation/userCoupon', { plate })}
      asked={asked}
      onLeave={onLeave}
    >
      {([held]) => <HeldCoupons held={held!} />}
    </CarSection>
  );
}
