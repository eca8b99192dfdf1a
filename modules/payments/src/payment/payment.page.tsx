import type { Label, ReportRow, Tone } from '@boyun/kernel/contract';
import {
  choicesOf,
  FigureBox,
  FilterSwitch,
  type ListContext,
  ListPage,
  listLink,
  Money,
  moneyText,
  Plate,
  periodLabel,
  StateDot,
  sizeText,
} from '@boyun/kernel/web';
import { PaymentState, RefundState } from '@boyun/money/contract';
import { useOrderDrawer } from '@boyun/orders/web';
import { useNavigate } from 'react-router';
import { paymentList } from './payment.contract.ts';
import './payment.css';

type Row = ReportRow<typeof paymentList>;

const STATES = choicesOf(PaymentState);

/** Every payment; a click opens the order or the pack it was for. */
export default function PaymentPage() {
  const [openOrder, drawer] = useOrderDrawer();
  const navigate = useNavigate();
  return (
    <ListPage
      source={paymentList}
      columns={[
        'plate',
        'createdAt',
        'lotId',
        'purpose',
        'channel',
        'scene',
        'state',
        'amountFen',
        'excessFen',
        'actorName',
        'paidAt',
        'paymentNo',
      ]}
      filters={[
        'plate',
        'from',
        'to',
        'purpose',
        'lotId',
        'channel',
        'scene',
        'state',
        'isToRedo',
        'isRefund',
        'isCash',
        'isArrears',
        'actorId',
      ]}
      opensOn="today"
      cells={{
        plate: {
          width: 132,
          isGrowing: false,
          cell: (row) =>
            row.plate === '' ? (
              <span className="by-figure">{row.cardNo}</span>
            ) : (
              <Plate
                text={row.plate}
                color={row.plateColor}
                to={listLink('/_cloud_operation/order', { plate: row.plate })}
              />
            ),
        },
        purpose: { width: 112 },
        channel: { width: 96 },
        scene: { width: 96 },
        state: { width: 106, cell: (row) => <StateDot {...stateOf(row)} /> },
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
      toolbar={(context) => (
        <FilterSwitch context={context} filter="state" choices={STATES} allLabel={{ zh: '全部状态', en: 'All' }} />
      )}
      onOpen={(row) => (row.orderId ? openOrder(row.orderId) : navigate(addressOf(row)))}
      empty={{
        title: { zh: '还没有支付流水', en: 'No payments yet' },
        hint: {
          zh: '现金收费或司机扫码支付后会出现在这里',
          en: 'They appear here when cash is taken or a driver pays by phone',
        },
      }}
    >
      {() => drawer}
    </ListPage>
  );
}

/** The state of a payment or a refund, each with labels of its own. */
function stateOf({ state, purpose }: Row): { tone: Tone; label: Label } {
  const label: Label & { tone: Tone } =
    purpose === 'order-refund' && state !== 'closed' ? RefundState[state] : PaymentState[state];
  return { tone: label.tone, label };
}

/** The pack, the card or the wallet a payment is for. */
const addressOf = ({ packId, cardNo, plate }: Row) => {
  if (packId) return `/_cloud_operation/packManage?open=${packId}`;
  return cardNo ? listLink('/_cloud_operation/card', { cardNo }) : listLink('/_cloud_member/payRecord', { plate });
};

function Figures({ context }: { context: ListContext<Row> }) {
  const { listing } = context;
  const period = periodLabel(paymentList.filters, context.state.filters);
  const { amountFen, receivedFen, cardFen } = (listing?.totals ?? {}) as Readonly<Record<string, number | undefined>>;
  return (
    <div className="by-figures pay-figures">
      <FigureBox label={{ zh: `流水笔数（${period.zh}）`, en: `Payments (${period.en.toLowerCase()})` }}>
        {sizeText(listing)}
      </FigureBox>
      <FigureBox label={{ zh: '收款净额', en: 'Net received' }} tone={(amountFen ?? 0) > 0 ? 'by-tone-good' : ''}>
        {moneyText(amountFen)}
      </FigureBox>
      {receivedFen !== amountFen && (
        <FigureBox label={{ zh: '计入实收（不含充值）', en: 'Received, no recharges' }}>
          {moneyText(receivedFen)}
        </FigureBox>
      )}
      {cardFen ? (
        <FigureBox label={{ zh: '其中储值卡与余额支付', en: 'Of it from cards and wallets' }}>
          {moneyText(cardFen)}
        </FigureBox>
      ) : null}
    </div>
  );
}
