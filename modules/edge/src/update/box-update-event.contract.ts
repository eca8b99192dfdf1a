import {
  choice,
  event,
  integer,
  lotPlaceholder,
  optional,
  reference,
  text,
  timePlaceholder,
} from '@boyun/kernel/contract';
import { BoxUpdateState, boxUpdateList } from './box-update.contract.ts';

const appVersion = text({ zh: '版本', en: 'Version' }, { max: 32 });
const live = { access: [boxUpdateList.access] };

/** Boxes are to run another version. */
export const boxUpdatePlanned = event('box-upgrade.planned', {
  label: { zh: '计划盒子升级', en: 'An update of boxes was planned' },
  fields: { appVersion, boxCount: integer({ zh: '盒子', en: 'Boxes' }) },
  live,
});

/** An update was taken back. */
export const boxUpdateCancelled = event('box-upgrade.cancelled', {
  label: { zh: '取消盒子升级', en: 'An update of boxes was cancelled' },
  fields: { appVersion, boxCount: integer({ zh: '盒子', en: 'Boxes' }) },
  live,
});

const moved = {
  boxId: reference({ zh: '盒子', en: 'Edge box' }, 'box'),
  boxName: text({ zh: '盒子', en: 'Edge box' }, { max: 64 }),
  appVersion,
  state: choice({ zh: '状态', en: 'State' }, BoxUpdateState),
  detail: optional(text({ zh: '详情', en: 'Detail' }, { max: 255 })),
};

/** A box has gone further with its update. */
export const boxUpdateMoved = event('box-upgrade.moved', {
  label: { zh: '盒子升级进度', en: 'A box went further with its update' },
  fields: moved,
  live,
});

/** A box could not be updated, or missed its window. */
export const boxUpdateFailed = event('box-upgrade.failed', {
  label: { zh: '盒子升级失败', en: 'A box could not be updated' },
  fields: moved,
  live,
  push: {
    placeholders: {
      box: { label: { zh: '盒子', en: 'Edge box' }, value: (data: { readonly boxName: string }) => data.boxName },
      version: { label: appVersion.label, value: (data: { readonly appVersion: string }) => data.appVersion },
      lot: lotPlaceholder,
      time: timePlaceholder,
    },
    path: '/_cloud_device/box?tab=updates',
    message: 'alarm',
    title: { zh: '盒子升级未成功：{box}', en: 'Not updated: {box}' },
    body: {
      zh: '{lot}的盒子“{box}”没有升级到{version}，请在“盒子运行”的“升级”中查看原因。',
      en: 'Box "{box}" at {lot} was not updated to {version}. See why under "Boxes at work", "Updates".',
    },
  },
});
