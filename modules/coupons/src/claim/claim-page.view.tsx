import { PlateClaimPage } from '@boyun/kernel/web';

const PATHS = { get: '/api/couponClaim/get', claim: '/api/couponClaim/claim' };

/** The page of a coupon's code at `/coupon/{code}`: a plate, and the coupon is that car's. */
export default function CouponClaimPage({ code }: { code: string }) {
  return (
    <PlateClaimPage
      code={code}
      paths={PATHS}
      offerOf={({ From, CouponName, IsPerPerson }) => ({
        from: String(From),
        name: String(CouponName),
        isPerPerson: IsPerPerson === true,
      })}
    />
  );
}
