import './pack.css';
import {
  choicesOf,
  FieldList,
  FilterSwitch,
  ListPage,
  listLink,
  Money,
  Plate,
  TimeText,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { PackReturnState, packReturnList } from './pack-return.contract.ts';

const PACKS = '/_cloud_operation/packManage';
const STATES = choicesOf(PackReturnState);
const { id: _id, packId: _packId, ...TOLD } = packReturnList.columns;

const WORDS = {
  refund: {
    title: { zh: '还没有月卡退款', en: 'No refunds yet' },
    hint: {
      zh: '在月卡管理中打开月卡，选择“退款”；按剩余时间折算，审核通过后原路退回',
      en: 'Open a pack and choose "Refund": its remaining value is refunded after approval',
    },
  },
  cancel: {
    title: { zh: '还没有月卡注销', en: 'No cancellations yet' },
    hint: { zh: '在月卡管理中打开月卡，选择“注销”', en: 'Open a pack and choose "Cancel the pack"' },
  },
} as const;

/** Cancellations or refunds of packs: remaining value, amount refunded, requester and approver. */
export default function PackReturns({ kind }: { kind: keyof typeof WORDS }) {
  const t = useText();
  const navigate = useNavigate();
  const isRefund = kind === 'refund';
  return (
    <ListPage
      source={packReturnList}
      name={`pack-${kind}`}
      title={isRefund ? { zh: '月卡退款', en: 'Monthly-pack refunds' } : { zh: '月卡注销', en: 'Monthly-pack cancel' }}
      fixed={{ kind }}
      columns={[
        'plates',
        'state',
        'ruleName',
        'ownerName',
        'lotId',
        'paidFen',
        'unusedDays',
        'worthFen',
        ...(isRefund ? (['amountFen', 'method'] as const) : []),
        'reason',
        'requestedByName',
        'requestedAt',
        'decidedByName',
        'decidedAt',
        'packNo',
        'returnNo',
      ]}
      filters={['plate', 'lotId', 'state', 'from', 'to']}
      cells={{
        plates: {
          width: 132,
          isGrowing: false,
          cell: (row) => <Plate text={row.plates.split(' ')[0]} to={listLink(PACKS, { packNo: row.packNo })} />,
        },
        state: { width: 100 },
        ruleName: { width: 130 },
        ownerName: { width: 90 },
        lotId: { width: 140 },
        unusedDays: { width: 90 },
        amountFen: { width: 104, cell: (row) => <Money fen={row.amountFen} isStrong={row.state === 'done'} /> },
        method: { width: 92 },
        reason: { width: 160, isGrowing: true },
        requestedByName: { width: 90 },
        requestedAt: { width: 134, cell: (row) => <TimeText at={row.requestedAt} style="minute" /> },
        decidedByName: { isHiddenAtFirst: true },
        decidedAt: { isHiddenAtFirst: true },
        packNo: { isHiddenAtFirst: true },
        returnNo: { isHiddenAtFirst: true },
      }}
      toolbar={(context) => (
        <>
          <Button type="primary" onClick={() => navigate(listLink(PACKS, { state: 'active' }))}>
            {t(isRefund ? { zh: '申请退款', en: 'Ask for a refund' } : { zh: '申请注销', en: 'Ask to cancel a pack' })}
          </Button>
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      detail={(row) => <FieldList fields={TOLD} row={row} />}
      detailActs={(row) => (
        <Button onClick={() => navigate(`${PACKS}?open=${row.packId}`)}>
          {t({ zh: '查看月卡', en: 'See the pack' })}
        </Button>
      )}
      empty={WORDS[kind]}
    />
  );
}
