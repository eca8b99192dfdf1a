/**
 * Makes the images of the guides from a running product with data in it:
 * `node journeys/guide-pictures.ts http://127.0.0.1:8080 demo admin`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUIDES, type GuideType, stepImage } from '@boyun/web/shell/guide-step';
import type { Page } from 'playwright-core';
import { openBrowser, signIn } from './browser.ts';

type Language = 'zh' | 'en';

/** One picture: a page, the button pressed, the highlighted part, and the caption. */
interface Scene {
  readonly path: string;
  /** Name of a button to press first. */
  readonly press?: RegExp;
  readonly ring: string;
  readonly words: Readonly<Record<Language, string>>;
}

const MERCHANT = '/_cloud_operation/discount';
const MERCHANT_DISCOUNT = '/_cloud_operation/merchantDiscount';
const MERCHANT_GRANT = '/_cloud_operation/merchantGrant';
const MERCHANT_STATEMENT = '/_cloud_operation/merchantStatement';
const PACK = '/_cloud_operation/packManage';
const UNIT = '/_cloud_group/unit';
const UNIT_VEHICLE = '/_cloud_group/vehicle';
const UNIT_ACCOUNT = '/_cloud_group/account';
const UNIT_BILL = '/_cloud_group/bill';
const ADD = /^(新增|Add)$/;
const SELL = /^(办理月卡|Sell a pack)$/;
const ADD_ACCOUNT = /^(新增单位账号|Add an account)$/;
const SHEET = '.by-drawer, .ant-modal';
const ROWS = '.shell-page:not([style*="none"]) .by-grid-body';
const FILTERS = '.shell-page:not([style*="none"]) .by-query';
const MENU = '.side-menu [aria-current=page]';

const SCENES: Readonly<Record<GuideType, readonly Scene[]>> = {
  merchant: [
    {
      path: MERCHANT,
      ring: MENU,
      words: {
        zh: '为顾客停车付费的商家在“优惠 · 商家优惠”中管理',
        en: 'Merchants that pay for their customers’ parking are under "Discounts · Merchants"',
      },
    },
    {
      path: MERCHANT,
      ring: ROWS,
      words: {
        zh: '每一行是一家商家：结算方式、余额和可用额度；额度不足时标红，点“充值”',
        en: 'Each row is a merchant with its balance and what is available; press "Top up" when it is low',
      },
    },
    {
      path: MERCHANT,
      press: ADD,
      ring: SHEET,
      words: {
        zh: '点“新增”，填写名称、合作车场和合同期限，选择预付或月结',
        en: 'Press "Add", enter name, lots and contract, and choose prepaid or monthly',
      },
    },
    {
      path: MERCHANT_DISCOUNT,
      press: ADD,
      ring: SHEET,
      words: {
        zh: '在“商家优惠方案”中设置它可发放的优惠：减时长、减金额、打折或全免',
        en: 'Set what it may grant under "Merchant discounts": minutes, an amount, a percentage or the whole fee',
      },
    },
    {
      path: MERCHANT_GRANT,
      ring: ROWS,
      words: {
        zh: '商家登录“商家工作台”按车牌或扫码发放，每一张在此可查，离场自动抵扣',
        en: 'The merchant grants at its own desk, by plate or by a code; every grant is listed and applies at the exit',
      },
    },
    {
      path: MERCHANT_STATEMENT,
      ring: ROWS,
      words: {
        zh: '月底在“商家月对账单”核对充值、使用和应付，点“导出”发给商家',
        en: 'At the end of the month check top-ups, use and what is owed in "Merchant statements" and export it',
      },
    },
  ],
  'monthly-card': [
    {
      path: PACK,
      ring: MENU,
      words: {
        zh: '月卡在“月卡 · 月卡管理”中办理，种类与价格在“月卡规则”中设置',
        en: 'Packs are sold in "Monthly packs"; types and prices are set in "Monthly-pack rules"',
      },
    },
    {
      path: PACK,
      ring: FILTERS,
      words: {
        zh: '按车牌、月卡规则或办理车场查找月卡，“更多筛选”还有车主与到期时间',
        en: 'Find packs by plate, rule or lot; under "More filters" also by owner and end date',
      },
    },
    {
      path: PACK,
      press: SELL,
      ring: SHEET,
      words: {
        zh: '点“办理月卡”，选择规则与车场，填写车牌和起始日期',
        en: 'Press "Sell a pack", select the rule and the lot, and enter the plates and the first day',
      },
    },
    {
      path: PACK,
      ring: ROWS,
      words: {
        zh: '列表显示每张月卡的状态与剩余天数，到期前点“续费”',
        en: 'The list shows the state of each pack and the days left; press "Renew" before it ends',
      },
    },
  ],
  unit: [
    {
      path: UNIT,
      ring: MENU,
      words: {
        zh: '按合同使用车位的公司在“单位与 VIP · 单位管理”中管理',
        en: 'Companies that use spots by contract are under "Units and VIP · Units"',
      },
    },
    {
      path: UNIT,
      ring: ROWS,
      words: {
        zh: '每一行是一家单位：车位、已占用、车辆数，以及车位用满后的规则',
        en: 'Each row is a unit: its spots, those taken now, its vehicles, and the rule when all are taken',
      },
    },
    {
      path: UNIT,
      press: ADD,
      ring: SHEET,
      words: {
        zh: '点“新增”，选择车场与合同期限；再在“单位车位”设置车位数与月租',
        en: 'Press "Add", choose lots and contract; then set spots and rent in "Spots of units"',
      },
    },
    {
      path: UNIT_VEHICLE,
      ring: ROWS,
      words: {
        zh: '在“单位车辆”登记车牌，可下载模板整批导入；多辆车共用车位',
        en: 'Enter plates in "Unit vehicles", or import a table; the cars share the spots',
      },
    },
    {
      path: UNIT_ACCOUNT,
      press: ADD_ACCOUNT,
      ring: SHEET,
      words: {
        zh: '在“单位账号”为单位开通登录，单位自己管理车辆与访客',
        en: 'Add an account in "Accounts of units": the unit manages its vehicles and visitors',
      },
    },
    {
      path: UNIT_BILL,
      ring: ROWS,
      words: {
        zh: '每月初自动出账：车位租金加访客停车费，收到款后点“收款”',
        en: 'Bills are made each month: rent and parking of visitors; press "Take the money" when paid',
      },
    },
  ],
};

