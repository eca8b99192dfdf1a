import type { Plan, Tariff, TariffIssue } from '@boyun/domain/fee';
import { createContext, useContext } from 'react';
import { at, put } from './edit-tariff.view.ts';

/** The state shared by all controls of the editor. */
export interface Editor {
  readonly tariff: Tariff;
  /** Schema errors of the current tariff. */
  readonly issues: readonly TariffIssue[];
  /** Replaces the tariff; consecutive changes of one topic are one undo step. */
  change(tariff: Tariff, topic?: string): void;
}

/** The editor that contains a control. */
export const EditorContext = createContext<Editor | null>(null);

/** Returns the editor that contains this control. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('A control of the tariff editor stands outside of it.');
  return editor;
}

/** Returns the value at a path of the tariff, its setter, and whether the schema rejects it. */
export function useValue<T>(path: string): {
  value: T | undefined;
  set: (value: T | undefined) => void;
  issue?: TariffIssue;
} {
  const { tariff, issues, change } = useEditor();
  return {
    value: at(tariff, path) as T | undefined,
    set: (value) => change(put(tariff, path, value), path),
    issue: issues.find((one) => one.path === path),
  };
}

/** Returns the plan at a path and its setter. */
export function usePlan(path: string): { plan: Plan; setPlan: (plan: Plan, topic?: string) => void } {
  const { tariff, change } = useEditor();
  return { plan: at(tariff, path) as Plan, setPlan: (plan, topic) => change(put(tariff, path, plan), topic) };
}
