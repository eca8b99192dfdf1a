import type { Product } from '@boyun/server/product';
import { signIn } from './sign-in.ts';

const DAY_MS = 86_400_000;

const BULLETINS = [
  {
    Name: '关于冬季夜间巡查安排的公告',
    IsPinned: true,
    startedDaysAgo: 2,
    endsInDays: 90,
    Body: [
      '<p>即日起至明年 2 月底，各车场夜间巡查调整如下：</p>',
      '<h3>巡查时间</h3>',
      '<ol><li>22:00–23:00 第一轮，重点检查<b>消防通道</b>与充电区</li><li>03:00–04:00 第二轮，重点检查道闸与岗亭门窗</li></ol>',
      '<h3>发现问题</h3>',
      '<p>占用消防通道的车辆，请用“<a href="/_cloud_Public/plateToMobile">车牌查手机号</a>”联系车主挪车，<u>不要自行拖车</u>。</p>',
      '<blockquote>紧急情况先拨打值班电话，事后在系统中补记。</blockquote>',
    ].join(''),
  },
  {
    Name: '系统将于本周日凌晨升级',
    IsPinned: false,
    startedDaysAgo: 1,
    endsInDays: 6,
    Body: '<p>周日 02:00–02:30 系统升级，期间页面可能短暂不可用，<b>道闸放行不受影响</b>。升级后请刷新页面。</p>',
  },
  {
    Name: '月卡价格调整说明',
    IsPinned: false,
    startedDaysAgo: 20,
    endsInDays: 40,
    Body: [
      '<p>自下月 1 日起，部分车场月卡价格调整。收银时请向车主说明：</p>',
      '<ul><li>已购月卡在有效期内不补差价</li><li>调整前续费按原价，最多续 3 个月</li></ul>',
    ].join(''),
    readers: ['operator', 'finance', 'attendant'],
  },
  {
    Name: '国庆值班表（已更新）',
    IsPinned: false,
    startedDaysAgo: 60,
    Body: '<p>国庆期间值班表见各岗亭，调班请提前一天报值班长。</p>',
    readers: ['operator'],
    isWithdrawn: true,
  },
];

/** Announcements of the demo, read by some of its staff; the last one is a draft. */
export async function addPublicTools(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  const now = product.kernel.clock.now().getTime();
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
  for (const { startedDaysAgo, endsInDays, readers = [], isWithdrawn, ...given } of BULLETINS) {
    const ValidUntil = endsInDays ? at(endsInDays) : null;
    const { Id } = await call('/api/bulletin/create', { ...given, ValidFrom: at(-startedDaysAgo), ValidUntil });
    await call('/api/bulletin/publish', { BulletinId: Id });
    for (const one of readers) await (await signIn(product, one))('/api/bulletin/read', { BulletinId: Id, Edition: 1 });
    if (isWithdrawn) await call('/api/bulletin/withdraw', { BulletinId: Id });
  }
  const draft = { Name: '春节假期安排（草稿）', Body: '<p>待人力资源部确认后发布。</p>', ValidFrom: at(14) };
  await call('/api/bulletin/create', draft);
}
