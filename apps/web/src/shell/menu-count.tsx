import { pageOfKey } from '../page-registry.tsx';
import { useAlarmCount } from './alarm-state.ts';
import { useReviewCount } from './dots.ts';
import type { MenuNode } from './menu-tree.ts';

/** Component keys of the pages whose waiting work the menu counts. */
const COUNTED = ['alarmDispose', 'review'] as const;

function holds(node: MenuNode, path: string | undefined): boolean {
  return path !== undefined && (node.path === path || node.children.some((child) => holds(child, path)));
}

/** The number of things that wait on the pages of a menu entry: new alarms, requests to decide. */
export function MenuCount({ node }: { node: MenuNode }) {
  const [alarms, reviews] = COUNTED.map((key) => holds(node, pageOfKey(key)?.path));
  return alarms || reviews ? <Sum isOfAlarms={alarms === true} isOfReviews={reviews === true} /> : null;
}

function Sum({ isOfAlarms, isOfReviews }: { isOfAlarms: boolean; isOfReviews: boolean }) {
  const alarms = useAlarmCount();
  const reviews = useReviewCount();
  const count = (isOfAlarms ? alarms : 0) + (isOfReviews ? reviews : 0);
  if (count === 0) return null;
  // The top bar says it in words.
  return (
    <b className="side-count" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </b>
  );
}
