import { type BoxContext, boxWho } from '@boyun/devices/server';
import type { Kernel, Who } from '@boyun/kernel/server';
import { findActing } from './box-item.queries.ts';

/** Who did something at a box: the named person, by the box; the box itself where it names nobody the tenant has. */
export async function actingWho(kernel: Kernel, box: BoxContext, accountId: string | null): Promise<Who> {
  const who = boxWho(box);
  const person = await kernel.database.inTenant(who, (tx) => findActing(tx, accountId), { isRead: true });
  return person ? { ...who, userId: person.id, account: person.account, name: person.name } : who;
}
