import { describe, expect, test } from 'vitest';
import { type PatternName, pattern } from './pattern.ts';

const han = (n: number) => '泊'.repeat(n);

/** Valid and invalid texts for every pattern. */
const cases: Record<PatternName, { pass: string[]; fail: string[] }> = {
  simplePassword: {
    pass: ['abc123', 'ABCDEF', '1234567890abcdef'],
    fail: ['abc12', 'abc123!', '1234567890abcdefg', ''],
  },
  strongPassword: {
    pass: ['abc!1234', 'Boyun#2026'],
    fail: ['abcdefgh', '12345678', 'a1!', 'abc 12345', `a1${'x'.repeat(19)}`, '密码abc12345'],
  },
  notRepeatedDigit: { pass: ['123456', '111112', 'aaaaaa', ''], fail: ['000000', '11'] },
  mobile: {
    pass: ['13800138000', '19912345678'],
    fail: ['12800138000', '1380013800', '138001380001', '+8613800138000', '１３８００１３８０００'],
  },
  landline: {
    pass: [
      '0755-82345678',
      '02088888888',
      '88888888',
      '8888888',
      '400-800-8888',
      '4008008888',
      '400-8008-888',
      '0755-88888888-801',
    ],
    fail: ['0755', '1234567', '500-800-8888', '400-800-888', '0755-88888888-', '13800138000'],
  },
  phone: {
    pass: ['13800138000', '0755-82345678', '400-800-8888'],
    fail: ['12800138000', '0755', '+8613800138000', ''],
  },
  email: {
    pass: ['a@b.cn', 'first.last+tag@sub.example.com'],
    fail: ['a@b', '@b.cn', 'a@.cn', 'a b@c.cn', 'a..b@c.cn', '.a@c.cn', 'a.@c.cn', 'a@-b.cn'],
  },
  latitude: {
    pass: ['22.5', '-90', '90.000000', '0', '22.543096'],
    fail: ['90.1', '-91', '22.5430961', '22.', 'N22', ''],
  },
  longitude: { pass: ['114.057865', '-180', '180'], fail: ['180.000001', '200', '114.0578651', '1e2'] },
  lotName: {
    pass: ['泊云停车场', 'A1', '一号(地面)-B', '科技园【东】', han(255)],
    fail: ['泊', '', 'a b', '泊云!', han(256)],
  },
  ipv4: {
    pass: ['0.0.0.0', '192.168.1.255'],
    fail: ['256.1.1.1', '1.1.1', '1.1.1.1.', '01.1.1.1', '1.1.1.1.1', '::1'],
  },
  idCard: {
    pass: ['11010519491231002X', '11010519491231002x', '440524188001010014'],
    fail: ['110105194912310021', '11010519490231002X', '110105491231002', '1101051949123100', ''],
  },
  port: { pass: ['0', '80', '65535'], fail: ['65536', '-1', '080', '8.0', ''] },
  money: { pass: ['0', '12', '12.5', '12.50', '0.05'], fail: ['12.505', '-1', '01', '.5', '1,000', '', '12.'] },
  percent: { pass: ['0', '100', '33.33', '100.00'], fail: ['100.01', '-1', '101', '33.333', '5%'] },
  plate: { pass: ['粤B12345', '粤BD12345', '粤b·1234学', '使014578'], fail: ['粤B1234', 'B12345', '粤BI2345', ''] },
  temporaryPlate: { pass: ['临A1B2C3', '临123456'], fail: ['临12345', '粤B12345', 'A1B2C3', '临1234567'] },
  taxNumber: {
    pass: ['91440300MA5DA1234X', '440300123456789', '12345678901234567890'],
    fail: ['91440300ma5da1234x', '1234567890123456', '', '12345678901234567'],
  },
  roleName: { pass: ['管理员', 'night_shift', 'A1'], fail: ['_admin', 'admin_', 'a', '夜 班', han(256)] },
  username: { pass: ['张三', 'li.si', 'operator_1'], fail: ['a', 'a'.repeat(21), 'a b', '<b>'] },
  remark: { pass: ['', han(32), '😀'.repeat(32)], fail: [han(33)] },
  description: { pass: ['', han(512)], fail: [han(513)] },
  code: { pass: ['A', '0'.repeat(32), 'aB9'], fail: ['', '0'.repeat(33), 'A-1', '编号'] },
  contact: { pass: ['王', '欧阳', 'A'.repeat(12)], fail: ['', 'A'.repeat(13), ' 王'] },
  orderLockSeconds: { pass: ['5', '60', '1200'], fail: ['4', '1201', '5.5', '', '05'] },
  url: {
    pass: [
      'http://example.com',
      'https://example.com/a?b=c#d',
      'http://localhost:8080/x',
      'http://192.168.1.1/',
      'wss://example.com/ws',
    ],
    fail: ['example.com', 'ftp://example.com', 'http://', 'http://a b.com', 'javascript:alert(1)', 'http://nodot/', ''],
  },
};

describe.each(Object.entries(cases))('%s', (name, { pass, fail }) => {
  const { isValid } = pattern[name as PatternName];
  test.each(pass)('takes %j', (text) => expect(isValid(text)).toBe(true));
  test.each(fail)('refuses %j', (text) => expect(isValid(text)).toBe(false));
});
