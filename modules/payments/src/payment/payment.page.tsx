import type { ReportRow } from '@boyun/kernel/contract';
import { type ListContext, ListPage, listLink, Money, moneyText, Plate, sizeText, useText } from '@boyun/kernel/web';
import { OrderDrawer } from '@boyun/orders/web';
import { Segmented } from 'antd';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PaymentState, paymentList } from './payment.contract.ts';
import './payment.css';

type Row = ReportRow<typeof paymentList>;

/** Every payment; a click opens the order it was for. */
export default function PaymentPage() {
  const [query, setQuery] = useSearchParams();
  const open = (orderId: string | null) =>
    setQuery(
      (last) => {
        const next = new URLSearchParams(last);
        if (orderId) next.set('orderId', orderId);
        else next.delete('orderId');
        return next;
      },
      { replace: true },
    );
  return (
    <ListPage
      source={paymentList}
      columns={[
        'plate',
        'createdAt',
        'lotId',
        'channel',
        'state',
        'amountFen',
        'excessFen',
        'actorName',
        'paidAt',
        'paymentNo',
      ]}
      filters={['plate', 'lotId', 'from', 'to', 'channel', 'state']}
      cells={{
        plate: {
          width: 132,
          isGrowing: false,
          cell: (row) => (
            <Plate
              text={row.plate}
              color={row.plateColor}
              to={listLink('/_cloud_operation/order', { plate: row.plate })}
            />
          ),
        },
        channel: { width: 96 },
        state: { width: 100 },
        excessFen: {
          label: { zh: '多付', en: 'Overpaid' },
          width: 96,
          cell: (row) =>
            row.excessFen > 0 ? (
              <span className="by-figure pay-excess">{moneyText(row.excessFen)}</span>
            ) : (
              <span className="by-faint">—</span>
            ),
        },
        amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong={row.state === 'succeeded'} /> },
        actorName: { width: 104, isGrowing: false },
        paidAt: { isHiddenAtFirst: true },
        paymentNo: { width: 196, isGrowing: false },
      }}
      above={(context) => <Figures context={context} />}
      toolbar={(context) => <States context={context} />}
      onOpen={(row) => open(row.orderId)}
      empty={{
        title: { zh: '还没有支付流水', en: 'No payments yet' },
        hint: {
          zh: '现金收费或司机扫码支付后会出现在这里',
          en: 'They appear here when cash is taken or a driver pays by phone',
        },
      }}
    >
      {() => (
        <Suspense fallback={null}>
          <OrderDrawer orderId={query.get('orderId')} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListPage>
  );
}

function Figures({ context }: { context: ListContext<Row> }) {
  const t = useText();
  const { listing } = context;
  const sumFen = (listing?.totals as { amountFen?: number } | undefined)?.amountFen;
  return (
    <div className="by-figures pay-figures">
      <div className="by-figure-box">
        <span>{t({ zh: '流水笔数', en: 'Payments' })}</span>
        <b className="by-figure">{sizeText(listing)}</b>
      </div>
      <div className="by-figure-box by-tone-good">
        <span>{t({ zh: '成功金额合计', en: 'Succeeded in all' })}</span>
        <b className="by-figure">{moneyText(sumFen)}</b>
      </div>
    </div>
  );
}

type State = keyof typeof PaymentState;

function States({ context }: { context: ListContext<Row> }) {
  const t = useText();
  const { state, ...rest } = context.state.filters;
  return (
    <Segmented<State | ''>
      value={(state as State | undefined) ?? ''}
      options={[
        { value: '', label: t({ zh: '全部', en: 'All' }) },
        ...(Object.keys(PaymentState) as State[]).map((key) => ({ value: key, label: t(PaymentState[key]) })),
      ]}
      onChange={(key) => context.state.setFilters(key ? { ...rest, state: key } : rest)}
    />
  );
}
