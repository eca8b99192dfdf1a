import {
  choicesOf,
  FigureBox,
  FilterSwitch,
  ListPage,
  Money,
  moneyText,
  periodLabel,
  StateDot,
  sizeText,
} from '@boyun/kernel/web';
import { Link } from 'react-router';
import { TopUpState, topUpList } from '../top-up/top-up.contract.ts';

const STATES = choicesOf(TopUpState);

/** Top-ups of wallets with their gifts, and what of them is left or was refunded. */
export default function RechargePage() {
  return (
    <ListPage
      source={topUpList}
      columns={[
        'createdAt',
        'mobile',
        'holderName',
        'state',
        'amountFen',
        'giftFen',
        'leftFen',
        'giftLeftFen',
        'refundedFen',
        'channel',
        'giftRuleId',
        'lotId',
        'actorName',
        'note',
        'paymentNo',
        'paidAt',
      ]}
      filters={['mobile', 'from', 'to', 'lotId', 'channel', 'state', 'giftRuleId']}
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
        state: {
          width: 96,
          cell: (row) => <StateDot tone={TopUpState[row.state].tone} label={TopUpState[row.state]} />,
        },
        amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong={row.state === 'succeeded'} /> },
        giftFen: { width: 100 },
        leftFen: { width: 116 },
        giftLeftFen: { width: 116 },
        refundedFen: { width: 96 },
        channel: { width: 96 },
        giftRuleId: { width: 130 },
        lotId: { width: 140 },
        actorName: { width: 100 },
        note: { isHiddenAtFirst: true },
        paymentNo: { width: 196, isGrowing: true },
        paidAt: { isHiddenAtFirst: true },
      }}
      above={({ listing, state }) => {
        const period = periodLabel(topUpList.filters, state.filters);
        const totals = (listing?.totals ?? {}) as Readonly<Record<string, number | undefined>>;
        return (
          <div className="by-figures">
            <FigureBox label={{ zh: `充值笔数（${period.zh}）`, en: `Top-ups (${period.en.toLowerCase()})` }}>
              {sizeText(listing)}
            </FigureBox>
            <FigureBox label={topUpList.totals!.amountFen!.label} tone="by-tone-good">
              {moneyText(totals.amountFen)}
            </FigureBox>
            <FigureBox label={topUpList.totals!.giftFen!.label}>{moneyText(totals.giftFen)}</FigureBox>
            <FigureBox label={topUpList.totals!.refundedFen!.label}>{moneyText(totals.refundedFen)}</FigureBox>
          </div>
        );
      }}
      toolbar={(context) => (
        <FilterSwitch context={context} filter="state" choices={STATES} allLabel={{ zh: '全部状态', en: 'All' }} />
      )}
      empty={{
        title: { zh: '还没有充值', en: 'No top-ups yet' },
        hint: { zh: '在“客户钱包”中为客户充值', en: 'Top a wallet up on the page of wallets' },
      }}
    />
  );
}
