import { PlateClaimPage } from '@boyun/kernel/web';

const PATHS = { get: '/api/merchantClaim/get', claim: '/api/merchantClaim/claim' };

/** The page of a merchant's code at `/claim/{code}`: a plate, and the discount is granted to it. */
export default function ClaimPage({ code }: { code: string }) {
  return (
    <PlateClaimPage
      code={code}
      paths={PATHS}
      offerOf={({ MerchantName, DiscountName }) => ({ from: String(MerchantName), name: String(DiscountName) })}
    />
  );
}
