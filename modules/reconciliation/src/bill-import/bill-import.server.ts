import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { billFaults, type Cell, cellText } from '@boyun/domain/reconcile';
import { type Output, Refusal, say } from '@boyun/kernel/contract';
import { handle, handleFreely, notFound, packedLines, serveReport, unpackSheets } from '@boyun/kernel/server';
import { billSource } from '../bill-source/bill-source.contract.ts';
import { findSource } from '../bill-source/bill-source.queries.ts';
import { requireWhole, whereWhole } from '../bill-source/whole-tenant.service.ts';
import { billImportList, billImportRefusal, getBillImport, readBillTable, uploadBill } from './bill-import.contract.ts';
import { insertImport } from './bill-import.queries.ts';
import { billUploaded } from './bill-import-event.contract.ts';
import { billKey } from './fetch-bill.jobs.ts';
import { IMPORT_JOB } from './load-bill.service.ts';
import type { ImportFault } from './read-bill.service.ts';

const COLUMNS = `i.id, i.created_at, i.source_id, s.kind, i.way, i.file_name, i.state, i.first_day, i.last_day, i.total, i.success_num,
  i.repeat_num, i.failed_num, i.amount_fen, i.fee_fen, i.actor_name`;

/** Files with bills; accounts limited to lots see none, because bills are of the tenant. */
export const billImportListServer = serveReport(billImportList, ({ who }) => ({
  from: 'bill_import',
  as: 'i',
  joins: 'join bill_source s on s.tenant_id = i.tenant_id and s.id = i.source_id',
  lot: null,
  own: null,
  where: whereWhole(who),
  filters: { kind: 's.kind = ?' },
  period: 'i.created_at',
  columns: { kind: 's.kind' },
  order: 'i.created_at desc, i.id desc',
}));

type ImportRow = Omit<Output<typeof getBillImport>, 'url' | 'faults' | 'dayIds' | 'sourceName'> & {
  readonly name: string;
  readonly fileKey: string;
  readonly faults: readonly ImportFault[];
};

/** Rows of a table that are shown to choose its columns. */
const SHOWN_ROWS = 40;
const SHOWN_CELLS = 60;

/** Acts on files with bills. */
export const billImportServers = [
  handle(uploadBill, async (tx, { sourceId, day }, act, kernel) => {
    requireWhole(tx.who);
    const source = await findSource(tx, sourceId);
    if (!source) throw notFound(tx.who, billSource.title);
    if (!act.file) throw new Refusal(billImportRefusal['no-file']);
    if (!source.isEnabled) throw new Refusal(billImportRefusal.off);
    const { name: fileName, bytes } = act.file;
    const fileKey = billKey(kernel, tx.tenantId);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const given = { sourceId, way: 'uploaded', fileName, fileKey, sha256, byteCount: bytes.length, day } as const;
    const taken = await insertImport(tx, given);
    act.describe({
      subjectKind: 'bill-import',
      subjectId: taken.importId,
      subject: `${source.name} ${fileName}`,
      after: { bytes: bytes.length, isRepeated: taken.isRepeated },
    });
    if (taken.isRepeated) return taken;
    await kernel.files.put(fileKey, bytes);
    await kernel.jobs.send(tx, IMPORT_JOB, { tenantId: tx.tenantId, importId: taken.importId });
    tx.emit(billUploaded, {
      subjectId: taken.importId,
      data: { importId: taken.importId, name: source.name, fileName },
    });
    return taken;
  }),
  handle(getBillImport, async (tx, { importId }, _act, kernel) => {
    requireWhole(tx.who);
    const [row] = await tx.query<ImportRow>(
      `select ${COLUMNS}, s.name, i.file_key, i.faults, i.ended_at from bill_import i
       join bill_source s on s.tenant_id = i.tenant_id and s.id = i.source_id where i.tenant_id = $1 and i.id = $2`,
      [tx.tenantId, importId],
    );
    if (!row) throw notFound(tx.who, billImportList.title);
    const days = await tx.query<{ id: string }>(
      'select channel_day_id as id from day_bill where tenant_id = $1 and import_id = $2 limit 100',
      [tx.tenantId, importId],
    );
    const { fileKey, faults, name: sourceName, ...rest } = row;
    return {
      ...rest,
      sourceName,
      url: kernel.files.sign(fileKey, row.fileName),
      faults: faults.map(({ row: at, rule, values }) => ({
        row: at,
        message: say(billFaults[rule], tx.who.language, values).slice(0, 500),
      })),
      dayIds: days.map((one) => one.id),
    };
  }),
  handleFreely(readBillTable, async (kernel, _input, { file }) => {
    if (!file) throw new Refusal(billImportRefusal['no-file']);
    const path = await kernel.files.newDraft();
    try {
      await unpackSheets({ bytes: file.bytes, path });
      const rows: string[][] = [];
      for await (const [, , values] of packedLines(path)) {
        rows.push((values as Cell[]).slice(0, SHOWN_CELLS).map((cell) => cellText(cell).slice(0, 255)));
        if (rows.length >= SHOWN_ROWS) break;
      }
      return { rows };
    } finally {
      await rm(path, { force: true });
    }
  }),
];
