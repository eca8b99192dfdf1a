import type { Label } from '@boyun/kernel/contract';
import { type Draft, FieldInput, type FormParts } from '@boyun/kernel/web';
import { sellPack } from './pack.contract.ts';

/** The fields of a sale that its price depends on. */
type Paid = Pick<typeof sellPack.input, 'count' | 'amountFen'>;

/** Input for the periods of a sale or renewal; the amount received follows the price until edited. */
export function countPart(priceFen: number | null): FormParts<Paid> {
  return {
    count: ({ id, value, values, isInvalid, setValues }) => (
      <FieldInput
        id={id}
        field={sellPack.input.count}
        fieldKey="count"
        value={value}
        isInvalid={isInvalid}
        onChange={(next) => {
          const count = next as number | null;
          const isFullPrice = priceFen !== null && values.amountFen === priceFen * (value ?? 1);
          setValues({ count, ...(isFullPrice ? { amountFen: priceFen * (count ?? 1) } : {}) });
        }}
      />
    ),
  };
}

/** Note shown for an amount below the price; null otherwise. */
export function discountNote(priceFen: number, values: Readonly<Draft<Paid>>): Label | null {
  const lessFen = priceFen * (values.count ?? 1) - (values.amountFen ?? 0);
  if (lessFen <= 0) return null;
  const yuan = (lessFen / 100).toFixed(2);
  return {
    zh: `比应收少¥${yuan}，达到审批金额时须他人审核后生效`,
    en: `¥${yuan} below the price: takes effect after approval if the flow requires one`,
  };
}
