import { EntryPage } from '../standing/entry-page.view.tsx';
import { listReviews } from '../standing/list-review.contract.ts';
import { blackList } from './black-list.contract.ts';

/** The black list. */
export default function BlackListPage() {
  return <EntryPage of={blackList} kind={listReviews.blackList} />;
}
