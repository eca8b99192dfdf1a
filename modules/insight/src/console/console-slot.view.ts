import type { Access, Label, Tone } from '@boyun/kernel/contract';
import { slot } from '@boyun/kernel/web';
import type { ComponentType } from 'react';

/** Cards above the figures of the console. */
export const consoleHead = slot<ComponentType<object>>('console.head');

/** A line of the things to do: its words and the list of the rows it counts. */
export interface TodoLine {
  readonly label: Label;
  readonly tone: Tone;
  readonly path: string;
  filters(at: Date): Readonly<Record<string, unknown>>;
  readonly access: Access;
  /** So rare that it is listed only when there is one. */
  readonly isHiddenAtZero?: true;
}

/** Lines of higher modules; the server counts them under the same keys. */
export const todoLines = slot<TodoLine & { readonly key: string }>('console.todo-lines');
