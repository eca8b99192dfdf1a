import type { Label } from './label.ts';

/** One way a call can be refused: a stable code, what it means for the caller, and its sentence in both languages. */
export interface RefusalRule extends Label {
  readonly code: string;
  /** Meaning in HTTP's terms; 401, 403, 413, 429 and 503 travel as HTTP statuses too, the rest inside the envelope alone. */
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503;
}

/** Declares a module's refusals; the code of each is `<module>.<key>`. */
export function refusals<K extends string>(
  module: string,
  table: Readonly<Record<K, Omit<RefusalRule, 'code'>>>,
): Readonly<Record<K, RefusalRule>> {
  const rules = {} as Record<K, RefusalRule>;
  for (const key of Object.keys(table) as K[]) rules[key] = { ...table[key], code: `${module}.${key}` };
  return rules;
}

/** What is wrong with one input: `path` in wire names (`Rows[0].Plate`), a sentence in both languages. */
export interface Issue extends Label {
  readonly path: string;
}

/** The only expected error: business says no. Carries the rule, the values for its sentence, and field issues if any. */
export class Refusal extends Error {
  readonly rule: RefusalRule;
  readonly params: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];

  constructor(rule: RefusalRule, params: Readonly<Record<string, unknown>> = {}, issues: readonly Issue[] = []) {
    super(`${rule.code} ${JSON.stringify(params)}`);
    this.name = 'Refusal';
    this.rule = rule;
    this.params = params;
    this.issues = issues;
  }
}

/** Refusals any call can give. */
export const kernelRefusal = refusals('kernel', {
  'bad-input': { status: 400, zh: '输入有误：{reason}', en: 'Invalid input: {reason}' },
  'not-found': { status: 404, zh: '{what}不存在', en: '{what} does not exist' },
  'no-permission': { status: 422, zh: '没有权限：{permission}', en: 'No permission: {permission}' },
  'password-needed': {
    status: 422,
    zh: '请先验证当前账号密码，再执行此操作',
    en: 'Confirm with the password of your account before this act',
  },
  'not-for-keys': {
    status: 422,
    zh: '该接口只供登录的员工使用，接口密钥不能调用',
    en: 'This call is for people who sign in, not for API keys',
  },
  'read-only': {
    status: 422,
    zh: '当前为只读查看，不能修改数据',
    en: 'You are only looking here, nothing can be changed',
  },
  'over-quota': {
    status: 422,
    zh: '已达到套餐上限：{what}最多{limit}个，请联系平台扩容',
    en: 'Your plan is used up: at most {limit} {what}, ask the platform for more',
  },
  'password-change-needed': {
    status: 422,
    zh: '请先修改密码，再继续使用',
    en: 'Change your password first, then go on',
  },
  'signed-out': { status: 401, zh: '登录已失效，请重新登录', en: 'You are signed out, please sign in again' },
  'signed-in-elsewhere': {
    status: 403,
    zh: '账号在其他地方登陆，5秒后将跳转到登陆页',
    en: 'This account was signed in elsewhere, you will be taken to the sign-in page in 5 seconds',
  },
  'in-use': { status: 409, zh: '已被{what}引用，不能删除', en: 'Still referred to by {what}, cannot be deleted' },
  duplicate: { status: 409, zh: '{what}已存在', en: '{what} already exists' },
  changed: {
    status: 409,
    zh: '数据已被他人修改，请刷新后重试',
    en: 'Somebody else changed this meanwhile, refresh and try again',
  },
  'too-large': { status: 413, zh: '内容过大，上限为{limit}', en: 'Too large, the limit is {limit}' },
  'too-many': { status: 429, zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  unavailable: { status: 503, zh: '服务暂不可用，请稍后再试', en: 'Temporarily unavailable, try again later' },
});
