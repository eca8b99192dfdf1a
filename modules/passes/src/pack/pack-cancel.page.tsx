import PackReturns from './pack-returns.view.tsx';

/** Packs that were cancelled, or are to be. */
export default function PackCancelPage() {
  return <PackReturns kind="cancel" />;
}
