import type { TaskKind } from '../contract/task.ts';
import { exportWork } from './export.ts';
import { importWork } from './import.ts';
import type { ServerModule } from './module.ts';
import { reportRows } from './report-rows.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { resourceRows } from './row-source.ts';
import type { ActTask, TaskWork } from './task-run.ts';

/** Returns the operations whose work is a task, by name. */
export function actTasks(modules: readonly ServerModule[]): ReadonlyMap<string, ActTask> {
  return new Map(modules.flatMap((one) => one.tasks).map((one) => [one.operation.name, one]));
}

/** Returns the kinds of work that tasks can do with everything the modules serve. */
export function taskWorks(
  modules: readonly ServerModule[],
  verbs: ResourceVerbs,
): Readonly<Record<TaskKind, TaskWork>> {
  const resources = modules.flatMap((one) => one.resources);
  const sources = [
    ...resources.map((one) => resourceRows(verbs, one)),
    ...modules.flatMap((one) => one.reports).map((one) => reportRows(verbs, one)),
  ];
  const importables = [...resources.map((one) => one.resource), ...modules.flatMap((one) => one.contract.workbooks)];
  const acts = actTasks(modules);
  return {
    act: (run) => acts.get(run.source)!.work(run),
    export: exportWork(new Map(sources.map((one) => [one.name, one]))),
    import: importWork(
      new Map(importables.map((one) => [one.name, one])),
      new Map(resources.map((one) => [one.resource.name, one])),
      verbs,
    ),
  };
}
