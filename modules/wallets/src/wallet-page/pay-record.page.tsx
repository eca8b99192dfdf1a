import { FigureBox, ListPage, Money, moneyText, Plate, periodLabel, StateDot, sizeText } from '@boyun/kernel/web';
import { PaymentState, RefundState } from '@boyun/money/contract';
import { OrderAct, useOrderDrawer } from '@boyun/orders/web';
import { Link } from 'react-router';
import { payRecordList } from '../pay-record/pay-record.contract.ts';

/** Payments and refunds of customers with a wallet, by any channel, with the order that was paid. */
export default function PayRecordPage() {
  const [openOrder, drawer] = useOrderDrawer();
  return (
    <>
      <ListPage
        source={payRecordList}
        columns={[
          'createdAt',
          'mobile',
          'holderName',
          'plate',
          'purpose',
          'channel',
          'state',
          'amountFen',
          'lotId',
          'paidAt',
          'paymentNo',
        ]}
        filters={['mobile', 'plate', 'from', 'to', 'lotId', 'channel', 'state']}
        opensOn="last7"
        cells={{
          createdAt: { width: 172 },
          mobile: {
            width: 116,
            cell: (row) => (
              <Link className="by-figure" to={`/_cloud_member/wallet?open=${row.walletId}`}>
                {row.mobile}
              </Link>
            ),
          },
          holderName: { width: 100 },
          plate: {
            width: 124,
            cell: (row) => (row.plate ? <Plate text={row.plate} /> : <span className="by-faint">—</span>),
          },
          purpose: { width: 112 },
          channel: { width: 96 },
          state: {
            width: 106,
            cell: ({ state, purpose }) => {
              const label =
                String(purpose).endsWith('-refund') && state !== 'closed' ? RefundState[state] : PaymentState[state];
              return <StateDot tone={label.tone} label={label} />;
            },
          },
          amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong={row.state === 'succeeded'} /> },
          lotId: { width: 140 },
          paidAt: { isHiddenAtFirst: true },
          paymentNo: { width: 196, isGrowing: true },
        }}
        above={({ listing, state }) => {
          const period = periodLabel(payRecordList.filters, state.filters);
          const { amountFen, balanceFen } = (listing?.totals ?? {}) as Readonly<Record<string, number | undefined>>;
          return (
            <div className="by-figures">
              <FigureBox label={{ zh: `支付笔数（${period.zh}）`, en: `Payments (${period.en.toLowerCase()})` }}>
                {sizeText(listing)}
              </FigureBox>
              <FigureBox label={{ zh: '收款净额', en: 'Net received' }}>{moneyText(amountFen)}</FigureBox>
              <FigureBox label={{ zh: '其中余额支付', en: 'Of it from wallets' }}>{moneyText(balanceFen)}</FigureBox>
            </div>
          );
        }}
        detailActs={(row) => <OrderAct orderId={row.orderId} onOpen={openOrder} />}
        empty={{
          title: { zh: '还没有支付记录', en: 'No payments yet' },
          hint: {
            zh: '有钱包的客户以任何方式付款或退款后会出现在这里',
            en: 'Payments and refunds of customers with a wallet appear here, by any channel',
          },
        }}
      />
      {drawer}
    </>
  );
}
