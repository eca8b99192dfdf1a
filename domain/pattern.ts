import { isPlate, plateKind } from './plate.ts';

/** A rule for a kind of text: the check, and the message for a text that fails it. */
export type Pattern = { isValid: (text: string) => boolean; zh: string; en: string };

function matching(expression: RegExp, zh: string, en: string): Pattern {
  return { isValid: (text) => expression.test(text), zh, en };
}

function sized(min: number, max: number, zh: string, en: string): Pattern {
  // Counts characters, so that a rare Chinese character counts as one.
  return {
    isValid: (text) => {
      const length = [...text].length;
      return length >= min && length <= max;
    },
    zh,
    en,
  };
}

function within(expression: RegExp, min: number, max: number, zh: string, en: string): Pattern {
  return { isValid: (text) => expression.test(text) && Number(text) >= min && Number(text) <= max, zh, en };
}

/** Seconds an order may stay locked while it is paid for. */
export const orderLockRange = { min: 5, max: 1200 } as const;

const wholeNumber = /^(0|[1-9]\d*)$/;
const sixDecimals = /^-?\d{1,3}(\.\d{1,6})?$/;

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Resident identity card by GB 11643-1999: area, birth date, sequence, check character (ISO 7064 MOD 11-2). */
function isIdCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false;
  const birth = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`;
  const date = Date.parse(`${birth}T00:00:00Z`);
  // Date.parse rolls invalid days over.
  if (Number.isNaN(date) || new Date(date).toISOString().slice(0, 10) !== birth || birth < '1850') return false;
  const sum = idWeights.reduce((total, weight, i) => total + weight * Number(text[i]), 0);
  return '10X98765432'[sum % 11] === text[17]!.toUpperCase();
}

function isUrl(text: string): boolean {
  if (text.length > 2048 || /\s/.test(text) || !/^(https?|wss?):\/\//i.test(text) || !URL.canParse(text)) return false;
  const { hostname } = new URL(text);
  return hostname === 'localhost' || hostname.startsWith('[') || /^([a-z0-9-]+\.)+([a-z0-9-]+)$/i.test(hostname);
}

const mobile = /^1[3-9]\d{9}$/;
const landline = /^((0\d{2,3}-?)?[2-9]\d{6,7}(-\d{1,6})?|[48]00-?\d{3}-?\d{4}|[48]00-?\d{4}-?\d{3})$/;

/** The pattern library: the kinds of text that forms and calls validate. */
export const pattern = {
  simplePassword: matching(/^[A-Za-z0-9]{6,16}$/, '密码须为6-16位字母或数字', 'Password is 6-16 letters and digits'),
  strongPassword: matching(
    /^(?=.*[A-Za-z])(?=.*\d)[\x21-\x7e]{8,20}$/,
    '密码须为8-20位可见字符且含字母和数字',
    'Password is 8-20 printable characters with a letter and a digit',
  ),
  notRepeatedDigit: {
    isValid: (text: string) => !/^(\d)\1+$/.test(text),
    zh: '密码不能是同一个数字的重复',
    en: 'Password must not be one digit repeated',
  },
  mobile: matching(mobile, '请输入正确的手机号码', 'Not a mainland mobile number'),
  landline: matching(landline, '请输入正确的固定电话或400电话', 'Not a landline or 400 number'),
  phone: {
    isValid: (text: string) => mobile.test(text) || landline.test(text),
    zh: '请输入正确的手机号码、固定电话或400电话',
    en: 'Not a mainland mobile, landline or 400 number',
  },
  email: matching(
    /^(?=.{3,254}$)(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?<!\.)@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/,
    '请输入正确的邮箱',
    'Not an email address',
  ),
  latitude: within(sixDecimals, -90, 90, '纬度为-90至90,最多6位小数', 'Latitude is -90 to 90 with up to 6 decimals'),
  longitude: within(
    sixDecimals,
    -180,
    180,
    '经度为-180至180,最多6位小数',
    'Longitude is -180 to 180 with up to 6 decimals',
  ),
  lotName: matching(
    /^[\p{Script=Han}A-Za-z0-9\-—–()（）[\]【】]{2,255}$/u,
    '车场名称为2-255个中文、字母、数字、短横或括号',
    'Lot name is 2-255 letters, digits, dashes, brackets or Chinese characters',
  ),
  ipv4: matching(/^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/, '请输入正确的IP地址', 'Not an IPv4 address'),
  idCard: { isValid: isIdCard, zh: '请输入正确的身份证号', en: 'Not an ID card number' },
  port: within(wholeNumber, 0, 65535, '端口为0-65535', 'Port is 0-65535'),
  money: matching(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, '金额最多2位小数', 'Amount with up to 2 decimals'),
  percent: within(/^(0|[1-9]\d{0,2})(\.\d{1,2})?$/, 0, 100, '百分比为0-100', 'Percent is 0-100'),
  plate: { isValid: isPlate, zh: '请输入正确的车牌号', en: 'Not a plate number' },
  temporaryPlate: {
    isValid: (text: string) => plateKind(text) === 'temporary',
    zh: '临时车牌为“临”加6位字母或数字',
    en: "Temporary plate is '临' and 6 alphanumerics",
  },
  taxNumber: matching(
    /^([A-Z0-9]{15}|[A-Z0-9]{18}|[A-Z0-9]{20})$/,
    '税号为15、18或20位大写字母或数字',
    'Tax number is 15, 18 or 20 uppercase alphanumerics',
  ),
  roleName: matching(
    /^(?!_)[\p{Script=Han}A-Za-z0-9_]{2,255}(?<!_)$/u,
    '角色名称为2-255个字符,首尾不能是下划线',
    'Role name is 2-255 characters with no leading or trailing underscore',
  ),
  username: matching(
    /^[\p{Script=Han}A-Za-z0-9_.·-]{2,20}$/u,
    '用户名为2-20个中文、字母、数字',
    'Username is 2-20 letters, digits or Chinese characters',
  ),
  remark: sized(0, 32, '备注最多32个字符', 'Remark has at most 32 characters'),
  description: sized(0, 512, '描述最多512个字符', 'Description has at most 512 characters'),
  code: matching(/^[A-Za-z0-9]{1,32}$/, '编号为1-32位字母或数字', 'Code is 1-32 alphanumerics'),
  contact: {
    isValid: (text: string) => text.trim() === text && [...text].length >= 1 && [...text].length <= 12,
    zh: '联系人为1-12个字符',
    en: 'Contact has 1-12 characters',
  },
  orderLockSeconds: within(
    wholeNumber,
    orderLockRange.min,
    orderLockRange.max,
    '订单锁定时间为5-1200秒',
    'Order lock is 5-1200 seconds',
  ),
  url: { isValid: isUrl, zh: '请输入正确的网址', en: 'Not a web address' },
} as const satisfies Record<string, Pattern>;

/** Name of a pattern of the library. */
export type PatternName = keyof typeof pattern;
