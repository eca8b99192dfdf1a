import type { Label } from './label.ts';

/** One way a call can be refused: a stable code, what it means for the caller, and its sentence in both languages. */
export interface RefusalRule extends Label {
  readonly code: string;
  /** The equivalent HTTP status; 401, 403, 413, 429 and 503 are also sent as HTTP statuses, the rest inside the envelope only. */
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

/** A problem with one input: `path` in wire names (`Rows[0].Plate`), a sentence in both languages. */
export interface Issue extends Label {
  readonly path: string;
}

/** The only expected error: a business rule refuses the call. Carries the rule, the values for its sentence, and field issues if any. */
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

/** Refusals any call can return. */
export const kernelRefusal = refusals('kernel', {
  'bad-input': { status: 400, zh: '输入有误：{reason}', en: 'Invalid input: {reason}' },
  'not-found': { status: 404, zh: '{what}不存在', en: '{what} does not exist' },
  'no-permission': { status: 422, zh: '没有权限：{permission}', en: 'No permission: {permission}' },
  'not-offered': {
    status: 422,
    zh: '贵单位开通的产品不包含此功能：{permission}，如需使用请联系平台开通',
    en: 'Not included in your product: {permission}. Ask the platform operator to add it',
  },
  'password-needed': {
    status: 422,
    zh: '请先验证当前账号密码，再执行此操作',
    en: 'Confirm with your account password first',
  },
  'not-for-keys': {
    status: 422,
    zh: '该接口只供登录的员工使用，接口密钥不能调用',
    en: 'This call requires a signed-in user, API keys are not accepted',
  },
  'bad-request-key': {
    status: 400,
    zh: '请求标识为8-64位字母、数字、连字符或下划线',
    en: 'A request key has 8 to 64 letters, digits, hyphens or underscores',
  },
  'request-key-used': {
    status: 409,
    zh: '上次提交已经生效，请刷新核对后再操作',
    en: 'The last attempt took effect: refresh and check before you try again',
  },
  'read-only': {
    status: 422,
    zh: '当前为只读查看，不能修改数据',
    en: 'This session is read-only, nothing can be changed',
  },
  'over-quota': {
    status: 422,
    zh: '已达到套餐上限：{what}最多{limit}个，请联系平台扩容',
    en: 'Quota reached: at most {limit} {what}. Ask the platform operator for more',
  },
  'password-change-needed': {
    status: 422,
    zh: '请先修改密码，再继续使用',
    en: 'Change your password to continue',
  },
  'tenant-erased': { status: 404, zh: '该租户已删除', en: 'This tenant has been deleted' },
  'signed-out': { status: 401, zh: '登录已失效，请重新登录', en: 'You are signed out, please sign in again' },
  'signed-in-elsewhere': {
    status: 403,
    zh: '账号在其他地方登陆，5秒后将跳转到登陆页',
    en: 'This account was signed in elsewhere, you will be taken to the sign-in page in 5 seconds',
  },
  'in-use': { status: 409, zh: '已被{what}引用，不能删除', en: 'Cannot be deleted: still referenced by {what}' },
  duplicate: { status: 409, zh: '{what}已存在', en: '{what} already exists' },
  changed: {
    status: 409,
    zh: '数据已被他人修改，请刷新后重试',
    en: 'Another user has changed this, refresh and try again',
  },
  'import-held': {
    status: 422,
    zh: '{what}的变更须经审批，一次导入最多提交 {limit} 条申请；其余的行请再次导入',
    en: 'Changes to "{what}" need approval, at most {limit} per import: import the other rows again',
  },
  'sort-too-many': {
    status: 422,
    zh: '符合条件的记录超过{limit}条，不能按“{column}”排序，请先缩小筛选范围',
    en: 'More than {limit} rows match: narrow the filters to sort by "{column}"',
  },
  'export-per-page': { status: 422, zh: '最多支持1000条记录', en: 'At most 1000 records are supported' },
  'export-page-zero': { status: 422, zh: '导出页数不得为 0', en: 'The page to export may not be 0' },
  'export-page-start': { status: 422, zh: '起始页面需大于 0', en: 'The start page must be above 0' },
  'export-page-order': {
    status: 422,
    zh: '起始页面需小于结束页面',
    en: 'The start page may not exceed the end page',
  },
  'export-page-beyond': { status: 422, zh: '导出页数已经超过总数', en: 'The pages to export exceed the total' },
  'export-period-order': {
    status: 422,
    zh: '开始时间不能大于结束时间!',
    en: 'The start may not be later than the end!',
  },
  'export-period-future': { status: 422, zh: '导出时间不能晚于今天', en: 'The period may not lie in the future' },
  'export-period-length': {
    status: 422,
    zh: '导出时间范围不能超过一个月',
    en: 'The period may not be longer than a month',
  },
  'export-period-missing': {
    status: 422,
    zh: '请选择导出的起止时间',
    en: 'Choose the start and end of the period',
  },
  'compare-no-period': {
    status: 422,
    zh: '请先选择起止时间，再对比',
    en: 'Choose a period first, to compare it',
  },
  'compare-too-many': {
    status: 422,
    zh: '最多对比{most}行，请缩小范围',
    en: 'At most {most} rows can be compared: narrow the filters',
  },
  'export-no-period': {
    status: 422,
    zh: '该列表不支持按时间导出，请选择其他范围',
    en: 'This list cannot be exported by period, choose another range',
  },
  'export-too-many': {
    status: 422,
    zh: '一次最多导出1000000条，请缩小筛选范围后再导出',
    en: 'An export is limited to 1,000,000 rows: narrow the filters and export again',
  },
  'export-no-lots': {
    status: 422,
    zh: '该列表不属于车场，不支持按车场导出',
    en: 'The rows of this list belong to no lot, so it cannot be exported by lot',
  },
  'export-no-plates': {
    status: 422,
    zh: '该列表不支持按车牌导出',
    en: 'This list cannot be exported by plate',
  },
  'export-xls-rows': {
    status: 422,
    zh: '.xls 文件最多65535条，请缩小范围或改用 .xlsx',
    en: 'An .xls file holds at most 65,535 rows: narrow the range or choose .xlsx',
  },
  'import-file': {
    status: 422,
    zh: '无法读取文件，请使用 .xlsx 或 .csv 文件：{reason}',
    en: 'The file cannot be read, use an .xlsx or .csv file: {reason}',
  },
  'import-empty': {
    status: 422,
    zh: '文件中没有可导入的数据行，请按模板填写后再导入',
    en: 'No rows to import: fill in the template and import it',
  },
  'import-heads': {
    status: 422,
    zh: '没有找到必填列：{columns}，请下载模板核对表头',
    en: 'Required columns are missing: {columns}. Compare the headings with the template',
  },
  'import-sheets': {
    status: 422,
    zh: '没有找到可导入的工作表（{sheets}），请下载模板填写',
    en: 'No sheet can be imported ({sheets}): use the template',
  },
  'import-several': {
    status: 422,
    zh: '有多个{what}叫“{name}”，请填写编码，或填写所属车场以便区分',
    en: '"{name}" is ambiguous ({what}): give the code, or its parking lot',
  },
  'import-too-many': {
    status: 422,
    zh: '一次最多导入{limit}行，请拆分文件后再导入',
    en: 'At most {limit} rows in one import, split the file and import the parts',
  },
  'import-parts': {
    status: 422,
    zh: '文件由超过{limit}个部分组成，请另存为新的 .xlsx 文件后再导入',
    en: 'The file has more than {limit} parts: save the rows as a new .xlsx file and import that',
  },
  'import-unpacked': {
    status: 422,
    zh: '文件解压后的一个部分超过{limit} MB，请拆分文件后再导入',
    en: 'A part of the file is larger than {limit} MB when unpacked, split the file and import the parts',
  },
  'import-elements': {
    status: 422,
    zh: '文件的文本或格式超过{limit}个元素，请清除格式或拆分文件后再导入',
    en: 'The texts or formats of the file have more than {limit} elements: clear formats or split the file',
  },
  'import-strings': {
    status: 422,
    zh: '文件中不同的文本超过{limit}个，请拆分文件后再导入',
    en: 'The file has more than {limit} different texts, split it and import the parts',
  },
  'import-cells': {
    status: 422,
    zh: '文件超过{limit}个单元格（含只设置了格式的单元格），请删除多余的行和列后再导入',
    en: 'The file has more than {limit} cells, formatted empty ones included: delete the rows and columns not needed',
  },
  'import-columns': {
    status: 422,
    zh: '表头超过{limit}列，请删除多余的列后再导入',
    en: 'The header row has more than {limit} columns, delete those not needed',
  },
  'import-cell-length': {
    status: 422,
    zh: '有单元格超过{limit}个字符，请缩短后再导入',
    en: 'A cell is longer than {limit} characters, shorten it and import again',
  },
  'import-text': {
    status: 422,
    zh: '文件的文字合计超过{limit}个字符，请拆分文件后再导入',
    en: 'The cells have more than {limit} characters in total, split the file and import the parts',
  },
  'import-sheet-count': {
    status: 422,
    zh: '文件超过{limit}个工作表，请删除多余的工作表后再导入',
    en: 'The file has more than {limit} sheets, delete those not needed',
  },
  'import-memory': {
    status: 422,
    zh: '文件过于复杂，超出读取时可用的内存，请清除格式或拆分文件后再导入',
    en: 'The file needs more memory to read than an import may use: clear formats or split the file',
  },
  'import-time': {
    status: 422,
    zh: '读取文件超过{seconds}秒，请拆分文件后再导入',
    en: 'Reading the file took more than {seconds} seconds, split it and import the parts',
  },
  'import-changed': {
    status: 422,
    zh: '检查之后数据发生变化，第{row}行无法导入：{reason}',
    en: 'The data changed after the check, row {row} cannot be imported: {reason}',
  },
  'task-account': {
    status: 422,
    zh: '账号已冻结或不存在，任务没有执行',
    en: 'The account is frozen or deleted, so the task was not run',
  },
  'task-cancelled': { status: 422, zh: '任务已取消', en: 'The task was cancelled' },
  'task-over': { status: 409, zh: '任务已经结束', en: 'The task has ended' },
  'task-broken': {
    status: 422,
    zh: '系统错误，任务编号{id}，请联系管理员',
    en: 'Unexpected error in task {id}, contact the administrator',
  },
  'too-large': { status: 413, zh: '内容过大，上限为{limit}', en: 'Too large, the limit is {limit}' },
  'too-many': { status: 429, zh: '请求过于频繁，请稍后再试', en: 'Too many requests, try again later' },
  busy: { status: 503, zh: '系统繁忙，请稍后再试', en: 'The system is busy, try again in a moment' },
  'too-slow': {
    status: 503,
    zh: '查询耗时过长已停止，请缩小范围后再试',
    en: 'This took too long and was stopped: narrow the filters and try again',
  },
  unavailable: { status: 503, zh: '服务暂不可用，请稍后再试', en: 'Temporarily unavailable, try again later' },
});