const SCREEN_HEIGHT = 720;
const QUALITY = 0.72;

const [base = 'http://127.0.0.1:8080', tenant = 'demo', account = 'admin'] = process.argv.slice(2);
const publicFolder = fileURLToPath(new URL('../apps/web/public', import.meta.url));

const browser = await openBrowser();
try {
  for (const language of ['zh', 'en'] as const) {
    const context = await browser.newContext({ timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'language', value: language, url: base }]);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(base);
    await signIn(page, tenant, account);
    for (const type of Object.keys(SCENES) as GuideType[])
      for (const [index, scene] of SCENES[type].entries()) await take(page, type, index + 1, scene, language);
    await context.close();
  }
} finally {
  await browser.close();
}

async function take(page: Page, type: GuideType, step: number, scene: Scene, language: Language): Promise<void> {
  const [width, height] = GUIDES[type].sizes[step - 1]!;
  await page.setViewportSize({ width: Math.round((SCREEN_HEIGHT * width) / height), height: SCREEN_HEIGHT });
  await page.goto(base + scene.path);
  await page.locator('.shell-page:visible .by-toolbar').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
  if (scene.press) {
    await page.getByRole('button', { name: scene.press }).first().click();
    await page.locator(SHEET).first().waitFor();
  }
  await page.waitForFunction(() => document.querySelector('.by-skeleton, [aria-busy=true]') === null);
  await page.evaluate(explain, { ring: scene.ring, words: scene.words[language], step: String(step) });
  const picture = (await page.screenshot({ caret: 'initial' })).toString('base64');
  const small = await page.evaluate(shrink, { picture, width, height, quality: QUALITY });
  const file = publicFolder + stepImage(type, step, language);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(small, 'base64'));
  process.stdout.write(`${file} ${Math.round((small.length * 3) / 4 / 1024)} kB\n`);
}

/** Runs in the page: highlights the relevant part, dims the rest, and shows the caption in a bar below. */
function explain({ ring, words, step }: { ring: string; words: string; step: string }): void {
  for (const one of document.querySelectorAll('.by-notices, .alarms')) one.remove();
  const wanted = [...document.querySelectorAll<HTMLElement>(ring)].find(
    (one) => one.offsetParent || one.getClientRects().length > 0,
  );
  const host = document.createElement('div');
  host.style.cssText = 'position:fixed;inset:0;z-index:99999;pointer-events:none';
  if (wanted) {
    const box = wanted.getBoundingClientRect();
    const [left, top] = [Math.max(4, box.left - 4), Math.max(4, box.top - 4)];
    const [right, bottom] = [Math.min(innerWidth - 4, box.right + 4), Math.min(innerHeight - 68, box.bottom + 4)];
    const frame = document.createElement('div');
    frame.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${right - left}px;height:${bottom - top}px;border:3px solid #f5a524;border-radius:8px;box-shadow:0 0 0 4000px rgb(10 20 39 / 28%)`;
    host.append(frame);
  }
  const bar = document.createElement('div');
  bar.style.cssText =
    'position:absolute;left:0;right:0;bottom:0;display:flex;gap:16px;align-items:center;min-height:60px;padding:10px 24px;background:#0e1b31;color:#fff;font-size:19px;line-height:1.35';
  const badge = document.createElement('b');
  badge.style.cssText =
    'flex:none;display:grid;place-items:center;width:34px;height:34px;border-radius:50%;background:#1b6fd1';
  badge.textContent = step;
  bar.append(badge, words);
  host.append(bar);
  document.body.append(host);
}

/** Runs in the page: scales a picture down and encodes it as WebP. */
async function shrink(given: { picture: string; width: number; height: number; quality: number }): Promise<string> {
  const image = new Image();
  image.src = `data:image/png;base64,${given.picture}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = given.width;
  canvas.height = given.height;
  const brush = canvas.getContext('2d')!;
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(image, 0, 0, given.width, given.height);
  return canvas.toDataURL('image/webp', given.quality).split(',')[1]!;
}
