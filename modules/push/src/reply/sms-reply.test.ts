import { expect, test } from 'vitest';
import { isStop, replyFormOf } from './sms-reply.service.ts';

test.each([
  ['TD', true],
  [' td ', true],
  ['Ｔ', true],
  ['退订！', true],
  ['拒收', true],
  ['R', true],
  ['退订了还在发', false],
  ['谢谢', false],
  ['', false],
])('%j asks for no more: %s', (text, expected) => expect(isStop(text)).toBe(expected));

test('only the address of the configuration has a form', () => {
  const url = 'tencent://id:key@sms.tencentcloudapi.com?app=1&sign=Boyun&template=12';
  const form = replyFormOf(`${url}&reply=abc`, 'abc')!;
  const body = { extend: '1', mobile: '13800001234', nationcode: '86', sign: 'Boyun', text: 'TD', time: 1457336869 };
  expect(form.read(body)).toEqual([{ mobile: '13800001234', text: 'TD' }]);
  expect(form.taken).toEqual({ result: 0, errmsg: 'OK' });
  expect([replyFormOf(`${url}&reply=abc`, 'abd'), replyFormOf(url, ''), replyFormOf(null, '')]).toEqual([
    null,
    null,
    null,
  ]);
});
