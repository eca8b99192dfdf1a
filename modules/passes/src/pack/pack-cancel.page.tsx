import PackReturns from './pack-returns.view.tsx';

/** Cancellations of packs, pending and done. */
export default function PackCancelPage() {
  return <PackReturns kind="cancel" />;
}
