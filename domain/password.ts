/** Minimum and maximum length of a new password. */
export const passwordLength = { min: 8, max: 20 } as const;

/** The rules for a new password, in the order they are checked, each with its message. */
export const passwordRule = {
  mismatch: { zh: '两次输入的密码不一致', en: 'the two passwords entered are not the same' },
  length: { zh: '密码长度错误,最少8位,最多20位', en: 'password length wrong, minimum 8, maximum 20' },
  classes: {
    zh: '密码至少包含大写字母、小写字母、数字、特殊符号中的三种',
    en: 'the password must contain at least three of uppercase, lowercase, digit, special symbol',
  },
  digitRun: {
    zh: '密码不能包含4个及以上连续递增或递减的数字(如1234、3210)',
    en: 'no run of four or more ascending or descending digits (1234, 3210)',
  },
  letterRun: {
    zh: '密码不能包含4个及以上连续递增或递减的字母,不区分大小写(如abcd、DcbA)',
    en: 'no run of four or more ascending or descending letters, case-insensitive (abcd, DcbA)',
  },
  repeat: {
    zh: '密码不能包含4个及以上相同的连续字符,不区分大小写(如8888、BbbB、$$$$)',
    en: 'no four or more identical consecutive characters, case-insensitive (8888, BbbB, $$$$)',
  },
  word: {
    zh: '密码不能包含admin、pass,不区分大小写',
    en: 'the words admin and pass must not appear, case-insensitive',
  },
} as const;

/** Code of a broken password rule. */
export type PasswordCode = keyof typeof passwordRule;

/** Message of the required fields while the strict flag is on. */
export const strictPasswordMessage = {
  zh: '密码长度6~16,至少一个数字和字母,区分大小写!',
  en: 'password length 6 to 16, at least one digit and one letter, case-sensitive!',
} as const;

/** Whether a password meets the rule of the strict flag. */
export const isStrictPassword = (password: string): boolean => /^(?=.*[A-Za-z])(?=.*\d).{6,16}$/s.test(password);

/** The hint of the dialog. */
export const passwordHint = {
  zh: '密码至少包含大写字母、小写字母、数字、特殊符号中的三种,长度8-20位',
  en: 'at least three of uppercase, lowercase, digit, special symbol, length 8-20',
} as const;

/** Whether four consecutive characters of one class ascend or descend by one each. */
function hasRun(text: string, isOfClass: (character: string) => boolean): boolean {
  let up = 1;
  let down = 1;
  for (let i = 1; i < text.length; i++) {
    const isPair = isOfClass(text[i - 1]!) && isOfClass(text[i]!);
    const change = text.charCodeAt(i) - text.charCodeAt(i - 1);
    up = isPair && change === 1 ? up + 1 : 1;
    down = isPair && change === -1 ? down + 1 : 1;
    if (up >= 4 || down >= 4) return true;
  }
  return false;
}

/** What breaks each rule. */
const BREAKS: Readonly<Record<PasswordCode, (password: string, repeat: string) => boolean>> = {
  mismatch: (password, repeat) => password !== repeat,
  length: ({ length }) => length < passwordLength.min || length > passwordLength.max,
  classes: (password) => [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((one) => one.test(password)).length < 3,
  digitRun: (password) => hasRun(password.toLowerCase(), (c) => c >= '0' && c <= '9'),
  letterRun: (password) => hasRun(password.toLowerCase(), (c) => c >= 'a' && c <= 'z'),
  repeat: (password) => /(.)\1{3}/su.test(password.toLowerCase()),
  word: (password) => /admin|pass/.test(password.toLowerCase()),
};

/** Returns all rules that a new password breaks, in the order they are checked. */
export function brokenPasswordRules(password: string, repeat: string): PasswordCode[] {
  return (Object.keys(passwordRule) as PasswordCode[]).filter((code) => BREAKS[code](password, repeat));
}

/** Returns the first rule a new password breaks, or null when it meets all; used by both the page and the server. */
export function checkPassword(password: string, repeat: string): PasswordCode | null {
  return brokenPasswordRules(password, repeat)[0] ?? null;
}
