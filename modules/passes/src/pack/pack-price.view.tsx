import type { Label } from '@boyun/kernel/contract';
import { FieldInput, type FormParts } from '@boyun/kernel/web';
import { sellPack } from './pack.contract.ts';

/** Input for the periods of a sale or renewal; the amount received follows the price until edited. */
export function countPart(priceFen: number | null): FormParts {
  return {
    count: ({ id, value, values, isInvalid, setValues }) => (
      <FieldInput
        id={id}
        field={sellPack.input.count}
        fieldKey="count"
        value={value}
        isInvalid={isInvalid}
        onChange={(count) => {
          const isFullPrice = priceFen !== null && values.amountFen === priceFen * Number(value ?? 1);
          setValues({ count, ...(isFullPrice ? { amountFen: priceFen * Number(count ?? 1) } : {}) });
        }}
      />
    ),
  };
}

/** Note shown for an amount below the price; null otherwise. */
export function discountNote(priceFen: number, values: Readonly<Record<string, unknown>>): Label | null {
  const lessFen = priceFen * Number(values.count ?? 1) - Number(values.amountFen ?? 0);
  if (lessFen <= 0) return null;
  const yuan = (lessFen / 100).toFixed(2);
  return {
    zh: `比应收少¥${yuan}，达到审批金额时须他人审核后生效`,
    en: `¥${yuan} below the price: takes effect after approval if the flow requires one`,
  };
}
