import { call, can } from '@boyun/kernel/web';
import { countWaiting } from '@boyun/passings/contract';
import { useQuery } from '@tanstack/react-query';
import { pageOfKey } from '../page-registry.tsx';
import { usePopups } from './alarm-state.ts';
import { useReviewCount } from './dots.ts';
import type { MenuNode } from './menu-tree.ts';

/** Component keys of the pages whose waiting work the menu counts. */
const COUNTED = ['alarmDispose', 'deviceNotice', 'dutyDesk', 'review'] as const;
/** Component key of a page whose waiting work is counted. */
export type Counted = (typeof COUNTED)[number];

function holds(node: MenuNode, path: string | undefined): boolean {
  return path !== undefined && (node.path === path || node.children.some((child) => holds(child, path)));
}

/** The number of things that wait on the pages of a menu entry: new alarms of vehicles or devices, people at lanes, requests to decide. */
export function MenuCount({ node }: { node: MenuNode }) {
  const held = COUNTED.filter((key) => holds(node, pageOfKey(key)?.path));
  return held.length > 0 ? <Sum of={held} /> : null;
}

function Sum({ of }: { of: readonly Counted[] }) {
  const count = useWorkCount(of);
  if (count === 0) return null;
  // The top bar says it in words.
  return (
    <b className="side-count" aria-hidden="true">
      {countText(count)}
    </b>
  );
}

/** Returns the text of a badge. */
export function countText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** Returns the number of things that wait on pages, by their component keys. */
export function useWorkCount(of: readonly Counted[]): number {
  const { vehicle, device } = usePopups();
  const counts = {
    alarmDispose: vehicle.count,
    deviceNotice: device.count,
    dutyDesk: useWaitingCount(of.includes('dutyDesk')),
    review: useReviewCount(),
  };
  return of.reduce((sum, key) => sum + counts[key], 0);
}

/** Interval of the count in milliseconds; the duty desk counts again as events arrive. */
const EVERY_MS = 30_000;

/** Returns the number of people who wait at lanes; 0 where it is not asked for or the account may not see it. */
function useWaitingCount(isAsked: boolean): number {
  const { data } = useQuery({
    queryKey: [countWaiting.name],
    queryFn: ({ signal }) => call(countWaiting, {}, { signal, isQuiet: true }),
    enabled: isAsked && can(countWaiting.access),
    refetchInterval: EVERY_MS,
  });
  return data?.waitingCount ?? 0;
}
