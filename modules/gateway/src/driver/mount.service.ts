import type { Ingress, Kernel } from '@boyun/kernel/server';
import type { DeviceBus, Driver } from './driver.service.ts';

/** The routes of a driver as the server mounts them; none for a driver whose connections stay open. */
export function ingressOf({ protocol, mount }: Driver): Ingress[] {
  if (mount.kind !== 'routes') return [];
  const { prefix, open } = mount;
  return [{ name: protocol, access: 'device', prefix, mount: open }];
}

/** Opens the connections of a driver; fails for a driver of routes. */
export function busOf({ protocol, mount }: Driver, kernel: Kernel): Promise<DeviceBus> {
  if (mount.kind !== 'bus') throw new Error(`${protocol} has routes only`);
  return mount.open(kernel);
}
