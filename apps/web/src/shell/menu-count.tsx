import { pageOfKey } from '../page-registry.tsx';
import { usePopups } from './alarm-state.ts';
import { useReviewCount } from './dots.ts';
import type { MenuNode } from './menu-tree.ts';

/** Component keys of the pages whose waiting work the menu counts. */
const COUNTED = ['alarmDispose', 'deviceNotice', 'review'] as const;
type Counted = (typeof COUNTED)[number];

function holds(node: MenuNode, path: string | undefined): boolean {
  return path !== undefined && (node.path === path || node.children.some((child) => holds(child, path)));
}

/** The number of things that wait on the pages of a menu entry: new alarms of vehicles or devices, requests to decide. */
export function MenuCount({ node }: { node: MenuNode }) {
  const held = COUNTED.filter((key) => holds(node, pageOfKey(key)?.path));
  return held.length > 0 ? <Sum of={held} /> : null;
}

function Sum({ of }: { of: readonly Counted[] }) {
  const { vehicle, device } = usePopups();
  const counts = { alarmDispose: vehicle.count, deviceNotice: device.count, review: useReviewCount() };
  const count = of.reduce((sum, key) => sum + counts[key], 0);
  if (count === 0) return null;
  // The top bar says it in words.
  return (
    <b className="side-count" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </b>
  );
}
