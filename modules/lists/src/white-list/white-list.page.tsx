import { EntryPage } from '../standing/entry-page.view.tsx';
import { listReviews } from '../standing/list-review.contract.ts';
import { whiteList } from './white-list.contract.ts';

/** The white list. */
export default function WhiteListPage() {
  return <EntryPage of={whiteList} kind={listReviews.whiteList} />;
}
