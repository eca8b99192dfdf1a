import { TaxPolicy, TaxRate } from '@boyun/domain/invoice';
import { ActButton, useText } from '@boyun/kernel/web';
import { Button, Input, InputNumber, Select } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { InvoiceUse, MOST_SERVICES, type ServiceRow } from './invoice-set.contract.ts';

/** A service while it is filled in. */
export type DraftService = { -readonly [K in keyof ServiceRow]: ServiceRow[K] | null };

const PARKING = '3040502020200000000';
const PREPAID = '6010000000000000000';

/** What a setting begins with: parking as letting, and money paid in advance without tax. */
export const FIRST_SERVICES: ServiceRow[] = [
  { use: 'parking', serviceName: '停车费', goodsCode: PARKING, taxRate: 9, policy: 'normal', ratio: 100 },
  { use: 'pack', serviceName: '月卡停车费', goodsCode: PARKING, taxRate: 9, policy: 'normal', ratio: 100 },
  { use: 'top-up', serviceName: '预付卡充值', goodsCode: PREPAID, taxRate: 0, policy: 'untaxed', ratio: 100 },
];

const optionsOf = <K extends string>(
  table: Readonly<Record<K, { readonly zh: string; readonly en: string }>>,
  t: ReturnType<typeof useText>,
) => (Object.keys(table) as K[]).map((value) => ({ value, label: t(table[value]) }));

/** The sums of the ratios of each use that has services; each must be 100. */
function sumsOf(services: readonly DraftService[]): [ServiceRow['use'], number][] {
  const sums = new Map<ServiceRow['use'], number>();
  for (const { use, ratio } of services) if (use) sums.set(use, (sums.get(use) ?? 0) + Math.round((ratio ?? 0) * 100));
  return [...sums].map(([use, sum]) => [use, sum / 100]);
}

/** Editor of the services of a setting, with what each use adds up to. */
export function ServicesInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: readonly DraftService[];
  isInvalid: boolean;
  onChange: (value: readonly DraftService[]) => void;
}) {
  const t = useText();
  const change = (place: number, more: Partial<DraftService>) =>
    onChange(value.map((one, at) => (at === place ? { ...one, ...more } : one)));
  const full = value.length >= MOST_SERVICES;
  return (
    <div className="invoice-services">
      {value.map((one, place) => (
        <ServiceInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a service is its place in the order
          key={place}
          one={one}
          place={place}
          isInvalid={isInvalid}
          onChange={(more) => change(place, more)}
          onRemove={() => onChange(value.filter((_, at) => at !== place))}
        />
      ))}
      <div className="by-row">
        <ActButton
          id={id}
          icon={<Plus />}
          disabledReason={full ? { zh: `最多${MOST_SERVICES}个项目`, en: `At most ${MOST_SERVICES} services` } : null}
          onAct={() => onChange([...value, { ...FIRST_SERVICES[0]!, serviceName: '', ratio: null }])}
        >
          {t({ zh: '添加项目', en: 'Add a service' })}
        </ActButton>
        {sumsOf(value).map(([use, sum]) => (
          <span key={use} className={sum === 100 ? 'by-faint' : 'by-tone-bad'}>
            {t(InvoiceUse[use])} <b className="by-figure">{sum}%</b>
          </span>
        ))}
      </div>
    </div>
  );
}

function ServiceInput({
  one,
  place,
  isInvalid,
  onChange,
  onRemove,
}: {
  one: DraftService;
  place: number;
  isInvalid: boolean;
  onChange: (more: Partial<DraftService>) => void;
  onRemove: () => void;
}) {
  const t = useText();
  const name = (label: { zh: string; en: string }) => `${t(label)} ${place + 1}`;
  const status = (isBad: boolean) => (isInvalid && isBad ? 'error' : '');
  const isUntaxed = one.policy === 'exempt' || one.policy === 'untaxed';
  return (
    <div className="invoice-service">
      <Select
        aria-label={name({ zh: '款项', en: 'Paid for' })}
        value={one.use}
        options={optionsOf(InvoiceUse, t)}
        onChange={(use) => onChange({ use })}
      />
      <Input
        aria-label={name({ zh: '服务名称', en: 'Service name' })}
        className="is-name"
        placeholder={t({ zh: '服务名称', en: 'Service name' })}
        value={one.serviceName ?? ''}
        maxLength={60}
        status={status(!one.serviceName)}
        onChange={({ target }) => onChange({ serviceName: target.value })}
      />
      <Input
        aria-label={name({ zh: '税收分类编码', en: 'Tax class code' })}
        className="is-code by-figure"
        placeholder={t({ zh: '19位税收分类编码', en: 'Tax class code of 19 digits' })}
        value={one.goodsCode ?? ''}
        maxLength={19}
        inputMode="numeric"
        status={status(!/^\d{19}$/.test(one.goodsCode ?? ''))}
        onChange={({ target }) => onChange({ goodsCode: target.value.replace(/\D/g, '') })}
      />
      <Select
        aria-label={name({ zh: '税率', en: 'Tax rate' })}
        value={String(one.taxRate ?? '')}
        disabled={isUntaxed}
        options={optionsOf(TaxRate as Record<string, { zh: string; en: string }>, t).reverse()}
        onChange={(rate) => onChange({ taxRate: Number(rate) as ServiceRow['taxRate'] })}
      />
      <Select
        aria-label={name({ zh: '征税方式', en: 'Tax treatment' })}
        value={one.policy}
        options={optionsOf(TaxPolicy, t)}
        onChange={(policy) =>
          onChange(policy === 'exempt' || policy === 'untaxed' ? { policy, taxRate: 0 } : { policy })
        }
      />
      <InputNumber
        aria-label={name({ zh: '占比', en: 'Ratio' })}
        value={one.ratio}
        min={0.01}
        max={100}
        precision={2}
        suffix="%"
        placeholder={t({ zh: '占比', en: 'Ratio' })}
        status={status(!one.ratio)}
        onChange={(ratio) => onChange({ ratio })}
      />
      <Button
        type="text"
        icon={<Trash2 />}
        aria-label={name({ zh: '移除项目', en: 'Remove service' })}
        onClick={onRemove}
      />
    </div>
  );
}
