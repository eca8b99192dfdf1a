import {
  choice,
  instant,
  integer,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  text,
} from '@boyun/kernel/contract';
import { wallScreen } from '../wall-screen/wall-screen.contract.ts';

/** State of a link. */
export const LinkState = {
  active: { zh: '有效', en: 'Valid', tone: 'good' },
  expired: { zh: '已过期', en: 'Expired', tone: 'warn' },
  revoked: { zh: '已撤销', en: 'Revoked', tone: 'neutral' },
} as const;

/** Where a shared screen is opened; the code follows behind `#`, so that no server logs it. */
export const SHARED_SCREEN_PATH = '/shared_screen';

const share = permission('wall-screen.share', { zh: '分享大屏', en: 'Share big screens' });
const wallScreenId = reference({ zh: '大屏', en: 'Big screen' }, 'wall-screen');
const name = text({ zh: '用途', en: 'For' }, { max: 64, hint: { zh: '如：大堂电视', en: 'Such as: TV in the lobby' } });
const id = text({ zh: '编号', en: 'Id' });
const expiresAt = instant({ zh: '到期时间', en: 'Expires' });

/** The links to screens, without their code. */
export const screenLinkList = report('screen-link', {
  title: { zh: '分享链接', en: 'Shared links' },
  path: '/api/wallScreen/link/list',
  access: wallScreen.can.list,
  filters: {
    wallScreenId: optional(wallScreenId),
    state: optional(choice({ zh: '状态', en: 'State' }, LinkState)),
  },
  columns: {
    id,
    name,
    wallScreenId,
    wallScreenName: text({ zh: '大屏', en: 'Big screen' }),
    state: choice({ zh: '状态', en: 'State' }, LinkState),
    expiresAt,
    lastUsedAt: optional(instant({ zh: '最近打开', en: 'Last opened' })),
    createdBy: text({ zh: '创建人', en: 'Made by' }),
    createdAt: instant({ zh: '创建时间', en: 'Made' }),
  },
});

/** Makes a link that shows one screen to whoever has it; the code is returned only here. */
export const createScreenLink = operation('create-screen-link', {
  title: { zh: '分享', en: 'Share' },
  path: '/api/wallScreen/link/create',
  access: share,
  input: {
    wallScreenId,
    name,
    days: integer({ zh: '有效天数', en: 'Valid for (days)' }, { min: 1, max: 366, byDefault: 30 }),
  },
  output: { id, path: text({ zh: '地址', en: 'Address' }), expiresAt },
  audit: 'screen-link.created',
});

/** Ends a link at once. */
export const withdrawScreenLink = operation('withdraw-screen-link', {
  title: { zh: '撤销', en: 'Revoke' },
  path: '/api/wallScreen/link/withdraw',
  access: share,
  input: { screenLinkId: text({ zh: '链接', en: 'Link' }, { max: 36 }) },
  output: {},
  audit: 'screen-link.withdrawn',
});

export const screenLinkRefusal = refusals('screen-link', {
  unknown: {
    status: 404,
    zh: '链接无效、已过期或已撤销',
    en: 'This link is not valid, has expired or was revoked',
  },
  'too-many': { status: 409, zh: '该大屏的有效链接已达{most}个', en: 'This screen already has {most} valid links' },
});
