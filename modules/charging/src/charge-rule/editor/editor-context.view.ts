import type { Plan, Tariff, TariffIssue } from '@boyun/domain/fee';
import { createContext, useContext } from 'react';
import { at, put } from './edit-tariff.view.ts';

/** What every control of the editor works on. */
export interface Editor {
  readonly tariff: Tariff;
  /** What the schema finds wrong with the tariff as it is. */
  readonly issues: readonly TariffIssue[];
  /** Another tariff; changes of one topic in a row are undone at once. */
  change(tariff: Tariff, topic?: string): void;
}

/** The editor a control stands in. */
export const EditorContext = createContext<Editor | null>(null);

/** The editor around this control. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('A control of the tariff editor stands outside of it.');
  return editor;
}

/** A value of the tariff by its path, the way to change it, and whether the schema refuses it. */
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

/** The plan at a path, and the way to change it as a whole. */
export function usePlan(path: string): { plan: Plan; setPlan: (plan: Plan, topic?: string) => void } {
  const { tariff, change } = useEditor();
  return { plan: at(tariff, path) as Plan, setPlan: (plan, topic) => change(put(tariff, path, plan), topic) };
}
