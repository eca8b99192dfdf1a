import { type Label, slot, slotChoices, slotTable } from '@boyun/kernel/contract';
import type { CameraOrder } from './camera-order.contract.ts';

/** The protocol of a maker's devices. */
export interface DeviceProtocol {
  /** The name cameras are stored with. */
  readonly name: string;
  readonly label: Label;
  /** The addresses a camera is configured with, by name; none for protocols without an address for each camera. */
  readonly addresses?: Readonly<Record<string, Label>>;
  /** The path of an address, for the camera with this token. */
  pathOf?(address: string, token: string): string;
  /**
   * Which commands are calls to the camera's own address: `all`, because its replies move nothing, or the `later` ones, which do not
   * belong to a passing being answered. Absent where cameras fetch their commands.
   */
  readonly calls?: 'all' | 'later';
  /** What its cameras can be told beside moving the barrier; nothing where absent. */
  readonly orders?: readonly CameraOrder[];
  /** It only reports, as webhooks of recognition software do: the barrier of its lane is moved by a box or by another camera. */
  readonly isReportOnly?: true;
  /** Its cameras report neither barrier nor loop: what a command did is never told. */
  readonly hasNoInputs?: true;
  /** Seconds of silence after which its cameras count as offline, where not a minute; null where they are silent without cars. */
  readonly silentAfter?: number | null;
}

/** The protocols of all drivers, in the order in which forms offer them; this module declares none itself. */
export const protocolSlot = slot<DeviceProtocol>('devices.protocols');

const protocols = /* @__PURE__ */ slotTable(protocolSlot);

/** The protocols of all drivers, as the choices of a field. */
export const CameraProtocol = /* @__PURE__ */ slotChoices(protocolSlot, (all) =>
  Object.fromEntries(all.map(({ name, label }) => [name, label])),
);

/** Which commands of a protocol are calls to the camera's own address; null for none. */
export function callsOf(name: string): 'all' | 'later' | null {
  return protocols.get(name)?.calls ?? null;
}

/** The addresses a camera of a protocol is configured with; empty where it needs none. */
export function addressesOf(name: string, token: string): { name: string; label: Label; path: string }[] {
  const { addresses = {}, pathOf } = protocols.get(name) ?? {};
  return Object.entries(addresses).map(([address, label]) => ({
    name: address,
    label,
    path: pathOf?.(address, token) ?? '',
  }));
}

/** Whether cameras of a protocol only report and move no barrier. */
export function isReportOnly(name: string): boolean {
  return protocols.get(name)?.isReportOnly ?? false;
}

/** What cameras of a protocol can be told beside moving the barrier. */
export function ordersOf(name: string): readonly CameraOrder[] {
  return protocols.get(name)?.orders ?? [];
}

/** The names of the protocols whose cameras take an order. */
export function protocolsTaking(order: CameraOrder): string[] {
  return [...protocols.values()].filter((one) => one.orders?.includes(order)).map(({ name }) => name);
}

/** The names of the protocols that have a property. */
export function protocolsWith(property: 'isReportOnly' | 'hasNoInputs'): string[] {
  return [...protocols.values()].filter((one) => one[property]).map(({ name }) => name);
}

/** After how many seconds of silence cameras of a protocol count as offline, where not the usual; 0 stands for never. */
export function silenceOfProtocols(): { names: string[]; seconds: number[] } {
  const own = [...protocols.values()].filter(({ silentAfter }) => silentAfter !== undefined);
  return { names: own.map(({ name }) => name), seconds: own.map(({ silentAfter }) => silentAfter ?? 0) };
}
