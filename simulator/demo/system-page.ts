import type { Product } from '@boyun/server/product';
import { DEMO_PASSWORD } from './place.ts';
import { signIn } from './sign-in.ts';

const DAY_MS = 86_400_000;

const VERSIONS = [
  {
    App: 'collector',
    Number: '2.3.0',
    IsForced: true,
    NotesZh: '收费记录离线保存，恢复网络后自动补传',
    NotesEn: 'Takings are kept while offline and sent once the net is back',
  },
  {
    App: 'collector',
    Number: '2.4.1',
    IsForced: false,
    NotesZh: '新增车牌扫描，修正打印排版',
    NotesEn: 'Plates are scanned; receipts print as they should',
  },
  {
    App: 'manager',
    Number: '3.0.0',
    IsForced: false,
    NotesZh: '手机上处理报警与审核',
    NotesEn: 'Alarms and reviews on the phone',
  },
];

const BANNERS = [
  { Name: '元旦假期停车保障：12月31日至1月3日各车场增派值守', Place: 'console', Position: 1 },
  { Name: '月卡续费季：续费12个月赠1个月，请提醒到期车主', Place: 'console', Position: 2 },
  { Name: '关注公众号，扫码进出更快捷', Place: 'payment', Position: 1, LinkUrl: 'https://example.com/follow' },
];

/** Roles of the staff at the gates, who must confirm the notice; visitors of the demo need not. */
const GATE_ROLES = ['attendant', 'inspector'];

const NOTICES = [
  {
    Name: '关于元旦期间值班与应急处置的通知',
    Body: [
      '1. 12月31日至1月3日各岗亭实行双人值守，交接班时当面核对现金。',
      '2. 道闸或相机离线超过5分钟，请先人工放行，再到“设备报警通知”登记。',
      '3. 遇消防、救护车辆立即放行，事后补记原因。',
      '',
      '请全体员工阅读后确认。',
    ].join('\n'),
  },
];

/** Words, notices, banners and versions of the apps, so that their pages and the places that use them have something to show. */
export async function addSystemPages(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  await call('/api/dictionary/fill', {});
  await call('/api/dictionary/create', {
    List: 'settle-admit',
    Code: 'shuttle',
    NameZh: '园区班车',
    NameEn: 'Shuttle bus of the park',
    Position: 9,
  });
  const ValidFrom = new Date(product.kernel.clock.now().getTime() - 7 * DAY_MS).toISOString();
  for (const one of BANNERS) await call('/api/banner/create', { ...one, ValidFrom });
  const roles = await call('/api/role/list', { Page: 1, PerPage: 200 });
  const RoleIds = roles.Rows.filter((one) => GATE_ROLES.includes(one.Code ?? '')).map((one) => one.Id);
  for (const one of NOTICES) await call('/api/importantNotice/create', { ...one, ValidFrom, RoleIds });
  const platform = await signIn(product, 'platform', { tenant: 'platform', password: DEMO_PASSWORD });
  for (const one of VERSIONS) await platform('/api/appVersion/publish', one);
}
