import type { Listed } from '@boyun/kernel/contract';
import { ActButton, ResourcePage, StateDot, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { readBillTable } from '../bill-import/bill-import.contract.ts';
import { billSource, type SourceKind } from '../bill-source/bill-source.contract.ts';
import { ColumnMapping } from './column-mapping.view.tsx';

type Source = Listed<typeof billSource>;

/** The columns of tables, by kind of source; a provider's bill has a format of its own. */
const COLUMNS = {
  acquirer: [
    'amountColumn',
    'dateColumn',
    'timeColumn',
    'numberColumn',
    'tradeColumn',
    'feeColumn',
    'kindColumn',
    'refundWords',
  ],
  bank: ['amountColumn', 'outColumn', 'dateColumn', 'tradeColumn', 'counterpartyColumn', 'memoColumn'],
  provider: [],
} as const satisfies Readonly<Record<SourceKind, readonly (keyof typeof billSource.fields)[]>>;
const newSource = () => ({ kind: 'acquirer', channel: 'qr' }) as const;
const ALL = [...new Set(Object.values(COLUMNS).flat())];

/** Fields of the form that a kind of source does not have. */
const hiddenOf = (kind: SourceKind) =>
  Object.fromEntries([
    ...ALL.filter((key) => !(COLUMNS[kind] as readonly string[]).includes(key)).map((key) => [key, null]),
    ...(kind === 'acquirer' ? [] : [['lotIds', null]]),
    ...(kind === 'bank' ? (['channel', 'hasBankSide', 'settleWords'] as const).map((key) => [key, null]) : []),
  ]);

/** Sources of bills, and how the columns of their tables are read. */
export default function SourcePage() {
  const t = useText();
  const [mapped, setMapped] = useState<Source | null>(null);
  return (
    <>
      <ResourcePage
        of={billSource}
        cells={{
          name: { width: 180, isGrowing: true },
          kind: { width: 132 },
          channel: { width: 110 },
          merchantNo: { width: 190 },
          hasBankSide: {
            width: 116,
            cell: (row) =>
              row.kind === 'bank' ? (
                <span className="by-faint">—</span>
              ) : (
                <StateDot
                  tone={row.hasBankSide ? 'good' : 'neutral'}
                  label={row.hasBankSide ? { zh: '核对', en: 'Yes' } : { zh: '不核对', en: 'No' }}
                />
              ),
          },
          settleWords: { width: 160 },
          isEnabled: { width: 90 },
          remark: { isHiddenAtFirst: true },
        }}
        formParts={(values) => hiddenOf((values.kind ?? 'acquirer') as SourceKind)}
        startWith={newSource}
        rowActs={(row) =>
          row.kind !== 'provider' && (
            <ActButton type="link" size="small" access={readBillTable.access} onAct={() => setMapped(row)}>
              {t({ zh: '列对应', en: 'Columns' })}
            </ActButton>
          )
        }
        actsWidth={150}
        empty={{
          title: { zh: '还没有对账来源', en: 'No sources yet' },
          hint: {
            zh: '配置支付渠道后自动生成；收单机构和银行账户在这里新增',
            en: 'Those of payment channels follow from their configuration; add acquirers and bank accounts here',
          },
        }}
      />
      {mapped && (
        <ColumnMapping
          source={mapped}
          columns={COLUMNS[mapped.kind].filter((key) => key !== 'refundWords')}
          onClose={() => setMapped(null)}
        />
      )}
    </>
  );
}
