import type { lot } from '@boyun/facilities/contract';
import { LotState } from '@boyun/facilities/contract';
import type { Label, Listed, Output } from '@boyun/kernel/contract';
import type { getLotProfile } from '../profile/profile.contract.ts';
import type { getStructure } from '../structure/structure.contract.ts';

/** The steps of the wizard in order; each can be left and resumed. */
export const STEPS = {
  profile: { zh: '基本信息', en: 'Profile' },
  point: { zh: '位置', en: 'Location' },
  garages: { zh: '车库与车位', en: 'Garages and spots' },
  gates: { zh: '出入口', en: 'Gates' },
  lanes: { zh: '车道', en: 'Lanes' },
  devices: { zh: '设备', en: 'Devices' },
  tariff: { zh: '收费规则', en: 'Tariff' },
  payment: { zh: '支付渠道', en: 'Payment' },
  rules: { zh: '通行规则', en: 'Pass rules' },
} as const satisfies Record<string, Label>;
export type StepKey = keyof typeof STEPS;

/** The data the wizard has about its lot. */
export interface Ground {
  readonly row: Listed<typeof lot>;
  readonly profile: Output<typeof getLotProfile>;
  readonly nodes: Output<typeof getStructure>['nodes'];
  /** Active payment channels that apply to the lot; null when the viewer may not see them. */
  readonly channelCount: number | null;
}

/** Steps about gates and what is installed at them, which roadside lots do not have. */
const GATED: readonly StepKey[] = ['gates', 'lanes', 'devices'];

/** Returns the steps a lot needs. */
export function stepsOf({ kind }: Ground['row']): readonly StepKey[] {
  return (Object.keys(STEPS) as StepKey[]).filter((key) => kind === 'closed' || !GATED.includes(key));
}

/** Returns whether a step is complete, with a short text about its state. */
export function stateOf(
  key: StepKey,
  { row, profile, nodes, channelCount }: Ground,
): { isDone: boolean; word: Label | null } {
  const ofKind = (kind: (typeof nodes)[number]['kind']) => {
    const gates = nodes.filter((one) => one.kind === 'gate' && one.parentId === row.id).map((one) => one.id);
    const lanes = nodes.filter((one) => one.kind === 'lane' && gates.includes(one.parentId!)).map((one) => one.id);
    const above = { camera: lanes, lane: gates }[kind as string] ?? [row.id];
    return nodes.filter((one) => one.kind === kind && above.includes(one.parentId!));
  };
  const counted = (count: number, zh: string, one: string, isDone = count > 0) => ({
    isDone,
    word: { zh: `${count}${zh}`, en: `${count} ${count === 1 ? one : `${one}s`}` },
  });
  switch (key) {
    case 'profile':
      return { isDone: true, word: LotState[row.state] };
    case 'point':
      return {
        isDone: row.longitude !== null,
        word: row.longitude === null ? { zh: '未设置', en: 'Not set' } : null,
      };
    case 'garages': {
      const spots = profile.spots.reduce((sum, one) => sum + one.entered, 0);
      return {
        isDone: spots > 0 || ofKind('garage').length > 0,
        word: { zh: `已录入${spots}个车位`, en: `${spots} ${spots === 1 ? 'spot' : 'spots'} entered` },
      };
    }
    case 'gates':
      return counted(ofKind('gate').length, '个', 'gate');
    case 'lanes': {
      const lanes = ofKind('lane');
      const goes = (state: string) => lanes.some((one) => one.state === state);
      return counted(lanes.length, '条', 'lane', goes('entry') && goes('exit'));
    }
    case 'devices': {
      const cameras = ofKind('camera');
      // Only a camera that has reported is known to be connected.
      const seen = new Set(cameras.filter((one) => one.state !== 'never').map((one) => one.parentId));
      return counted(
        cameras.length,
        '台相机',
        'camera',
        seen.size > 0 && ofKind('lane').every((one) => seen.has(one.id)),
      );
    }
    case 'tariff':
      return tariffState(profile.tariffs);
    case 'payment':
      if (channelCount === null) return { isDone: false, word: null };
      return channelCount > 0
        ? counted(channelCount, '个渠道', 'channel')
        : { isDone: false, word: { zh: '仅现金', en: 'Cash only' } };
    case 'rules':
      // Every rule has a default, so nothing shows that somebody has decided.
      return { isDone: false, word: { zh: '可选', en: 'Optional' } };
  }
}

/** A rule without a version in force charges nothing. */
function tariffState(tariffs: Ground['profile']['tariffs']): { isDone: boolean; word: Label } {
  const count = tariffs.filter((one) => one.versionNumber !== null).length;
  if (count > 0) return { isDone: true, word: { zh: `${count}条生效`, en: `${count} in force` } };
  if (tariffs.length > 0) return { isDone: false, word: { zh: '未发布', en: 'Not published' } };
  return { isDone: false, word: { zh: '不收费', en: 'No charge' } };
}
