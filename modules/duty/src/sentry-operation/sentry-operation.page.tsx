import { FieldList, ListPage, listLink, Plate, StateDot, useText, ZoomPicture } from '@boyun/kernel/web';
import { Link } from 'react-router';
import { AbnormalType, sentryOperationList } from './sentry-operation.contract.ts';

/** Manual operations outside the normal course: account, source, reason and picture. */
export default function SentryOperationPage() {
  const t = useText();
  return (
    <ListPage
      source={sentryOperationList}
      columns={[
        'at',
        'abnormalType',
        'plate',
        'personName',
        'source',
        'lotId',
        'laneId',
        'sentryId',
        'reason',
        'detail',
        'picture',
      ]}
      filters={['abnormalType', 'source', 'lotId', 'sentryId', 'plate', 'from', 'to']}
      cells={{
        at: { width: 156 },
        abnormalType: {
          width: 124,
          cell: (row) => <StateDot tone={AbnormalType[row.abnormalType].tone} label={AbnormalType[row.abnormalType]} />,
        },
        plate: {
          width: 124,
          isGrowing: false,
          cell: (row) =>
            row.plate ? (
              <Plate text={row.plate} to={listLink('/_cloud_operation/passRecord', { plate: row.plate })} />
            ) : (
              <span className="by-faint">—</span>
            ),
        },
        personName: { width: 96, isGrowing: false },
        source: { width: 104 },
        lotId: { width: 140 },
        laneId: { width: 116 },
        sentryId: { isHiddenAtFirst: true },
        reason: { width: 180, isGrowing: true },
        detail: { width: 220, isGrowing: true },
        picture: {
          width: 76,
          cell: (row) => <ZoomPicture address={row.picture} label={{ zh: '现场图片', en: 'Picture' }} />,
        },
      }}
      detailTitle={(row) => t(AbnormalType[row.abnormalType])}
      detailWidth={600}
      detail={(row) => (
        <>
          {row.picture && <ZoomPicture address={row.picture} label={{ zh: '现场图片', en: 'Picture' }} size="fill" />}
          <FieldList
            fields={sentryOperationList.columns}
            keys={['at', 'personName', 'source', 'plate', 'lotId', 'laneId', 'sentryId', 'reason', 'detail']}
            row={row}
          />
          {row.orderId && (
            <p>
              <Link to={`/_cloud_operation/order?orderId=${row.orderId}`}>
                {t({ zh: '查看订单', en: 'See the order' })}
              </Link>
            </p>
          )}
        </>
      )}
      empty={{
        title: { zh: '没有异常操作', en: 'No unusual operations' },
        hint: {
          zh: '人工开闸、放行、更正订单等操作会自动记在这里',
          en: 'Barriers opened by hand, cars let through and orders corrected are recorded here automatically',
        },
      }}
    />
  );
}
