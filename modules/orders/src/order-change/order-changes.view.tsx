import type { Output } from '@boyun/kernel/contract';
import { StateDot, TimeText, useText, ZoomPicture } from '@boyun/kernel/web';
import { Fragment } from 'react';
import { type getOrder, OrderChangeKind } from '../order/order.contract.ts';
import './order-change.css';

/** Manual changes of an order: values before and after, requester, reason and approver. */
export function OrderChanges({ changes, zone }: { changes: Output<typeof getOrder>['changes']; zone: string }) {
  const t = useText();
  return (
    <ul className="order-changes">
      {changes.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
        <li key={index}>
          <p>
            <StateDot tone={OrderChangeKind[one.kind].tone} label={OrderChangeKind[one.kind]} />
            <TimeText at={one.at} zone={zone} />
          </p>
          {one.lines.map((line) => (
            <Fragment key={line.label.en}>
              <p>
                <span className="by-faint">{t(line.label)}</span> {t(line.before)} → <b>{t(line.after)}</b>
              </p>
              {line.pictureAfter && (
                <p className="order-change-pictures">
                  {line.pictureBefore && <ZoomPicture address={line.pictureBefore} label={line.before} />}
                  <ZoomPicture address={line.pictureAfter} label={line.after} />
                </p>
              )}
            </Fragment>
          ))}
          <p>
            <span className="by-faint">{t({ zh: '原因', en: 'Reason' })}</span> {one.reason}
          </p>
          <p className="by-faint by-small">
            {t({ zh: '申请人 {name}', en: 'Requested by {name}' }, { name: one.requestedByName })}
            {' · '}
            {one.reviewers.length > 0
              ? t({ zh: '审核人 {names}', en: 'Agreed by {names}' }, { names: one.reviewers.join('、') })
              : t({ zh: '按流程无需审核', en: 'No review was needed' })}
          </p>
        </li>
      ))}
    </ul>
  );
}
