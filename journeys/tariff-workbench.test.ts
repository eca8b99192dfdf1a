import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, textInSight, untilAnnounced, visitSignedIn } from './browser.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

let world: World;
let lot: WorldLot;
let browser: Browser;

const DAY_MINUTES = 1440;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  await Promise.all([world.newAccount('pricing'), world.newAccount('reviewer')]);
  lot = await world.newLot('科技园停车场');
  // Cars that entered and left two days ago, to be repriced by a replay.
  for (const [plate, hours] of [
    ['粤B12345', 4],
    ['粤B23456', 2],
  ] as const) {
    await lot.entry.handIn(plate, 2 * DAY_MINUTES + hours * 60);
    await lot.exit.handIn(plate, 2 * DAY_MINUTES);
  }
});
afterAll(() => world?.server.stop());

/** Replaces the content of a box. */
async function type(place: Page | Locator, label: string, text: string, nth = 0): Promise<void> {
  await place.getByRole('textbox', { name: label, exact: true }).nth(nth).fill(text);
}

/** Selects an entry of a select by its text. */
async function choose(page: Page, label: string, entry: string, nth = 0): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).nth(nth).click();
  await page.locator('.ant-select-item-option:visible').filter({ hasText: entry }).first().click();
}

test('a price notice becomes a tariff: entered, simulated, replayed, approved by another person and published', async () => {
  const { tenantCode } = world;
  const list = `${world.server.url}/_cloud_operation/chargeRule`;
  const { page, faults } = await visitSignedIn(browser, list, { tenantCode, account: 'pricing' });
  await page.getByRole('row').filter({ hasText: '科技园停车场收费' }).getByRole('button', { name: '配置' }).click();
  await page.getByRole('tab', { name: '编辑' }).waitFor();

  // Shenzhen, class 1, working days 7:30–20:00: 10 minutes free, first half hour 3, then 6, from three hours on 10 per half hour.
  await choose(page, '套用模板', '空白');
  const band = page.locator('.te-band');
  await band.getByRole('button', { name: '每天' }).click();
  await page.getByRole('menuitem', { name: '周末、节假日单独设置' }).click();
  await band.getByRole('button', { name: /全天 2/ }).click();
  await page.getByRole('button', { name: '删除时段' }).click();
  await page.getByRole('button', { name: '限定时间' }).click();
  await type(page, '开始时间', '730');
  await type(page, '结束时间', '2000');
  await page.getByRole('button', { name: '+ 加一级' }).click();
  await page.getByRole('button', { name: '+ 加一级' }).click();
  for (const [step, [upTo, price]] of [
    ['30', '3'],
    ['3h', '6'],
    ['', '10'],
  ].entries()) {
    await type(page, '到（分钟）', upTo!, step);
    await type(page, '单价（元）', price!, step);
    await type(page, '计费单位（分钟）', '30', step);
  }
  await page.getByRole('checkbox', { name: '免费时间' }).check();
  await type(page, '免费时间', '10');
  await page.getByRole('checkbox', { name: '阶梯计时' }).check();
  await choose(page, '阶梯计哪些时间', '只计收费时间');
  await choose(page, '何时重新起算', '每个时段');
  await expect.poll(() => page.getByLabel('试算费用').textContent()).toBe('¥53.00');
  await savePicture(page, 'tariff-1-entered');
  await expect.poll(() => page.locator('.rule-reading').textContent()).toContain('3小时后 10元/30分钟');

  // The border of the period moves by keyboard, and is undone with the usual key.
  const border = band.getByRole('slider').last();
  await border.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => border.getAttribute('aria-valuetext')).toBe('20:15');
  await page.keyboard.press('Control+z');
  await expect.poll(() => border.getAttribute('aria-valuetext')).toBe('20:00');

  const [grip, track] = await Promise.all([border.boundingBox(), band.locator('.te-track').first().boundingBox()]);
  await page.mouse.move(grip!.x + grip!.width / 2, grip!.y + 20);
  await page.mouse.down();
  await page.mouse.move(track!.x + (track!.width * 18) / 24, grip!.y + 20, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => border.getAttribute('aria-valuetext')).toBe('18:00');
  await band
    .locator('.te-track')
    .first()
    .dblclick({ position: { x: track!.width / 2, y: 20 } });
  await expect.poll(() => band.getByRole('slider').count()).toBe(3);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => border.getAttribute('aria-valuetext')).toBe('20:00');

  // Unsaved changes survive a reload.
  await page.reload();
  await page.getByText('已恢复上次未保存的修改').waitFor();
  await expect.poll(() => page.getByLabel('试算费用').textContent()).toBe('¥53.00');
  // The same as JSON: invalid input is reported by line and cannot be saved.
  await page.locator('.te-bar').getByText('JSON').click();
  const json = page.getByRole('textbox', { name: '规则数据（JSON）' });
  const good = await json.inputValue();
  const line = good.split('\n').findIndex((one) => one.includes('"07:30"')) + 1;
  await json.fill(good.replace('"07:30"', '"7:30"'));
  await page.getByText(`第${line}行`).waitFor();
  expect(await page.getByRole('button', { name: '保存草稿' }).isDisabled()).toBe(true);
  await json.fill(good);
  await page.locator('.te-bar').getByText('可视化').click();
  await page.getByRole('button', { name: '保存草稿' }).click();
  await untilAnnounced(page, '草稿已保存');

  // A trial is a link: it shows the same stay to others.
  await page.getByRole('tab', { name: '试算' }).click();
  await expect.poll(() => page.url()).toContain('tab=simulator');
  const trial = new URL(page.url());
  for (const [key, value] of Object.entries({ v: '2', entry: '2026-03-04 09:00:00', exit: '2026-03-04 13:00:00' }))
    trial.searchParams.set(key, value);
  await page.goto(trial.href);
  const sum = page.locator('.sim-sum dd').first();
  await expect.poll(() => sum.textContent()).toBe('¥53.00');
  await savePicture(page, 'tariff-2-trial');

  await page.getByRole('tab', { name: '回放' }).click();
  await page.getByRole('button', { name: '开始回放' }).click();
  await page.getByText(/2笔订单/).waitFor();
  await savePicture(page, 'tariff-3-replay');

  await page.getByRole('tab', { name: '版本与发布' }).click();
  await page.getByRole('button', { name: '提交审核' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '提交审核' }).click();
  // Nights and days off are intentionally free: the check asks for confirmation.
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '提交审核' }).click();
  await untilAnnounced(page, '已提交审核');
  expect(faults).toEqual([]);

  const other = await visitSignedIn(browser, page.url(), { tenantCode, account: 'reviewer' });
  await other.page.getByRole('button', { name: '审核通过' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await textInSight(other.page, '审核通过').waitFor();
  await other.page.getByRole('button', { name: '发布', exact: true }).click();
  const publishing = other.page.getByRole('dialog');
  await publishing.getByRole('button', { name: '发布' }).click();
  await publishing.getByRole('checkbox').check();
  await publishing.getByRole('button', { name: '发布' }).click();
  await untilAnnounced(other.page, '已发布');
  await expect.poll(() => other.page.locator('.workbench-states').textContent()).toBe('v2 生效中');
  await savePicture(other.page, 'tariff-4-published');
  expect(other.faults).toEqual([]);
});
