import { readFile, rm } from 'node:fs/promises';
import { type Fields, money, optional, text } from '@boyun/kernel/contract';
import { type Kernel, type TenantTx, writeSheets } from '@boyun/kernel/server';
import { readStatement, type Statement } from './read-statement.service.ts';
import { getSettlement, type StatementFormat } from './settlement.contract.ts';
import type { SettlementRow } from './settlement.queries.ts';
import { drawStatement } from './statement-pdf.service.ts';

const summaryFields: Fields = {
  item: text({ zh: '项目', en: 'Item' }),
  amountFen: optional(money({ zh: '金额（元）', en: 'Amount' })),
  note: optional(text({ zh: '说明', en: 'Note' })),
};

async function sheetsOf(tx: TenantTx, { files }: Pick<Kernel, 'files'>, statement: Statement): Promise<Uint8Array> {
  const path = await files.newDraft();
  const { lots, days, adjustments, payableFen } = getSettlement.output;
  const { language, zone } = tx.who;
  const payable = { item: payableFen.label[language], amountFen: statement.payableFen };
  const tableOf = ({ label, item }: typeof lots | typeof days | typeof adjustments, rows: readonly object[]) => ({
    title: label[language],
    fields: item!.fields!,
    rows: rows as readonly Readonly<Record<string, unknown>>[],
  });
  try {
    await writeSheets(
      path,
      [
        { title: statement.title, fields: summaryFields, rows: [...statement.facts, ...statement.amounts, payable] },
        tableOf(lots, statement.lots),
        tableOf(days, statement.days),
        ...(statement.adjustments.length > 0 ? [tableOf(adjustments, statement.adjustments)] : []),
      ],
      { language, zone, hidesPhones: false },
    );
    return await readFile(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes the statement of a settlement to a file and returns its address. */
export async function writeStatement(
  tx: TenantTx,
  kernel: Kernel,
  row: SettlementRow,
  format: StatementFormat,
): Promise<string> {
  const statement = await readStatement(tx, row);
  const bytes = await (format === 'pdf' ? drawStatement(statement, tx.who.language) : sheetsOf(tx, kernel, statement));
  const key = `${tx.tenantId}/export/${tx.now.toISOString().slice(0, 10)}/${tx.newId()}.${format}`;
  await kernel.files.put(key, bytes);
  return kernel.files.sign(key, `${statement.title} ${row.settlementNo}.${format}`, tx.who.userId);
}
