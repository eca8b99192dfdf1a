import { FindingKind } from '@boyun/domain/patrol';
import { choice, event, optional, reference, text } from '@boyun/kernel/contract';
import { FindingAct, seeFindings } from './patrol-finding.contract.ts';

const findingId = reference({ zh: '巡逻发现', en: 'Finding' }, 'patrol-finding');
const plate = text({ zh: '车牌', en: 'Plate' }, { max: 16 });
const kind = choice({ zh: '问题', en: 'Finding' }, FindingKind);

/** A patrol car found something that nobody had found before. */
export const findingMade = event('patrol-finding.made', {
  label: { zh: '巡逻车发现问题', en: 'A patrol found something' },
  fields: {
    findingId,
    kind,
    plate,
    carName: text({ zh: '巡逻车', en: 'Patrol car' }, { max: 64 }),
    detailZh: text({ zh: '说明', en: 'Detail (Chinese)' }),
    detailEn: text({ zh: '英文说明', en: 'Detail' }),
  },
  live: { access: [seeFindings] },
  push: {
    placeholders: {
      plate: { label: plate.label, value: (data) => data.plate },
      kind: { label: kind.label, value: (data) => FindingKind[data.kind] },
      detail: { label: { zh: '说明', en: 'Detail' }, value: (data) => ({ zh: data.detailZh, en: data.detailEn }) },
      car: { label: { zh: '巡逻车', en: 'Patrol car' }, value: (data) => data.carName },
    },
    title: { zh: '巡逻发现：{plate} {kind}', en: 'Patrol: {plate}, {kind}' },
    body: { zh: '{car}看到{plate}：{detail}', en: '{car} saw {plate}: {detail}' },
    path: (data) => `/_cloud_operation/patrolFinding?open=${data.findingId}`,
    message: 'alarm',
  },
});

const live = { access: [seeFindings] };

/** Somebody confirmed a finding. */
export const findingConfirmed = event('patrol-finding.confirmed', {
  label: { zh: '确认巡逻发现', en: 'A finding was confirmed' },
  fields: { findingId, plate, kind, act: choice({ zh: '处理方式', en: 'What followed' }, FindingAct) },
  live,
});

/** Somebody dismissed a finding. */
export const findingDismissed = event('patrol-finding.dismissed', {
  label: { zh: '排除巡逻发现', en: 'A finding was dismissed' },
  fields: { findingId, plate, kind, reason: optional(text({ zh: '原因', en: 'Reason' })) },
  live,
});

/** What was found is over without anybody's doing: the debts are settled, or the car has left. */
export const findingResolved = event('patrol-finding.resolved', {
  label: { zh: '巡逻发现自动解决', en: 'A finding was resolved by itself' },
  fields: { findingId, plate, kind },
  live,
});
