import { Refusal } from '@boyun/kernel/contract';
import { coversLot, notFound, type TenantTx } from '@boyun/kernel/server';
import { inspectionRefusal } from './inspection.contract.ts';
import { inspectionAssigned, inspectionDone, inspectionTaken } from './inspection-event.contract.ts';

/** An inspection as its operations read it. */
export interface Inspection {
  readonly id: string;
  readonly lotId: string;
  readonly name: string;
  readonly state: 'open' | 'done';
  readonly inspectorId: string | null;
  readonly inspectorName: string | null;
  readonly items: readonly string[];
}

const COLUMNS = `i.id, i.lot_id, i.name, i.state, i.inspector_id, a.name as "inspectorName", i.items`;

/** Returns an inspection the caller may see, locked when `isLocked`; throws `not-found`. */
export async function requireInspection(tx: TenantTx, id: string, isLocked: boolean): Promise<Inspection> {
  const [row] = await tx.query<Inspection>(
    `select ${COLUMNS} from inspection i left join account_fact a on a.tenant_id = i.tenant_id and a.id = i.inspector_id
     where i.tenant_id = $1 and i.id = $2${isLocked ? ' for update of i' : ''}`,
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, { zh: '巡检', en: 'Inspection' });
  return row;
}

/** Lines of a text, each an item. */
export const itemsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().slice(0, 128))
    .filter((line) => line !== '')
    .slice(0, 60);

/** Creates an inspection to be carried out. */
export async function assign(
  tx: TenantTx,
  wish: {
    planId: string | null;
    lotId: string;
    name: string;
    inspectorId: string | null;
    dueAt: Date;
    items: readonly string[];
  },
): Promise<string> {
  const id = tx.newId();
  await tx.query(
    `insert into inspection (tenant_id, id, plan_id, lot_id, name, inspector_id, created_at, due_at, items)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, id, wish.planId, wish.lotId, wish.name, wish.inspectorId, tx.now, wish.dueAt, wish.items],
  );
  const { name, inspectorId, dueAt } = wish;
  tx.emit(inspectionAssigned, {
    lotId: wish.lotId,
    subjectId: id,
    data: { inspectionId: id, name, inspectorId, dueAt },
  });
  return id;
}

/** Assigns an unassigned inspection to the caller. */
export async function take(tx: TenantTx, id: string): Promise<Inspection> {
  const row = await requireInspection(tx, id, true);
  if (row.state === 'done') throw new Refusal(inspectionRefusal.done);
  if (row.inspectorId) throw new Refusal(inspectionRefusal.taken, { name: row.inspectorName });
  await tx.query('update inspection set inspector_id = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    tx.who.userId,
  ]);
  tx.emit(inspectionTaken, {
    lotId: row.lotId,
    subjectId: id,
    data: { inspectionId: id, name: row.name, inspectorId: tx.who.userId },
  });
  return row;
}

/** The finding for one item. */
export interface Finding {
  readonly item: string;
  readonly isFine: boolean;
  readonly note: string | null;
  readonly pictures: readonly string[];
}

/** Records the findings for all items and returns how many have a problem. */
export async function handIn(
  tx: TenantTx,
  id: string,
  found: { rating: number; note: string | null; findings: readonly Finding[] },
): Promise<{ row: Inspection; problemCount: number }> {
  const row = await requireInspection(tx, id, true);
  if (row.state === 'done') throw new Refusal(inspectionRefusal.done);
  if (row.inspectorId !== tx.who.userId) throw new Refusal(inspectionRefusal['not-yours']);
  const byItem = new Map(found.findings.map((one) => [one.item, one]));
  const missing = row.items.find((item) => !byItem.has(item));
  if (missing) throw new Refusal(inspectionRefusal.incomplete, { item: missing });
  const wordless = found.findings.find((one) => !one.isFine && !one.note);
  if (wordless) throw new Refusal(inspectionRefusal['no-words'], { item: wordless.item });
  const problems = found.findings.filter((one) => !one.isFine);
  await tx.query(
    `update inspection set state = 'done', done_at = $3, rating = $4, note = $5, problem_count = $6
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, tx.now, found.rating, found.note, problems.length],
  );
  for (const [place, item] of row.items.entries()) {
    const { isFine, note, pictures } = byItem.get(item)!;
    await tx.query(
      `insert into inspection_finding (tenant_id, inspection_id, place, item, is_fine, note, pictures)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.tenantId, id, place, item, isFine, note, pictures],
    );
  }
  const data = { inspectionId: id, name: row.name, rating: found.rating, problems: problems.map((one) => one.item) };
  tx.emit(inspectionDone, { lotId: row.lotId, subjectId: id, data });
  return { row, problemCount: problems.length };
}
