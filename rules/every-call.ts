import {
  type Access,
  exportPermission,
  importPath,
  type ModuleContract,
  type Verb,
  verbPath,
} from '@boyun/kernel/contract';

const SHEET_CALLS = ['import', 'template'] as const;

/** Returns every call with its access. */
export function everyCall(contracts: readonly ModuleContract[]): { path: string; access: Access }[] {
  return contracts.flatMap(({ resources, workbooks, operations, reports }) => [
    ...resources.flatMap((one) =>
      (one.verbs as readonly Verb[]).map((verb) => ({ path: verbPath(one, verb), access: one.can[verb] as Access })),
    ),
    ...workbooks.flatMap((one) => SHEET_CALLS.map((call) => ({ path: importPath(one, call), access: one.access }))),
    ...operations,
    ...reports,
    ...reports.map((one) => ({ path: `${one.path}/export`, access: exportPermission(one) })),
  ]);
}
