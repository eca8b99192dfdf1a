import PackReturns from './pack-returns.view.tsx';

/** Refunds of packs, pending and done. */
export default function PackRefundPage() {
  return <PackReturns kind="refund" />;
}
