import type { Label } from '@boyun/kernel/contract';
import { FieldList, moneyText, Plate, Skeleton, TimeText, timeText, useText } from '@boyun/kernel/web';
import { Hours } from '@boyun/lists/web';
import { OpenPurchases } from '@boyun/money/web';
import { PendingBanner } from '@boyun/reviews/web';
import { useFoundPack } from './found-pack.view.ts';
import { getPack, type Pack, PackAct, pack } from './pack.contract.ts';
import type { FoundPack } from './pack-dialog.view.tsx';
import { PackPaid } from './pack-method.contract.ts';
import { packPurpose } from './pack-purpose.contract.ts';
import { packReviews } from './pack-review.contract.ts';

/** The fields of the detail; both ends of the hours are shown as one. */
const DETAIL_FIELDS = {
  ...pack.allFields,
  ...getPack.output,
  dailyFrom: { ...pack.allFields.dailyFrom!, label: { zh: '有效时段', en: 'Hours' } },
};
/** What applies to a pack until a request about it is decided. */
const EFFECTS: Readonly<Record<string, Label>> = {
  [packReviews.sale.name]: {
    zh: '办理申请正在审核，通过后生效',
    en: 'The sale is under review; the pack takes effect once approved',
  },
  [packReviews.cancel.name]: {
    zh: '注销申请正在审核，审核前月卡照常有效',
    en: 'The cancellation is under review; until then the pack stays in effect',
  },
  [packReviews.refund.name]: {
    zh: '退款申请正在审核，审核前月卡照常有效',
    en: 'The refund is under review; until then the pack stays in effect',
  },
};

/** Detail of a pack: its plates, fields and history. */
export default function PackDetail({ row, onChanged }: { row: Pack; onChanged: () => unknown }) {
  const t = useText();
  const found = useFoundPack(row);
  return (
    <div className="pack-detail">
      <p className="pack-head">
        {row.plates.split(' ').map((plate) => (
          <Plate key={plate} text={plate} />
        ))}
      </p>
      <PendingBanner subjectId={row.id} effects={EFFECTS} />
      <OpenPurchases kind={packPurpose.kind} subjectId={row.id} onEnd={onChanged} />
      <FieldList
        fields={DETAIL_FIELDS}
        keys={[
          'packNo',
          'packRuleId',
          'lotId',
          'lotNames',
          'ownerName',
          'ownerPhone',
          'validFrom',
          'validUntil',
          'dailyFrom',
          'carsPerPack',
          'paidFen',
          ...(row.refundedFen > 0 ? (['refundedFen'] as const) : []),
          'pausedAt',
          'endedAt',
          'remark',
        ]}
        row={{ ...row, lotNames: found?.lotNames ?? t({ zh: '全部车场', en: 'All lots' }) }}
        cells={{ dailyFrom: <Hours row={row} /> }}
      />
      <h3 className="pack-title">{t({ zh: '办理记录', en: 'History' })}</h3>
      {found ? <History found={found} /> : <Skeleton />}
    </div>
  );
}

function History({ found }: { found: FoundPack }) {
  const t = useText();
  return (
    <ol className="pack-history">
      {found.history.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its head and is replaced as a whole
        <li key={index}>
          <b>{t(PackAct[one.act])}</b>
          <span className="by-faint">
            <TimeText at={one.at} /> · {one.actorName}
          </span>
          <span>
            {[
              one.amountFen > 0 && `¥${moneyText(one.amountFen)}${one.method ? ` ${t(PackPaid[one.method])}` : ''}`,
              one.plates.join(' '),
              one.validUntil &&
                t({ zh: '有效期至 {at}', en: 'until {at}' }, { at: timeText(one.validUntil, 'minute') }),
              one.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
}
