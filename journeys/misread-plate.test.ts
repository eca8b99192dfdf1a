import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { savePicture, sharedBrowser, textInSight, untilAnnounced } from './browser.ts';
import { approveRequest, enterShell, followTo, prove, rowOf } from './shell-visit.ts';
import { startWorld, type World, type WorldLot } from './world.ts';

const MISREAD = '粤B0D123';
const RIGHT = '粤B77888';

let world: World;
let lot: WorldLot;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld(inject('databaseUrl')), sharedBrowser()]);
  lot = await world.newLot('滨江停车场');
  await lot.entry.beat();
  await lot.entry.handIn(MISREAD, 90);
});
afterAll(() => world?.server.stop());

test('filters offer what other modules declare, on the first page that is opened', async () => {
  const offered = async (path: string, label: string) => {
    const { page } = await enterShell(world, browser, path);
    const more = page.getByRole('button', { name: /^更多筛选/ });
    const filter = page.getByRole('combobox', { name: label }).first();
    await more.or(filter).first().waitFor();
    if (await more.isVisible()) await more.click();
    await filter.click();
    const options = page.locator('.ant-select-item-option:visible');
    await options.first().waitFor();
    const names = await options.allTextContents();
    // The list draws what is in sight; going up from the first choice leads to the last.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await options.last().waitFor();
    names.push(...(await options.allTextContents()));
    await page.context().close();
    return names;
  };
  expect(await offered('/_cloud_operation/order', '车辆类别')).toEqual(
    expect.arrayContaining(['黑名单', '白名单', '固定车', '月卡车', '单位车', '免费车', 'VIP车', '访客车', '预约车']),
  );
  expect(await offered('/_cloud_operation/review', '类型')).toEqual(
    expect.arrayContaining(['审批流程变更', '变更黑名单', '办理月卡', '月卡优惠']),
  );
});

test('a misread plate is corrected on request, after approval by another person', async () => {
  const { page: asking, faults } = await enterShell(world, browser, `/_cloud_operation/order?plate=${MISREAD}`);
  await rowOf(asking, MISREAD).first().click();
  const drawer = asking.getByRole('dialog').filter({ hasText: '计费明细' });
  await drawer.getByRole('button', { name: '更正车牌' }).click();
  const dialog = asking.getByRole('dialog', { name: `更正车牌 ${MISREAD}` });
  await dialog.getByLabel('正确车牌').fill(RIGHT);
  await dialog.getByLabel('原因').fill('夜间反光误识别');
  await savePicture(asking, 'misread-1-asked');
  await prove(dialog, '确定');
  await untilAnnounced(asking, '已提交审核，通过后生效');
  await drawer.getByText(/提交审核：/).waitFor();

  // The requester cannot approve.
  await followTo(asking, '/_cloud_operation/review');
  await rowOf(asking, MISREAD).first().click();
  await textInSight(asking, '不能审核自己提交的申请').waitFor();

  const deciding = await enterShell(world, browser, '/_cloud_operation/review');
  const { page } = deciding;
  await approveRequest(page, MISREAD, async () => {
    await page.getByRole('cell', { name: RIGHT }).first().waitFor();
    await savePicture(page, 'misread-2-request');
  });

  // The list opens on today; shortly after midnight the car came yesterday.
  await followTo(page, `/_cloud_operation/order?plate=${RIGHT}`);
  await rowOf(page, RIGHT).click();
  const corrected = page.getByRole('dialog').filter({ hasText: '更正记录' });
  await corrected.getByText('夜间反光误识别').first().waitFor();
  await corrected
    .getByText(/审核人/)
    .first()
    .waitFor();
  await savePicture(page, 'misread-3-corrected');
  expect([...faults, ...deciding.faults]).toEqual([]);
});
