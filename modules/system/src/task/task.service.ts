import type { getTask, Output } from '@boyun/kernel/contract';
import { isAllowed, type Kernel, resultPathOf, subjectOf, type Who } from '@boyun/kernel/server';
import type { ShownTask } from './task.queries.ts';

/** Returns whether the caller has the permission of a task's operation; without it, file and rows are not accessible. */
export function mayOpen(kernel: Kernel, who: Who, { kind, source }: ShownTask): boolean {
  const subject = subjectOf(kernel.contracts, kind, source);
  return subject !== null && isAllowed(subject.access, who);
}

/** Returns a task in the caller's language. */
export function shownTask(kernel: Kernel, who: Who, task: ShownTask): Omit<Output<typeof getTask>, 'result'> {
  const { kind, source, fileKey, fileName, errorZh, errorEn, input: _, ...rest } = task;
  const isOpen = mayOpen(kernel, who, task);
  const url = fileKey && isOpen ? kernel.files.sign(fileKey, fileName ?? '', who.userId) : null;
  return {
    ...rest,
    kind,
    source,
    fileName,
    title: subjectOf(kernel.contracts, kind, source)?.title[who.language] ?? source,
    url,
    path: isOpen ? resultPathOf(kernel.contracts, task) : null,
    error: who.language === 'zh' ? errorZh : errorEn,
  };
}
