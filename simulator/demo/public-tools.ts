import { plateColor, plateColorOf } from '@boyun/domain/plate';
import type { Product } from '@boyun/server/product';
import { renderPassing } from '../replay/picture.ts';
import { type Call, signIn } from './sign-in.ts';

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
async function announce(product: Product, call: Call): Promise<void> {
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

const LOOK_UPS = [
  { account: 'attendant', Reason: '挡住其他车辆', note: '东门入口旁' },
  { account: 'operator', Reason: '占用消防通道', note: '负一层消防通道' },
  { account: 'operator', Reason: '车灯未关或车窗未关', note: null },
  { account: 'attendant', Reason: '车辆被刮擦或损坏', note: null },
];

const platesIn = async (call: Call, path: string, body: object) => {
  const { Rows } = await call(path, { ...body, Page: 1, PerPage: 100 });
  return (Rows as unknown as { Plate: string }[]).map((one) => one.Plate);
};

/** Owners that staff looked up, some of whom got an SMS; the last plate belongs to nobody known. */
async function lookUpOwners(product: Product, call: Call): Promise<void> {
  const known = await platesIn(call, '/api/member/car/list', { State: 'certified' });
  // Whoever is on duty finds only the owners of cars that stand in the own lots.
  const inside = new Set(await platesIn(call, '/api/order/getInLotPage', {}));
  const ordered = [...known.filter((one) => inside.has(one)), ...known.filter((one) => !inside.has(one))];
  const plates = [...ordered.slice(0, LOOK_UPS.length - 1), '湘A8K6T2'];
  for (const [index, Plate] of plates.entries()) {
    const { account, Reason, note } = LOOK_UPS[index]!;
    const act = await signIn(product, account);
    const found = (await act('/api/plateContact/find', { Plate, Reason })) as unknown as {
      LookupId: string;
      MobileMark: string | null;
    };
    if (note && found.MobileMark)
      await act('/api/plateContact/text', { LookupId: found.LookupId, Note: note, Callback: '0755-26001234' });
  }
}

const PICTURES = ['粤B8K52D', '粤BD36210', '粤A61M28', 'no-plate', '粤B17Q90'];

/** Pictures read by the sandbox, which knows the plate from the name of the file. */
async function readPictures(product: Product, call: Call): Promise<void> {
  await call('/api/recogniser/create', { Name: '演示识别', Provider: 'sandbox', MonthlyLimit: 1000 });
  const operator = await signIn(product, 'operator');
  for (const [index, name] of PICTURES.entries()) {
    const plate = name === 'no-plate' ? '' : name;
    const color = plateColor[plateColorOf(plate)].code;
    const atMs = product.kernel.clock.now().getTime() - index * 3_600_000;
    const body = new FormData();
    const jpeg = renderPassing(plate, color as Parameters<typeof renderPassing>[1], { label: '巡逻手机', atMs });
    body.append('File', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), `${name}.jpg`);
    await operator('/api/recognition/read', body);
  }
}

/** What the staff of the demo announced, looked up and read. */
export async function addPublicTools(product: Product): Promise<void> {
  const call = await signIn(product, 'admin');
  await announce(product, call);
  await lookUpOwners(product, call);
  await readPictures(product, call);
}
