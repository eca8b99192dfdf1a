import { type ChoiceTable, type Label, slot } from '@boyun/kernel/contract';

/** How devices of a maker talk to the cloud. */
interface DeviceProtocol {
  readonly label: Label;
  /** The addresses a camera is configured with, by name; none for protocols without an address for each camera. */
  readonly addresses?: Readonly<Record<string, Label>>;
  /** The path of an address, for the camera with this token. */
  pathOf?(address: string, token: string): string;
}

const labels: Record<string, Label> = {};
const protocols = new Map<string, DeviceProtocol>();

/** The protocols of all drivers, each declared with `deviceProtocol`; this module knows none. */
export const CameraProtocol: ChoiceTable = labels;

/**
 * The names of declared protocols. The bundler drops a declaration that nothing uses, so the module of the drivers names its
 * protocols here; otherwise pages would not know them.
 */
export const protocolSlot = slot<string>('devices.protocols');

/** Declares a protocol in the contract of its driver; returns its name, which cameras are stored with. */
export function deviceProtocol(name: string, protocol: DeviceProtocol): string {
  labels[name] = protocol.label;
  protocols.set(name, protocol);
  return name;
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
