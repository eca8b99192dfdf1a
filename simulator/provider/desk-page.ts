import { formatYuan } from '@boyun/domain/money';
import type { Label, Language } from '@boyun/kernel/contract';
import { type BankHabits, CallFault, type DeskProvider, type DeskTrade, Outcome, Reporting } from './desk-provider.ts';

const MOST_SHOWN = 30;

const Kind = {
  payment: { zh: '付款', en: 'Payment' },
  debit: { zh: '无感扣款', en: 'Debit' },
  refund: { zh: '退款', en: 'Refund' },
} as const;
const State = {
  open: { zh: '待处理', en: 'Open' },
  done: { zh: '成功', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  closed: { zh: '已关闭', en: 'Closed' },
} as const;
const Habit = {
  done: { zh: '到账', en: 'Arrive' },
  failed: { zh: '随后失败', en: 'Fail later' },
  never: { zh: '一直处理中', en: 'Stay pending' },
} as const;

const said = {
  title: { zh: '支付渠道模拟台', en: 'Doubles of the payment providers' },
  about: {
    zh: '泊云像对真实渠道一样调用这里：请求须有商户签名，通知由渠道签名。在此付款，或让渠道出错，再看系统如何处理。',
    en: 'Boyun calls these as it calls the real ones: its requests are signed, their notices are too. Pay here, or make a provider misbehave, and see what the product does.',
  },
  faults: { zh: '下一次调用', en: 'The next call' },
  apply: { zh: '设置', en: 'Set' },
  banks: { zh: '退款与无感扣款', en: 'Refunds and debits' },
  sign: { zh: '车主签约无感支付', en: 'A driver agrees to automatic debit' },
  plate: { zh: '车牌', en: 'Plate' },
  agree: { zh: '签约', en: 'Agree' },
  none: { zh: '还没有交易', en: 'No trades yet' },
  amount: { zh: '付给停车场', en: 'To the car park' },
  how: { zh: '结果通知', en: 'How it is reported' },
  over: { zh: '本次交易已结束，可以返回', en: 'This trade is over; go back' },
  back: { zh: '返回商家', en: 'Back to the merchant' },
  desk: { zh: '模拟台', en: 'Desk' },
} as const satisfies Readonly<Record<string, Label>>;

const escaped = (value: string) => value.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0 auto;max-width:1060px;padding:20px 16px;font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;background:light-dark(#f4f6f9,#14171c);color:light-dark(#1f2733,#e4e8ee)}
h1{font-size:20px;margin:0}h2{font-size:15px;margin:0 0 8px}p{margin:4px 0 16px;color:light-dark(#5b6675,#9aa5b4)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(300px,1fr));gap:12px;margin-bottom:12px}
section{background:light-dark(#fff,#1d222a);border-radius:8px;padding:14px 16px}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:center;margin:0 0 8px}
select,input,button{font:inherit;padding:5px 10px;border:1px solid light-dark(#cfd6e0,#3a4350);border-radius:6px;background:transparent;color:inherit}
select,input{flex:1;min-width:120px}option{background:light-dark(#fff,#1d222a)}button{cursor:pointer}
button.main{background:#1f6feb;border-color:#1f6feb;color:#fff}
table{width:100%;border-collapse:collapse}td{padding:5px 8px;border-top:1px solid light-dark(#e7ebf0,#2b323c);white-space:nowrap}
td.number{text-align:right;font-variant-numeric:tabular-nums}.done{color:light-dark(#1a7f4b,#53c58a)}.failed,.closed{color:light-dark(#b3261e,#f08b83)}
.scroll{overflow-x:auto}.pay{max-width:420px;margin:6vh auto;text-align:center}.pay b{display:block;font-size:40px;margin:8px 0 20px}
.pay form{flex-direction:column;align-items:stretch}.pay button{padding:10px}a{color:light-dark(#1f5fc4,#7eb0ff)}`;

function shell(title: string, language: Language, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;
}

function options(table: Readonly<Record<string, Label>>, language: Language, chosen?: string): string {
  return Object.entries(table)
    .map(([key, label]) => `<option value="${key}"${key === chosen ? ' selected' : ''}>${label[language]}</option>`)
    .join('');
}

/** The page of the desk: how each provider misbehaves next, what banks do, and the latest trades. */
export function drawDesk(
  providers: Readonly<Record<string, DeskProvider>>,
  habits: Readonly<BankHabits>,
  language: Language,
): string {
  const t = (label: Label) => label[language];
  const cards = Object.entries(providers).map(([name, one]) => {
    const hidden = `<input type="hidden" name="provider" value="${name}">`;
    const sign = one.sign
      ? `<form method="post" action="/sign">${hidden}<input name="plate" required maxlength="10" aria-label="${t(said.sign)}" placeholder="${t(said.sign)} · ${t(said.plate)}"><button>${t(said.agree)}</button></form>`
      : '';
    return `<section><h2>${t(one.label)}</h2><form method="post" action="/fault">${hidden}<label for="fault-${name}">${t(said.faults)}</label><select id="fault-${name}" name="fault">${options(CallFault, language)}</select><button>${t(said.apply)}</button></form>${sign}</section>`;
  });
  const banks = `<section><h2>${t(said.banks)}</h2><form method="post" action="/habits"><select name="outcome" aria-label="${t(said.banks)}">${options(Habit, language, habits.outcome)}</select><select name="reporting" aria-label="${t(said.how)}">${options(Reporting, language, habits.reporting)}</select><button>${t(said.apply)}</button></form></section>`;
  const rows = Object.entries(providers)
    .flatMap(([name, one]) => one.trades().map((trade) => ({ name, label: one.label, trade })))
    .sort((a, b) => b.trade.at.getTime() - a.trade.at.getTime())
    .slice(0, MOST_SHOWN)
    .map(({ name, label, trade: { no, kind, fen, state, at } }) => {
      const time = at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai' });
      return `<tr><td>${time}</td><td>${t(label)}</td><td>${t(Kind[kind])}</td><td><a href="/pay/${name}/${escaped(no)}">${escaped(no)}</a></td><td class="number">${formatYuan(fen)}</td><td class="${state}">${t(State[state])}</td></tr>`;
    });
  const table =
    rows.length > 0 ? `<div class="scroll"><table>${rows.join('')}</table></div>` : `<p>${t(said.none)}</p>`;
  const head = `<h1>${t(said.title)}</h1><p>${t(said.about)}</p>`;
  return shell(
    t(said.title),
    language,
    `${head}<div class="cards">${cards.join('')}${banks}</div><section>${table}</section>`,
  );
}

/** The page on which a trade is paid, or made to fail; once it is over it leads back. */
export function drawPayment(
  { label }: DeskProvider,
  { fen, kind, state, no }: DeskTrade,
  returnUrl: string | null,
  language: Language,
): string {
  const t = (one: Label) => one[language];
  const isHttp = returnUrl !== null && /^https?:\/\//.test(returnUrl);
  const back = isHttp ? `<a href="${escaped(returnUrl)}">${t(said.back)}</a> · ` : '';
  const form = `<form method="post"><input type="hidden" name="return" value="${isHttp ? escaped(returnUrl) : ''}"><select name="reporting" aria-label="${t(said.how)}">${options(Reporting, language)}</select>
    <button class="main" name="outcome" value="done">${t(Outcome.done)}</button><button name="outcome" value="failed">${t(Outcome.failed)}</button><button name="outcome" value="closed">${t(Outcome.closed)}</button></form>`;
  const body = `<section class="pay"><h2>${t(label)}</h2>${t(said.amount)} · ${t(Kind[kind])}<b>¥${formatYuan(fen)}</b>${
    state === 'open' ? form : `<p class="${state}">${t(State[state])}</p><p>${t(said.over)}</p>`
  }<p>${back}<a href="/">${t(said.desk)}</a><br><small>${escaped(no)}</small></p></section>`;
  return shell(t(label), language, body);
}
