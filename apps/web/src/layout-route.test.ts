import { describe, expect, test } from 'vitest';
import { contractDoors } from './contract-doors.ts';

const contracts = await Promise.all(Object.values(contractDoors).map((open) => open()));
const pages = contracts.flatMap((one) => one.pages);

// The other routes of that table are business pages that do not exist yet.
describe('§2 routes inside the main layout (each one page with a Chinese title)', () => {
  test.each([
    ['/dashboardCd', 'console', '控制台'],
    ['/_cloud_system/messageCenter', 'messageCenter', '消息中心'],
    ['/_cloud_system/historyCenter', 'historyCenter', '版本更新历史'],
    ['/_cloud_Public/smsSendList', null, '短信记录查询'],
    ['/_cloud_basic/parkinLotSentry', null, '岗亭'],
    ['/_cloud_basic/shiftSentry', null, '岗亭班次'],
    ['/_cloud_operation/Alarm_Dispose', 'alarmDispose', '过车报警处理'],
    ['/_cloud_system/banner', 'banner', '广告'],
    ['/_cloud_system/app_version', 'appVersion', 'APP版本'],
    ['/_cloud_system/menuConfig', 'menuConfig', '菜单配置'],
    ['/_cloud_Public/importantNotice', 'importantNotice', '重要通知'],
    ['/_cloud_user/RegisterStatic', 'registerStatic', '注册统计'],
    ['/_cloud_system/setPush', null, '推送设置'],
    ['/_cloud_device/Device_Notice', 'deviceNotice', '设备报警通知'],
  ])('%s (%s) is %s', (path, key, title) => {
    const [page, ...others] = pages.filter((one) => one.path === path);
    expect(others).toEqual([]);
    expect(page!.title.zh).toBe(title);
    if (key) expect(page!.key).toBe(key);
  });

  test('no two pages share an address or a component key', () => {
    for (const of of ['path', 'key'] as const) {
      const all = pages.map((one) => one[of]);
      expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
    }
  });

  test('every title is Chinese in zh and English in en', () => {
    for (const { title } of pages)
      expect([title.zh, title.en]).toEqual([
        expect.stringMatching(/\p{Script=Han}/u),
        expect.stringMatching(/^[\x20-\x7e]+$/),
      ]);
  });
});
