import PackReturns from './pack-returns.view.tsx';

/** Packs that were refunded, or are to be. */
export default function PackRefundPage() {
  return <PackReturns kind="refund" />;
}
