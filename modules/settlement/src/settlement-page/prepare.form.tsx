import {
  ActButton,
  call,
  FieldInput,
  notify,
  ReferenceInput,
  refreshLists,
  Skeleton,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { createSettlement, previewSettlement, settlementList } from '../settlement/settlement.contract.ts';
import { SettlementCycle } from '../sub-merchant/sub-merchant.contract.ts';
import { FigureSum, FigureTable, nameOf } from './figures.view.tsx';
import './settlement.css';

/** Prepares a settlement: of whom, up to which day, and what it would be. */
export default function PrepareForm({
  given,
  onDone,
  onCancel,
}: {
  given: string | null;
  onDone: (id: string) => void;
  onCancel: () => void;
}) {
  const t = useText();
  const [subMerchantId, setSubMerchantId] = useState(given);
  return (
    <div className="settlement-prepare">
      <div className="by-field">
        <label htmlFor="prepare-sub-merchant">{t(createSettlement.input.subMerchantId.label)}</label>
        <ReferenceInput
          id="prepare-sub-merchant"
          to="sub-merchant"
          fieldKey="subMerchantId"
          value={subMerchantId}
          onChange={setSubMerchantId}
        />
      </div>
      {subMerchantId && (
        <Preview key={subMerchantId} subMerchantId={subMerchantId} onDone={onDone} onCancel={onCancel} />
      )}
    </div>
  );
}

function Preview({
  subMerchantId,
  onDone,
  onCancel,
}: {
  subMerchantId: string;
  onDone: (id: string) => void;
  onCancel: () => void;
}) {
  const t = useText();
  const language = useLanguage();
  const [wanted, setWanted] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: ['settlement-preview', subMerchantId, wanted, language],
    queryFn: ({ signal }) => call(previewSettlement, { subMerchantId, toDay: wanted }, { signal, isQuiet: true }),
    placeholderData: (last) => last,
    retry: false,
  });
  const refused = error && <Alert type="error" showIcon title={error.message} />;
  if (!data) return refused || <Skeleton lines={8} />;
  if (!data.toDay) return <NothingYet day={data.fromDay} />;
  const { fromDay, toDay, lastDay } = data;
  const make = async () => {
    const { settlementId } = await call(createSettlement, { subMerchantId, toDay });
    notify('good', { zh: '已生成结算草稿', en: 'The draft is made' });
    await refreshLists(settlementList.name);
    onDone(settlementId);
  };
  return (
    <>
      <div className="settlement-prepare-range">
        <span className="by-tag">{t(SettlementCycle[data.cycle])}</span>
        <b>{fromDay}</b> ~
        <FieldInput
          field={createSettlement.input.toDay}
          fieldKey="toDay"
          value={wanted ?? toDay}
          onChange={(value) => value && setWanted(value as string)}
        />
        <span className="by-faint">{t({ zh: '最多可结算到{day}', en: 'Up to {day}' }, { day: lastDay ?? '' })}</span>
        {!data.isWholeCycle && (
          <span className="by-tone-warn">{t({ zh: '不是完整周期', en: 'Not a whole cycle' })}</span>
        )}
      </div>
      {refused}
      <FigureSum figures={data} outcome={data} terms={data.terms} />
      <FigureTable
        head={{ zh: '车场', en: 'Parking lot' }}
        rows={data.lots.map((one) => ({
          ...one,
          key: one.lotId,
          name: nameOf(one),
          filters: { lotId: one.lotId },
        }))}
      />
      <div className="by-row">
        <ActButton type="primary" access={createSettlement.access} disabledReason={error ? REFUSED : null} onAct={make}>
          {t({ zh: '生成草稿', en: 'Make the draft' })}
        </ActButton>
        <Button onClick={onCancel}>{t({ zh: '取消', en: 'Cancel' })}</Button>
      </div>
    </>
  );
}

const REFUSED = { zh: '请先更正截止日', en: 'Correct the last day first' };

function NothingYet({ day }: { day: string }) {
  const t = useText();
  return (
    <Alert
      type="info"
      showIcon
      title={t({ zh: '目前没有可结算的日期', en: 'There are no days to settle now' })}
      description={t(
        {
          zh: '下一个待结算日为{day}，次日1时后可以结算',
          en: 'The next day is {day}; it can be settled one hour after its end',
        },
        { day },
      )}
    />
  );
}
