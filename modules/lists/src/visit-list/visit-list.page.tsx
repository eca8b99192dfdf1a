import './visit-list.css';
import { disabledReason, type Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  copyText,
  notify,
  QrCode,
  refreshLists,
  TimeText,
  timeText,
  useText,
} from '@boyun/kernel/web';
import { Button } from 'antd';
import { Suspense } from 'react';
import { EntryPage } from '../standing/entry-page.view.tsx';
import { listReviews } from '../standing/list-review.contract.ts';
import { decideVisit, visitList, visitTransitions } from './visit-list.contract.ts';

type Visit = Listed<typeof visitList>;

/** Visitors with their decisions, and the invitation with its QR code. */
export default function VisitListPage() {
  return (
    <EntryPage
      of={visitList}
      kind={listReviews.visitList}
      columns={[
        'plate',
        'state',
        'lotIds',
        'visitorName',
        'hostName',
        'validFrom',
        'validUntil',
        'place',
        'repeats',
        'approval',
        'usedAt',
      ]}
      cells={{
        state: { width: 128 },
        lotIds: { width: 140 },
        visitorName: { width: 96 },
        hostName: { width: 96 },
        validFrom: { width: 134, cell: (row) => <TimeText at={row.validFrom} style="minute" /> },
        validUntil: { width: 134, cell: (row) => <TimeText at={row.validUntil} style="minute" /> },
        place: { width: 120 },
        repeats: { width: 84 },
        approval: { width: 108, isHiddenAtFirst: true },
        usedAt: { isHiddenAtFirst: true },
      }}
      rowActs={(row) => (
        <>
          <Decide row={row} act="approve" isText />
          <Decide row={row} act="reject" isText />
        </>
      )}
      actsWidth={222}
      moreDetail={(row) => <Invitation row={row} />}
    />
  );
}

const ACTS = {
  approve: { zh: '通过', en: 'Approve' },
  reject: { zh: '拒绝', en: 'Reject' },
  cancel: { zh: '取消邀请', en: 'Cancel' },
} as const;

/** Button for a decision on a visit; disabled with the reason if not possible. */
function Decide({ row, act, isText }: { row: Visit; act: keyof typeof ACTS; isText?: boolean }) {
  const t = useText();
  const impossible = disabledReason(visitTransitions, act, row.state);
  return (
    <ActButton
      access={decideVisit.access}
      type={isText ? 'link' : 'default'}
      danger={act !== 'approve'}
      disabledReason={impossible}
      onAct={async () => {
        await call(decideVisit, { visitId: row.id, act });
        notify('good', { zh: '已处理', en: 'Done' });
        await refreshLists(visitList.name);
      }}
    >
      {t(ACTS[act])}
    </ActButton>
  );
}

/** Links for the visitor and the host; the visitor's also as a QR code. */
function Invitation({ row }: { row: Visit }) {
  const t = useText();
  const address = (code: string) => new URL(`/visit/${code}`, location.origin).href;
  const words = t(
    {
      zh: row.plate
        ? '{host}邀请您于 {from} 至 {to} 到访，车牌{plate}：{url}'
        : '{host}邀请您于 {from} 至 {to} 到访，请打开链接填写车牌：{url}',
      en: row.plate
        ? '{host} expects you from {from} to {to}, plate {plate}: {url}'
        : '{host} expects you from {from} to {to}. Open the link to state your plate: {url}',
    },
    {
      host: row.hostName,
      from: timeText(row.validFrom, 'minute'),
      to: timeText(row.validUntil, 'minute'),
      plate: row.plate ?? '',
      url: address(row.code),
    },
  );
  return (
    <section className="visit-invitation">
      <Suspense fallback={<div className="visit-qr" />}>
        <QrCode text={address(row.code)} label={t({ zh: '访客邀请二维码', en: 'QR code of the invitation' })} />
      </Suspense>
      <div className="visit-acts">
        <p className="by-hint">
          {t({
            zh: row.plate
              ? '访客扫码可查看邀请；凭车牌直接入场，无需出示。'
              : '访客扫码填写车牌后生效；凭车牌直接入场，无需出示。',
            en: row.plate
              ? 'The code opens the invitation. At the gate the plate is enough.'
              : 'The visitor states the plate by the code. At the gate the plate is enough.',
          })}
        </p>
        <Button onClick={() => void copyText(words)}>{t({ zh: '复制邀请', en: 'Copy the invitation' })}</Button>
        {row.approval === 'host' && row.state === 'pending' && (
          <Button onClick={() => void copyText(address(row.hostCode))}>
            {t({ zh: '复制审批链接（发给被访人）', en: 'Copy the link for the host' })}
          </Button>
        )}
        <Decide row={row} act="approve" isText />
        <Decide row={row} act="reject" isText />
        <Decide row={row} act="cancel" />
      </div>
    </section>
  );
}
