import type { TenantTx } from '@boyun/kernel/server';
import { describeTerms } from '../sub-merchant/terms.service.ts';
import { byDay, byLot, sumFigures } from './figures.service.ts';
import { figureFields, getSettlement, settlementList } from './settlement.contract.ts';
import {
  type Adjustment,
  type Figures,
  findAdjustments,
  findDaysOf,
  type SettlementRow,
} from './settlement.queries.ts';

/** Figures of a lot or a day, with what of them is shared. */
export interface FigureRow extends Figures {
  readonly shareFen: number;
}

/** What a statement says, for a sheet or a page. */
export interface Statement {
  readonly title: string;
  readonly settlementNo: string;
  readonly facts: readonly { readonly item: string; readonly note: string }[];
  readonly amounts: readonly { readonly item: string; readonly amountFen: number; readonly note?: string }[];
  readonly payableFen: number;
  readonly lots: readonly (FigureRow & { readonly lotName: string })[];
  readonly days: readonly (FigureRow & { readonly day: string })[];
  readonly sum: FigureRow;
  readonly adjustments: readonly Adjustment[];
}

/** Reads what the statement of a settlement says. */
export async function readStatement(tx: TenantTx, row: SettlementRow): Promise<Statement> {
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
  const amount = (key: 'shareFen' | 'adjustedFen' | 'carriedFen') => ({
    item: fields[key].label[language],
    amountFen: row[key],
  });
  return {
    title: say('结算单', 'Settlement statement'),
    settlementNo: row.settlementNo,
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
    ],
    payableFen: row.payableFen,
    lots: byLot(row.lotIds, days).map((one) => ({ ...one, lotName: nameOf.get(one.lotId) ?? '' })),
    days: byDay(days),
    sum: { ...sums, shareFen: row.shareFen },
    adjustments: await findAdjustments(tx, row.id),
  };
}
