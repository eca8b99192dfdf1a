import { readFile, rm } from 'node:fs/promises';
import { type Fields, money, optional, text } from '@boyun/kernel/contract';
import { type Kernel, type TenantTx, writeSheets } from '@boyun/kernel/server';
import { describeTerms } from '../sub-merchant/terms.service.ts';
import { byDay, byLot, sumFigures } from './figures.service.ts';
import { figureFields, getSettlement, settlementList } from './settlement.contract.ts';
import { findAdjustments, findDaysOf, type SettlementRow } from './settlement.queries.ts';

const summaryFields: Fields = {
  item: text({ zh: '项目', en: 'Item' }),
  amountFen: optional(money({ zh: '金额（元）', en: 'Amount' })),
  note: optional(text({ zh: '说明', en: 'Note' })),
};

/** What a statement says, for a sheet or a page. */
export interface Statement {
  readonly title: string;
  readonly facts: readonly { readonly item: string; readonly note: string }[];
  readonly amounts: readonly { readonly item: string; readonly amountFen: number; readonly note?: string }[];
  readonly lots: readonly object[];
  readonly days: readonly object[];
  readonly adjustments: readonly object[];
}

/** Reads what the statement of a settlement says. */
async function readStatement(tx: TenantTx, row: SettlementRow): Promise<Statement> {
  const { language } = tx.who;
  const say = (zh: string, en: string) => (language === 'zh' ? zh : en);
  const days = await findDaysOf(tx, row.id);
  const names = await tx.query<{ id: string; name: string }>(
    'select id, name from lot_fact where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, row.lotIds],
  );
  const nameOf = new Map(names.map((one) => [one.id, one.name]));
  const [tenant] = await tx.query<{ name: string }>('select name from tenant where id = $1', [tx.tenantId]);
  const sums = sumFigures(days);
  const fields = getSettlement.output;
  const { name, share, bankName, accountName, accountNo } = row.terms;
  const amount = (key: 'shareFen' | 'adjustedFen' | 'carriedFen' | 'payableFen') => ({
    item: fields[key].label[language],
    amountFen: row[key],
  });
  return {
    title: say('结算单', 'Settlement statement'),
    facts: [
      { item: fields.settlementNo.label[language], note: row.settlementNo },
      { item: say('付款方', 'Payer'), note: tenant!.name },
      { item: fields.subMerchantName.label[language], note: name },
      { item: say('结算期', 'Period'), note: `${row.fromDay} ~ ${row.toDay}` },
      { item: fields.terms.label[language], note: describeTerms(share, language) },
      { item: say('收款账户', 'Account'), note: [accountName, bankName, accountNo].filter(Boolean).join(' ') },
      { item: fields.state.label[language], note: settlementList.columns.state.choices![row.state]![language] },
    ],
    amounts: [
      ...Object.entries(figureFields).map(([key, field]) => ({
        item: field.label[language],
        amountFen: sums[key as keyof typeof sums],
      })),
      amount('shareFen'),
      amount('adjustedFen'),
      amount('carriedFen'),
      amount('payableFen'),
    ],
    lots: byLot(row.lotIds, days).map((one) => ({ ...one, lotName: nameOf.get(one.lotId) })),
    days: byDay(days),
    adjustments: await findAdjustments(tx, row.id),
  };
}

async function sheetsOf(tx: TenantTx, { files }: Pick<Kernel, 'files'>, statement: Statement): Promise<Uint8Array> {
  const path = await files.newDraft();
  const { lots, days, adjustments } = getSettlement.output;
  const { language, zone } = tx.who;
  const tableOf = ({ label, item }: typeof lots | typeof days | typeof adjustments, rows: Statement['lots']) => ({
    title: label[language],
    fields: item!.fields!,
    rows: rows as readonly Readonly<Record<string, unknown>>[],
  });
  try {
    await writeSheets(
      path,
      [
        { title: statement.title, fields: summaryFields, rows: [...statement.facts, ...statement.amounts] },
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
export async function writeStatement(tx: TenantTx, kernel: Kernel, row: SettlementRow): Promise<string> {
  const statement = await readStatement(tx, row);
  const bytes = await sheetsOf(tx, kernel, statement);
  const key = `${tx.tenantId}/export/${tx.now.toISOString().slice(0, 10)}/${tx.newId()}.xlsx`;
  await kernel.files.put(key, bytes);
  return kernel.files.sign(key, `${statement.title} ${row.settlementNo}.xlsx`, tx.who.userId);
}
