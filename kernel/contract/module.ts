import type { Permission } from './access.ts';
import type { AnyEventType } from './event.ts';
import type { Fields } from './field.ts';
import type { Label } from './label.ts';
import { type Channel, exportPermission, type Operation, type Report } from './operation.ts';
import type { Page } from './page.ts';
import type { RefusalRule } from './refusal.ts';
import type { Resource, Verb } from './resource.ts';
import type { Filling } from './slot.ts';
import type { Workbook } from './workbook.ts';

/** Everything a module offers on the wire and in the menu: its contract door. */
export interface ModuleContract {
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly workbooks: readonly Workbook[];
  readonly operations: readonly Operation[];
  readonly reports: readonly Report[];
  readonly channels: readonly Channel[];
  readonly pages: readonly Page[];
  /** Kinds of events the module emits. */
  readonly events: readonly AnyEventType[];
  readonly refusals: readonly Readonly<Record<string, RefusalRule>>[];
  /** The notifications that other programs receive, given the events of all modules. */
  webhooksOf(events: readonly AnyEventType[]): readonly Webhook[];
  /** Calls that devices sign with their own key; an ingress handles them. */
  readonly deviceCalls: readonly DeviceCall[];
  /** Permissions that guard no call of their own; they widen what calls show. */
  readonly permissions: readonly Permission[];
  /** Values the module puts into slots of lower contracts. */
  readonly slots: readonly Filling[];
}

/** A notification that the product sends to other programs. */
export interface Webhook {
  readonly name: string;
  readonly title: Label;
  readonly payload: Fields;
}

/** A signed call of a device. */
export interface DeviceCall {
  readonly path: string;
  readonly title: Label;
  readonly input: Fields;
  readonly output: Fields;
}

/** Declares a module's contract; omitted lists are empty. */
export function moduleContract(
  name: string,
  parts: {
    resources?: readonly Resource[];
    workbooks?: readonly Workbook[];
    operations?: readonly Operation[];
    reports?: readonly Report[];
    channels?: readonly Channel[];
    pages?: readonly Page[];
    events?: readonly AnyEventType[];
    refusals?: readonly Readonly<Record<string, RefusalRule>>[];
    webhooksOf?: (events: readonly AnyEventType[]) => readonly Webhook[];
    deviceCalls?: readonly DeviceCall[];
    permissions?: readonly Permission[];
    slots?: readonly Filling[];
  },
): ModuleContract {
  return {
    name,
    resources: [],
    workbooks: [],
    operations: [],
    reports: [],
    channels: [],
    pages: [],
    events: [],
    refusals: [],
    webhooksOf: () => [],
    deviceCalls: [],
    permissions: [],
    slots: [],
    ...parts,
  };
}

/** Returns every permission the modules declare, each once, in order of declaration. */
export function permissionsOf(modules: readonly ModuleContract[]): Permission[] {
  const found = new Map<string, Permission>();
  const add = (access: unknown) => {
    if (typeof access === 'object' && access !== null) {
      const right = access as Permission;
      if (!found.has(right.name)) found.set(right.name, right);
    }
  };
  for (const module of modules) {
    for (const one of module.resources) for (const verb of one.verbs as readonly Verb[]) add(one.can[verb]);
    for (const one of module.reports) add(exportPermission(one));
    for (const one of [
      ...module.workbooks,
      ...module.operations,
      ...module.reports,
      ...module.channels,
      ...module.pages,
    ])
      add(one.access);
    for (const one of module.permissions) add(one);
  }
  return [...found.values()];
}
