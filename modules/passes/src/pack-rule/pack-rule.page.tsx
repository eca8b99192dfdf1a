import { FieldInput, ResourcePage, useText } from '@boyun/kernel/web';
import { Hours } from '@boyun/lists/web';
import { PackPeriod, packRule } from './pack-rule.contract.ts';

interface Rule {
  readonly period: keyof typeof PackPeriod;
  readonly days: number | null;
  readonly carsPerPack: number;
  readonly platesPerPack: number;
}

/** Kinds of packs for sale. */
export default function PackRulePage() {
  const t = useText();
  return (
    <ResourcePage
      of={packRule}
      formParts={({ period }) => ({
        period: ({ id, value, isInvalid, setValues }) => (
          <FieldInput
            id={id}
            field={packRule.fields.period}
            fieldKey="period"
            value={value}
            isInvalid={isInvalid}
            // Other periods have no number of days.
            onChange={(next) =>
              setValues({ period: next as Rule['period'], ...(next === 'custom' ? {} : { days: null }) })
            }
          />
        ),
        ...(period === 'custom' ? {} : { days: null }),
      })}
      columns={['name', 'priceFen', 'term', 'hours', 'lotIds', 'cars', 'quota', 'isOnSale', 'hasReview', 'remark']}
      cells={{
        name: { width: 168, isGrowing: true },
        priceFen: { width: 100 },
        term: { label: { zh: '周期', en: 'Period' }, width: 96, cell: (row) => <Term row={row} /> },
        hours: { label: { zh: '有效时段', en: 'Hours' }, width: 156, cell: (row) => <Hours row={row} /> },
        lotIds: { width: 200 },
        cars: { label: { zh: '每卡车辆', en: 'Cars per pack' }, width: 150, cell: (row) => <Cars row={row} /> },
        quota: {
          width: 88,
          cell: (row) => row.quota ?? <span className="by-faint">{t({ zh: '不限', en: 'No limit' })}</span>,
        },
        isOnSale: { width: 76 },
        hasReview: { isHiddenAtFirst: true },
        remark: { isHiddenAtFirst: true },
      }}
    />
  );
}

function Term({ row }: { row: Rule }) {
  const t = useText();
  if (row.period === 'custom') return <span>{t({ zh: '{n}天', en: '{n} days' }, { n: row.days ?? 0 })}</span>;
  return <span>{t(PackPeriod[row.period])}</span>;
}

function Cars({ row }: { row: Rule }) {
  const t = useText();
  return (
    <span>
      {row.platesPerPack === row.carsPerPack
        ? t({ zh: '{n}辆', en: row.carsPerPack === 1 ? '{n} car' : '{n} cars' }, { n: row.carsPerPack })
        : t(
            { zh: '{plates}牌{cars}位', en: '{plates} plates, {cars} at once' },
            { plates: row.platesPerPack, cars: row.carsPerPack },
          )}
    </span>
  );
}
