import { cancelTask, getTask, isTaskOpen, type Output } from '@boyun/kernel/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../call.ts';
import { countText } from '../format.ts';
import { useText } from '../language.ts';
import { queryClient, refreshLists } from '../query.ts';
import './task.css';

/** A background task, as a page shows it. */
export type Task = Output<typeof getTask>;

const POLL_MS = 700;

/** Polls a task until it ends; undefined before the first response. */
export function useTask(taskId: string | null): Task | undefined {
  const asked = useQuery({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => call(getTask, { taskId: taskId! }, { signal, isQuiet: true }),
    enabled: taskId !== null,
    refetchInterval: (query) => (query.state.data && !isTaskOpen(query.state.data.state) ? false : POLL_MS),
  });
  const state = asked.data?.state;
  useEffect(() => {
    if (state) void refreshLists('task');
  }, [state]);
  return asked.data;
}

/** Cancels a task; does nothing if it has already ended. */
export async function stopTask(taskId: string): Promise<void> {
  await call(cancelTask, { taskId }, { isQuiet: true }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: ['task', taskId] });
}

/** Progress of a task: a bar and the number of processed rows. */
export function TaskProgress({
  task,
}: {
  task: Pick<Task, 'kind' | 'state' | 'doneCount' | 'totalCount'> | undefined;
}) {
  const t = useText();
  const { kind = 'export', state = 'queued', doneCount = 0, totalCount = 0 } = task ?? {};
  const share = totalCount > 0 ? Math.min(1, doneCount / totalCount) : 0;
  const isWaiting = state === 'queued' || (state === 'running' && totalCount === 0);
  const text = isWaiting
    ? t({ zh: '正在排队…', en: 'Waiting…' })
    : t(
        kind === 'act'
          ? { zh: '{done} / {total}', en: '{done} / {total}' }
          : { zh: '{done} / {total} 行', en: '{done} / {total} rows' },
        { done: countText(doneCount), total: countText(totalCount) },
      );
  return (
    <div className="by-task">
      <div
        className={`by-task-bar is-${state}`}
        role="progressbar"
        aria-label={t({ zh: '进度', en: 'Progress' })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={text}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <span className="by-figure by-faint">{text}</span>
    </div>
  );
}
