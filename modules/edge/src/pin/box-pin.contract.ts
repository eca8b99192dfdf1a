import {
  instant,
  operation,
  optional,
  permission,
  reference,
  refusals,
  report,
  secret,
  text,
} from '@boyun/kernel/contract';

/** Who can sign in at boxes. */
export const boxPinList = report('box-pin', {
  title: { zh: '盒子值守人员', en: 'People at boxes' },
  path: '/api/boxPin/list',
  access: permission('box-pin.list', { zh: '查看盒子值守人员', en: 'View: People at boxes' }),
  filters: { name: optional(text({ zh: '姓名', en: 'Name' }, { max: 64 })) },
  columns: {
    id: text({ zh: '编号', en: 'Id' }),
    name: text({ zh: '姓名', en: 'Name' }),
    account: text({ zh: '账号', en: 'Account' }),
    setAt: instant({ zh: 'PIN设置时间', en: 'PIN set' }),
  },
});

/** Sets the PIN with which the caller signs in at the boxes of the lots it works in; boxes get its hash with the next changes. */
export const setBoxPin = operation('set-box-pin', {
  title: { zh: '设置我的盒子PIN', en: 'Set my PIN for boxes' },
  path: '/api/boxPin/set',
  access: permission('box-pin.set', { zh: '设置自己的盒子PIN', en: 'Set the own PIN for boxes' }),
  input: { pin: secret({ zh: 'PIN（4～8位数字）', en: 'PIN (4 to 8 digits)' }, { min: 4, max: 8 }) },
  output: {},
  needsPassword: { zh: '是否用该PIN在盒子上值守和收费？', en: 'Use this PIN to work and collect at boxes?' },
  audit: 'box-pin.set',
});

/** Removes the PIN of an account: it can no longer sign in at boxes that are online. */
export const removeBoxPin = operation('remove-box-pin', {
  title: { zh: '移除PIN', en: 'Remove a PIN' },
  path: '/api/boxPin/remove',
  access: permission('box-pin.remove', { zh: '移除盒子PIN', en: 'Remove a PIN for boxes' }),
  input: { accountId: reference({ zh: '账号', en: 'Account' }, 'account') },
  output: {},
  audit: 'box-pin.removed',
});

export const boxPinRefusal = refusals('box-pin', {
  weak: {
    status: 422,
    zh: 'PIN须为4～8位数字，且不能全部相同或连续',
    en: 'A PIN has 4 to 8 digits that are neither all the same nor a row',
  },
});
