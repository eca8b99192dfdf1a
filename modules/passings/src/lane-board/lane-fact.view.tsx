import type { Label, Output } from '@boyun/kernel/contract';
import type { getLaneBoard } from './lane-board.contract.ts';

/** A lane of the board, with the names of its lot and lane. */
export type Lane = Output<typeof getLaneBoard>['lanes'][number] & {
  readonly laneName?: string | null;
  readonly lotName?: string | null;
};

/** What the dialogs of the acts show and need of a lane and its car. */
export type ActLane = Pick<
  Lane,
  | 'laneId'
  | 'laneName'
  | 'lotId'
  | 'lotName'
  | 'direction'
  | 'passingId'
  | 'plate'
  | 'plateColor'
  | 'picture'
  | 'isWaiting'
  | 'orderId'
  | 'dueFen'
> &
  Partial<Pick<Lane, 'mode'>>;

/** What the attendant can do at a lane. */
export type Act = 'admit' | 'turn-back' | 'match' | 'collect' | 'open';

/** A filter of the board. */
export type View = 'all' | 'waiting' | 'uncertain' | 'offline' | 'entry' | 'exit';

/** The filters of the board, each with a predicate for its lanes. */
export const VIEWS: Readonly<Record<View, { readonly label: Label; readonly holds: (lane: Lane) => boolean }>> = {
  all: { label: { zh: '全部', en: 'All' }, holds: () => true },
  waiting: { label: { zh: '等待', en: 'Waiting' }, holds: (lane) => lane.isWaiting },
  uncertain: { label: { zh: '不确定', en: 'Uncertain' }, holds: (lane) => lane.commandState === 'uncertain' },
  offline: { label: { zh: '离线', en: 'Offline' }, holds: (lane) => lane.cameraState === 'offline' },
  entry: { label: { zh: '入口', en: 'In' }, holds: (lane) => lane.direction === 'entry' },
  exit: { label: { zh: '出口', en: 'Out' }, holds: (lane) => lane.direction === 'exit' },
};

/** Whether the lanes of a view need attention. */
export function needsEye(view: View): boolean {
  return view === 'waiting' || view === 'uncertain' || view === 'offline';
}

/** Order of a lane: where a car waits, where something is wrong, the others. */
export function need(lane: Lane): number {
  if (lane.isWaiting) return 0;
  return lane.commandState === 'uncertain' || lane.cameraState === 'offline' ? 1 : 2;
}

/** Sorts lanes by need; the car that has waited longest comes first. */
export const byNeed = (lanes: readonly Lane[]) =>
  lanes.toSorted(
    (a, b) => need(a) - need(b) || (a.isWaiting ? (a.happenedAt?.getTime() ?? 0) - (b.happenedAt?.getTime() ?? 0) : 0),
  );
