/**
 * Makes the images of the guides from a running product with data in it:
 * `node journeys/guide-pictures.ts http://127.0.0.1:8080 demo admin`. A guide about pages the product does not have yet shows
 * the nearest page it has, and says so in its first image.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { GUIDES, type GuideType, stepImage } from '../apps/web/src/shell/guide-step.ts';
import { openBrowser, signIn } from './browser.ts';

type Language = 'zh' | 'en';

/** One image: a page, what is pressed on it, what the eye is led to, and the words below. */
interface Scene {
  readonly path: string;
  /** Name of a button to press first. */
  readonly press?: RegExp;
  readonly ring: string;
  readonly words: Readonly<Record<Language, string>>;
}

const BINDING = '/_cloud_operation/chargeBinding';
const WHITE = '/_cloud_operation/whiteList';
const PACK = '/_cloud_operation/packManage';
const AREA = '/_cloud_basic/area';
const SPOT = '/_cloud_basic/spot';
const ADD = /^(新增|Add)$/;
const SELL = /^(办理月卡|Sell a pack)$/;
const IMPORT = /^(导入|Import)$/;
const SHEET = '.by-drawer, .ant-modal';
const ROWS = '.shell-page:not([style*="none"]) .by-grid-body';
const FILTERS = '.shell-page:not([style*="none"]) .by-query';
const MENU = '.side-menu [aria-current=page]';

const SCENES: Readonly<Record<GuideType, readonly Scene[]>> = {
  merchant: [
    {
      path: BINDING,
      ring: MENU,
      words: {
        zh: '商户优惠在“运营管理”中设置。商户优惠页上线前，此处以“规则绑定”示意',
        en: 'Merchant discounts belong to "Operation". Until their page is there, rule bindings stand in for it',
      },
    },
    {
      path: BINDING,
      ring: ROWS,
      words: {
        zh: '每一行是一项优惠：哪个车场、哪些车、什么时段、按什么收费',
        en: 'Each line is one discount: which lot, which cars, when, at what price',
      },
    },
    {
      path: BINDING,
      press: ADD,
      ring: SHEET,
      words: {
        zh: '点“新增”，选择车场、车辆与有效期，保存后立即生效',
        en: 'Press "Add", choose lot, cars and dates; it holds from the moment it is saved',
      },
    },
    {
      path: WHITE,
      press: IMPORT,
      ring: SHEET,
      words: { zh: '车辆较多时，下载模板填写后整批导入', en: 'For many cars, fill in the template and import it' },
    },
    {
      path: '/_cloud_operation/order',
      ring: ROWS,
      words: {
        zh: '在“停车订单”查看每一笔的应收、优惠与实收',
        en: 'In "Parking orders" each stay shows its fee, discount and payment',
      },
    },
    {
      path: '/_cloud_operation/payment',
      ring: '.shell-page:not([style*="none"]) .by-toolbar',
      words: {
        zh: '月底在“支付流水”筛选并导出，与商户对账',
        en: 'At the end of the month filter and export "Payments" to settle with the merchant',
      },
    },
  ],
  'monthly-card': [
    {
      path: PACK,
      ring: MENU,
      words: {
        zh: '月卡在“运营管理 · 月卡管理”中办理，种类与价格在“月卡规则”中设置',
        en: 'Packs are sold in "Monthly packs"; their kinds and prices stand in "Monthly-pack rules"',
      },
    },
    {
      path: PACK,
      ring: FILTERS,
      words: {
        zh: '按车牌、车主或到期时间查找月卡，到期前及时续费',
        en: 'Find packs by plate, owner or end, and renew them in time',
      },
    },
    {
      path: PACK,
      press: SELL,
      ring: SHEET,
      words: {
        zh: '点“办理月卡”，选择规则与车场，填写车牌和起始日期',
        en: 'Press "Sell a pack", choose the rule and the lot, give the plates and the first day',
      },
    },
    {
      path: '/_cloud_operation/inLot',
      ring: ROWS,
      words: {
        zh: '车辆入场后在“在场车辆”核对类别，月卡车不收费',
        en: 'In "Vehicles inside" check how a car stands: pack holders pay nothing',
      },
    },
  ],
  unit: [
    {
      path: AREA,
      ring: MENU,
      words: {
        zh: '单位管理先建单位。单位管理页上线前，此处以“片区”示意',
        en: 'Units come first. Until their page is there, areas stand in for it',
      },
    },
    {
      path: AREA,
      ring: ROWS,
      words: { zh: '列表显示每个单位及其负责人、联系方式', en: 'The list shows each unit and who answers for it' },
    },
    {
      path: AREA,
      press: ADD,
      ring: SHEET,
      words: { zh: '点“新增”，填写名称与负责人', en: 'Press "Add", give its name and who answers for it' },
    },
    {
      path: SPOT,
      ring: ROWS,
      words: { zh: '在“车位”中为单位划定专用车位', en: 'In "Spots" set aside the spots of the unit' },
    },
    {
      path: SPOT,
      press: IMPORT,
      ring: SHEET,
      words: { zh: '车位较多时整批导入', en: 'Import them when there are many' },
    },
    {
      path: '/_cloud_operation/inLot',
      ring: ROWS,
      words: { zh: '在“在场车辆”查看单位车辆的占用情况', en: 'In "Vehicles inside" see how the spots are used' },
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
  const picture = (await page.screenshot()).toString('base64');
  const small = await page.evaluate(shrink, { picture, width, height, quality: QUALITY });
  const file = publicFolder + stepImage(type, step, language);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(small, 'base64'));
  process.stdout.write(`${file} ${Math.round((small.length * 3) / 4 / 1024)} kB\n`);
}

/** In the page: a ring around what matters, the rest dimmed, and the words on a bar below. */
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

/** In the page: a picture made smaller, as WebP. */
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
