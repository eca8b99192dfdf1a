const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const UNITS = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿', '兆'];

/** Four digits in capital characters; zeros between others are read once, those at the end not at all. */
function groupInWords(group: number): string {
  let words = '';
  let hasGap = false;
  for (const [index, digit] of [...String(group).padStart(4, '0')].map(Number).entries()) {
    if (digit === 0) hasGap ||= words !== '';
    else {
      words += `${hasGap ? '零' : ''}${DIGITS[digit]}${UNITS[3 - index]}`;
      hasGap = false;
    }
  }
  return words;
}

/**
 * Returns an amount in fen in the capital characters of cheques and invoices (《支付结算办法》附一 正确填写票据和结算凭证的基本规定): 壹佰贰拾叁圆肆角伍分;
 * whole yuan end with 整, amounts below zero begin with 负.
 */
export function yuanInWords(amountFen: number): string {
  const fen = Math.abs(amountFen);
  const [yuan, jiao, cent] = [Math.floor(fen / 100), Math.floor(fen / 10) % 10, fen % 10];
  let words = '';
  let rest = yuan;
  const groups: number[] = [];
  while (rest > 0) {
    groups.push(rest % 10_000);
    rest = Math.floor(rest / 10_000);
  }
  for (let place = groups.length - 1; place >= 0; place -= 1) {
    const group = groups[place]!;
    if (group === 0) continue;
    const hasGap = words !== '' && (group < 1000 || groups[place + 1] === 0);
    words += `${hasGap ? '零' : ''}${groupInWords(group)}${GROUPS[place]}`;
  }
  if (words) words += '圆';
  if (jiao > 0) words += `${DIGITS[jiao]}角`;
  else if (cent > 0 && words) words += '零';
  words += cent > 0 ? `${DIGITS[cent]}分` : '整';
  if (fen === 0) words = '零圆整';
  return `${amountFen < 0 ? '负' : ''}${words}`;
}
