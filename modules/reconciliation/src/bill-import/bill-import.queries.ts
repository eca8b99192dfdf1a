import type { BankLine, BillLine } from '@boyun/domain/reconcile';
import type { TenantTx } from '@boyun/kernel/server';
import type { ImportFault, Located } from './read-bill.service.ts';

/** A file as its load finds it. */
export interface BillImport {
  readonly id: string;
  readonly sourceId: string;
  readonly fileName: string;
  readonly fileKey: string;
  /** The day it was fetched or uploaded for; null where its lines say it. */
  readonly day: string | null;
}

/** A file to be taken. */
export interface NewImport {
  readonly sourceId: string;
  readonly way: 'fetched' | 'uploaded';
  readonly fileName: string;
  readonly fileKey: string;
  readonly sha256: string;
  readonly byteCount: number;
  readonly day: string | null;
}

/** Inserts a file; returns its id, or that of the same file that was taken before. */
export async function insertImport(
  tx: TenantTx,
  given: NewImport,
): Promise<{ readonly importId: string; readonly isRepeated: boolean }> {
  const importId = tx.newId();
  const { sourceId, way, fileName, fileKey, sha256, byteCount, day } = given;
  const inserted = await tx.query(
    `insert into bill_import (tenant_id, id, created_at, source_id, way, file_name, file_key, sha256, byte_count, day, state, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11)
     on conflict (tenant_id, source_id, sha256) where state in ('waiting', 'done') do nothing returning id`,
    [
      ...[tx.tenantId, importId, tx.now, sourceId, way, fileName.slice(0, 200), fileKey, sha256, byteCount, day],
      tx.who.kind === 'user' ? tx.who.name : null,
    ],
  );
  if (inserted.length > 0) return { importId, isRepeated: false };
  const [same] = await tx.query<{ id: string }>(
    `select id from bill_import where tenant_id = $1 and source_id = $2 and sha256 = $3 and state in ('waiting', 'done')`,
    [tx.tenantId, sourceId, sha256],
  );
  return { importId: same!.id, isRepeated: true };
}

/** Claims a file that waits for a run that reads it: no earlier run writes any more. Null where it was read before. */
export async function claimImport(tx: TenantTx, id: string, runId: string): Promise<BillImport | null> {
  const [row] = await tx.query<BillImport>(
    `update bill_import set run_id = $3 where tenant_id = $1 and id = $2 and state = 'waiting'
     returning id, source_id, file_name, file_key, day`,
    [tx.tenantId, id, runId],
  );
  return row ?? null;
}

/** Whether a file still waits for this run; as long as the transaction lasts no other claims it. */
export async function holdsImport(tx: TenantTx, id: string, runId: string): Promise<boolean> {
  const rows = await tx.query(
    `select id from bill_import where tenant_id = $1 and id = $2 and state = 'waiting' and run_id = $3 for no key update`,
    [tx.tenantId, id, runId],
  );
  return rows.length > 0;
}

/** Inserts lines of a bill. With `skipsKnown` those that an earlier file of the source had are left out. Returns how many are new. */
export async function insertBillLines(
  tx: TenantTx,
  of: { readonly importId: string; readonly sourceId: string; readonly skipsKnown: boolean },
  lines: readonly Located<BillLine>[],
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with new_lines as (
       insert into bill_line (tenant_id, import_id, source_id, day, number, is_refund, row, trade_no, amount_fen, fee_fen, at, is_done)
       select $1, $2, $3, u.day, u.number, u.amount < 0, u.row, u.trade_no, u.amount, u.fee, u.at, u.is_done
       from unnest($4::date[], $5::text[], $6::int[], $7::text[], $8::bigint[], $9::bigint[], $10::timestamptz[], $11::bool[])
         as u(day, number, row, trade_no, amount, fee, at, is_done)
       where not $12 or not exists (
         select from bill_line l join bill_import i on i.tenant_id = l.tenant_id and i.id = l.import_id and i.state = 'done'
         where l.tenant_id = $1 and l.source_id = $3 and l.number = u.number and l.trade_no = u.trade_no
           and l.amount_fen = u.amount and l.at = u.at)
       returning 1
     )
     select count(*)::int as count from new_lines`,
    [
      ...[tx.tenantId, of.importId, of.sourceId],
      lines.map((one) => one.line.day),
      lines.map((one) => one.line.number),
      lines.map((one) => one.row),
      lines.map((one) => one.line.tradeNo),
      lines.map((one) => one.line.amountFen),
      lines.map((one) => one.line.feeFen),
      lines.map((one) => new Date(one.line.atMs)),
      lines.map((one) => one.line.isDone),
      of.skipsKnown,
    ],
  );
  return row!.count;
}

/** Inserts entries of a bank statement; those that an earlier file had are left out. Returns how many are new. */
export async function insertBankLines(
  tx: TenantTx,
  of: { readonly importId: string; readonly sourceId: string },
  lines: readonly { readonly identity: string; readonly line: BankLine }[],
): Promise<number> {
  const inserted = await tx.query(
    `insert into bank_line (tenant_id, id, created_at, import_id, source_id, identity, serial_no, day, amount_fen, counterparty, memo)
     select $1, u.id, $2, $3, $4, u.identity, u.serial_no, u.day, u.amount, u.counterparty, u.memo
     from unnest($5::uuid[], $6::text[], $7::text[], $8::date[], $9::bigint[], $10::text[], $11::text[])
       as u(id, identity, serial_no, day, amount, counterparty, memo)
     on conflict (tenant_id, source_id, identity) do nothing returning id`,
    [
      ...[tx.tenantId, tx.now, of.importId, of.sourceId],
      lines.map(() => tx.newId()),
      lines.map((one) => one.identity),
      lines.map((one) => one.line.serialNo),
      lines.map((one) => one.line.day),
      lines.map((one) => one.line.amountFen),
      lines.map((one) => one.line.counterparty),
      lines.map((one) => one.line.memo),
    ],
  );
  return inserted.length;
}

/** The outcome of a file. */
export interface ImportEnd {
  readonly state: 'done' | 'refused';
  readonly total: number;
  readonly successNum: number;
  readonly failedNum: number;
  readonly amountFen: number;
  readonly feeFen: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly faults: readonly ImportFault[];
}

/** Writes the outcome of a file. */
export async function endImport(tx: TenantTx, id: string, end: ImportEnd): Promise<void> {
  await tx.query(
    `update bill_import set state = $3, total = $4, success_num = $5, repeat_num = $6, failed_num = $7, amount_fen = $8, fee_fen = $9,
       first_day = $10, last_day = $11, faults = $12, ended_at = $13
     where tenant_id = $1 and id = $2 and state = 'waiting'`,
    [
      ...[tx.tenantId, id, end.state, end.total, end.successNum],
      end.state === 'done' ? end.total - end.successNum : 0,
      ...[end.failedNum, end.amountFen, end.feeFen, end.firstDay, end.lastDay, JSON.stringify(end.faults), tx.now],
    ],
  );
}

/** Deletes some of the lines of a file that is not taken; returns how many. */
export async function deleteBillLines(tx: TenantTx, importId: string, most: number): Promise<number> {
  const gone = await tx.query(
    `delete from bill_line where tenant_id = $1 and import_id = $2 and (day, number, is_refund, row) in (
       select day, number, is_refund, row from bill_line where tenant_id = $1 and import_id = $2 limit $3) returning 1 as one`,
    [tx.tenantId, importId, most],
  );
  return gone.length;
}
