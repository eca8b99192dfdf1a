import { keyedSlot } from '@boyun/kernel/contract';
import type { TenantTx } from '@boyun/kernel/server';

/** Counts what there is to do in some lots. */
type TodoCount = (tx: TenantTx, lotIds: readonly string[]) => Promise<number>;

/** Things to do that higher modules count, by the keys of their lines on the console. */
export const todoCounts = keyedSlot<TodoCount>('console.todo-counts');

/** Counts the things to do of higher modules. */
export async function countMore(tx: TenantTx, lotIds: readonly string[]): Promise<{ key: string; count: number }[]> {
  const counted: { key: string; count: number }[] = [];
  for (const [key, count] of tx.slots.byKey(todoCounts)) counted.push({ key, count: await count(tx, lotIds) });
  return counted;
}
