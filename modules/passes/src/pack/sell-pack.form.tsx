import { endOfTerm, type PackPeriod } from '@boyun/domain/pack';
import { day, parseWireTime } from '@boyun/kernel/contract';
import {
  call,
  Drawer,
  FieldInput,
  getRow,
  now,
  RecordForm,
  ReferenceInput,
  SENT_FOR_REVIEW,
  tenantZone,
  timeText,
  useText,
} from '@boyun/kernel/web';
import type { useTaking } from '@boyun/money/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { packRule } from '../pack-rule/pack-rule.contract.ts';
import { sellPack } from './pack.contract.ts';
import { countPart, discountNote } from './pack-price.view.tsx';

const VALID_FROM = day(sellPack.input.validFrom.label);
/** Returns the day of an instant in the tenant's zone, `2026-03-15`. */
const dayAt = (at: Date) => timeText(at).slice(0, 10);
/** Returns the beginning of a day in the tenant's zone. */
const startOf = (text: string) => parseWireTime(`${text} 00:00:00`, tenantZone());

/** Form that sells a pack for whole days; the rule determines price and end. */
export default function SellPack({
  onClose,
  onSold,
}: {
  onClose: () => void;
  /** Gets the sale, and what to say where its money was handed over. */
  onSold: ReturnType<typeof useTaking>['goOn'];
}) {
  const t = useText();
  const [ruleId, setRuleId] = useState<string | null>(null);
  const rule = useQuery({
    queryKey: ['list', packRule.name, 'row', ruleId],
    queryFn: ({ signal }) => getRow(packRule, ruleId!, { signal }),
    enabled: ruleId !== null,
  }).data;
  return (
    <Drawer isOpen title={t({ zh: '办理月卡', en: 'Sell a pack' })} width={680} onClose={onClose}>
      <RecordForm
        fields={sellPack.input}
        initial={{ validFrom: startOf(dayAt(now())), count: 1, method: 'cash' }}
        parts={{
          ...countPart(rule?.priceFen ?? null),
          validFrom: ({ id, value, isInvalid, onChange }) => (
            <FieldInput
              id={id}
              field={VALID_FROM}
              fieldKey="validFrom"
              value={value ? dayAt(value) : null}
              isInvalid={isInvalid}
              onChange={(next) => onChange(next ? startOf(next as string) : null)}
            />
          ),
          packRuleId: ({ id, value, values, isInvalid, setValues }) => (
            <ReferenceInput
              id={id}
              to="pack-rule"
              fieldKey="packRuleId"
              row={values}
              filters={{ isOnSale: true }}
              value={value}
              isInvalid={isInvalid}
              onChange={async (packRuleId) => {
                setValues({ packRuleId });
                setRuleId(packRuleId as string | null);
                if (!packRuleId) return;
                const found = await getRow(packRule, packRuleId as string);
                const [only] = found.lotIds.length === 1 ? found.lotIds : [];
                setValues({
                  amountFen: found.priceFen * Number(values.count ?? 1),
                  ...(only ? { lotId: only } : {}),
                });
              }}
            />
          ),
        }}
        submitText={t({ zh: '收款并办理', en: 'Collect and sell' })}
        footNote={(values) => {
          if (!rule || !values.validFrom) return null;
          const count = Number(values.count ?? 1);
          const term = { period: rule.period as PackPeriod, days: rule.days, count };
          // The end is the midnight after the last day.
          const until = dayAt(new Date(endOfTerm((values.validFrom as Date).getTime(), term, tenantZone()) - 1));
          const discount = discountNote(rule.priceFen, values);
          return (
            <>
              {t(
                { zh: '有效期至 {until}（含当日），应收 ¥{price}', en: 'Runs through {until}, costs ¥{price}' },
                { until, price: ((rule.priceFen * count) / 100).toFixed(2) },
              )}
              {discount ? <strong className="pack-discount">{t(discount)}</strong> : null}
            </>
          );
        }}
        onSubmit={async (values) => {
          const { isPending, ...sold } = await call(sellPack, values);
          onClose();
          await onSold(sold, isPending ? SENT_FOR_REVIEW : { zh: '月卡已办理', en: 'Sold' });
        }}
        onCancel={onClose}
      />
    </Drawer>
  );
}
