import {
  ActButton,
  call,
  download,
  ErrorState,
  Money,
  OperationDialog,
  refreshLists,
  Skeleton,
  TimeText,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { notifyAnswer } from '@boyun/orders/web';
import { PendingBanner, usePendingReason } from '@boyun/reviews/web';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  adjustSettlement,
  discardSettlement,
  getSettlement,
  getStatement,
  removeAdjustment,
  type Settlement,
  SettlementState,
  StatementFormat,
  settlementList,
  settleSettlement,
} from '../settlement/settlement.contract.ts';
import { settlementReviews } from '../sub-merchant/sub-merchant-review.contract.ts';
import { FigureSum, FigureTable, nameOf } from './figures.view.tsx';
import './settlement.css';

const { settlementId: _, ...ADJUST } = adjustSettlement.input;
const { settlementId: __, ...SETTLE } = settleSettlement.input;
const SETTLED = { zh: '已结算，不能再改', en: 'It is settled and can no longer be changed' };
const FORMATS = ['pdf', 'xlsx'] as const satisfies readonly StatementFormat[];
const STATEMENT = { zh: '结算单', en: 'Statement' };
type Asked = 'adjust' | 'settle' | 'discard';

const keyOf = (id: string) => ['settlement', id];

/** Reads a settlement with its lots, days and adjustments. */
function useSettlement(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: [...keyOf(id), language],
    queryFn: ({ signal }) => call(getSettlement, { settlementId: id }, { signal, isQuiet: true }),
  });
}

/** A settlement: how its amount comes about, by lot and by day, its adjustments, and what can be done with it. */
export function SettlementDetail({ id, onGone }: { id: string; onGone: () => void }) {
  const t = useText();
  const { data, error, refetch } = useSettlement(id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={12} />;
  const account = [data.accountName, data.bankName, data.accountNo].filter(Boolean).join(' · ');
  return (
    <>
      <PendingBanner subjectId={id} />
      <Acts of={data} onGone={onGone} />
      <dl className="by-facts">
        <Fact label={t(getSettlement.output.state.label)} value={t(SettlementState[data.state])} />
        <Fact label={t({ zh: '结算期', en: 'Period' })} value={`${data.fromDay} ~ ${data.toDay}`} />
        <Fact label={t({ zh: '收款账户', en: 'Account' })} value={account || '—'} />
        <Fact label={t(getSettlement.output.createdBy.label)} value={data.createdBy} />
        {data.settledBy && (
          <Fact
            label={t(getSettlement.output.settledBy.label)}
            value={[data.settledBy, ...data.reviewers].join(' → ')}
          />
        )}
        {data.payoutNo && <Fact label={t(getSettlement.output.payoutNo.label)} value={data.payoutNo} />}
      </dl>
      <FigureSum figures={data} outcome={data} terms={data.terms} />
      <Adjustments of={data} />
      <section>
        <h3 className="by-card-title">{t(getSettlement.output.lots.label)}</h3>
        <FigureTable
          head={{ zh: '车场', en: 'Parking lot' }}
          rows={data.lots.map((one) => ({
            ...one,
            key: one.lotId,
            name: nameOf(one),
            filters: { lotId: one.lotId, from: data.fromDay, to: data.toDay },
          }))}
        />
      </section>
      <section>
        <h3 className="by-card-title">{t(getSettlement.output.days.label)}</h3>
        <FigureTable
          head={{ zh: '日期', en: 'Day' }}
          rows={data.days.map((one) => ({
            ...one,
            key: one.day,
            name: one.day,
            filters: { from: one.day, to: one.day },
          }))}
        />
      </section>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Acts({ of, onGone }: { of: Settlement; onGone: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const pending = usePendingReason(of.id, settlementReviews.settle.name);
  const disabledReason = of.state === 'draft' ? pending : SETTLED;
  const refresh = () =>
    Promise.all([refreshLists(settlementList.name), client.invalidateQueries({ queryKey: keyOf(of.id) })]);
  const save = async (format: StatementFormat) => {
    const { url } = await call(getStatement, { settlementId: of.id, format });
    download(url);
  };
  const close = () => setAsked(null);
  const title = (what: string) => `${what} · ${of.subMerchantName}`;
  return (
    <div className="by-row">
      {of.state === 'draft' && (
        <>
          <ActButton
            type="primary"
            access={settleSettlement.access}
            disabledReason={disabledReason}
            onAct={() => setAsked('settle')}
          >
            {t(settleSettlement.title)}
          </ActButton>
          <ActButton access={adjustSettlement.access} disabledReason={disabledReason} onAct={() => setAsked('adjust')}>
            {t(adjustSettlement.title)}
          </ActButton>
          <ActButton
            danger
            access={discardSettlement.access}
            disabledReason={disabledReason}
            onAct={() => setAsked('discard')}
          >
            {t(discardSettlement.title)}
          </ActButton>
        </>
      )}
      {FORMATS.map((format) => (
        <ActButton key={format} access={getStatement.access} onAct={() => save(format)}>
          {t(STATEMENT)} {t(StatementFormat[format])}
        </ActButton>
      ))}
      <OperationDialog
        isOpen={asked === 'adjust'}
        of={adjustSettlement}
        given={{ settlementId: of.id }}
        fields={ADJUST}
        title={title(t(adjustSettlement.title))}
        onClose={close}
        onDone={refresh}
      />
      <OperationDialog
        isOpen={asked === 'settle'}
        of={settleSettlement}
        given={{ settlementId: of.id }}
        fields={SETTLE}
        initial={{ note: t({ zh: '按合同结算', en: 'By contract' }) }}
        title={title(t(settleSettlement.title))}
        hint={{
          zh: '结算后计入应付子商户，不能再改；按审批流程需要时由他人审核',
          en: 'It is booked as payable and cannot be changed; reviewed where the flow requires it',
        }}
        onClose={close}
        onDone={async (answer) => {
          await notifyAnswer(answer);
          await refresh();
        }}
      >
        <p>
          {t(getSettlement.output.payableFen.label)} <Money fen={of.payableFen} isStrong />
        </p>
      </OperationDialog>
      <OperationDialog
        isOpen={asked === 'discard'}
        of={discardSettlement}
        given={{ settlementId: of.id }}
        fields={{}}
        title={title(t(discardSettlement.title))}
        onClose={close}
        onDone={async () => {
          onGone();
          await refreshLists(settlementList.name);
        }}
      />
    </div>
  );
}

function Adjustments({ of }: { of: Settlement }) {
  const t = useText();
  const client = useQueryClient();
  if (of.adjustments.length === 0) return null;
  const remove = async (adjustmentId: string) => {
    await call(removeAdjustment, { settlementId: of.id, adjustmentId });
    await Promise.all([refreshLists(settlementList.name), client.invalidateQueries({ queryKey: keyOf(of.id) })]);
  };
  return (
    <section>
      <h3 className="by-card-title">{t(getSettlement.output.adjustments.label)}</h3>
      {of.adjustments.map((one) => (
        <div key={one.id} className="settlement-note">
          <span>
            {one.note}{' '}
            <span className="by-faint">
              {one.createdBy} <TimeText at={one.createdAt} style="minute" />
            </span>
          </span>
          <span className="by-row">
            <Money fen={one.amountFen} isStrong />
            {of.state === 'draft' && (
              <ActButton type="link" access={removeAdjustment.access} onAct={() => remove(one.id)}>
                {t({ zh: '撤销', en: 'Remove' })}
              </ActButton>
            )}
          </span>
        </div>
      ))}
    </section>
  );
}
