import type { getTask, Output } from '@boyun/kernel/contract';
import { type Kernel, mayDo, subjectOf, type Who } from '@boyun/kernel/server';
import type { ShownTask } from './task.queries.ts';

/** Whether the caller has the right a task's work needs: without it, its file and rows are closed to him too. */
export function mayOpen(kernel: Kernel, who: Who, { kind, source }: ShownTask): boolean {
  const subject = subjectOf(kernel.contracts, kind, source);
  return subject !== null && mayDo(subject.access, who);
}

/** A task in the caller's words. */
export function shownTask(kernel: Kernel, who: Who, task: ShownTask): Omit<Output<typeof getTask>, 'result'> {
  const { kind, source, fileKey, fileName, errorZh, errorEn, ...rest } = task;
  const url = fileKey && mayOpen(kernel, who, task) ? kernel.files.sign(fileKey, fileName ?? '', who.userId) : null;
  return {
    ...rest,
    kind,
    source,
    fileName,
    title: subjectOf(kernel.contracts, kind, source)?.title[who.language] ?? source,
    url,
    error: who.language === 'zh' ? errorZh : errorEn,
  };
}
