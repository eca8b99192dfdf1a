import type { ModuleContract, Resource } from '@boyun/kernel/contract';

const resources = new Map<string, Resource>();

/** Makes the resources of the product known, so that references can find what they point to. Once, at the start. */
export function registerContracts(contracts: readonly ModuleContract[]): void {
  for (const contract of contracts) for (const one of contract.resources) resources.set(one.name, one);
}

/** The resource of this name, as a reference's `to` says it; null when no module offers it. */
export function resourceNamed(name: string): Resource | null {
  return resources.get(name) ?? null;
}
