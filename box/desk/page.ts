import { formatYuan } from '@boyun/domain/money';
import { wallTime } from '@boyun/domain/period';
import { noPlate } from '@boyun/domain/plate';
import { dueWords } from '@boyun/domain/stay-exit';
import type { LocalPassing } from '../store/passings.ts';
import type { AttendantValue, FeeLine, LaneValue, LotValue } from '../wire.ts';
import type { DeskAct } from './desk.ts';
import { script, style } from './style.ts';
import { type Language, outcomes, words } from './words.ts';

/** A text with the signs of HTML written out. */
const written = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A car that waits at a lane, with what it owes. */
export interface WaitingCar {
  readonly passing: LocalPassing;
  readonly dueFen: number;
  readonly enteredMs: number | null;
  readonly reducedFen: number;
  readonly paidFen: number;
  readonly lines: readonly FeeLine[];
  readonly standing: Readonly<Record<Language, string>> | null;
}

/** What the page of the booth shows. */
export interface Board {
  readonly lot: LotValue;
  readonly nowMs: number;
  readonly isOnline: boolean;
  readonly queueLength: number;
  readonly carsInside: number;
  readonly lanes: readonly { readonly lane: LaneValue; readonly waiting: WaitingCar | null }[];
  readonly passings: readonly LocalPassing[];
  readonly acts: readonly DeskAct[];
}

/** A whole page. */
export function wholePage(language: Language, title: string, body: string, nonce: string): string {
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${written(title)}</title><style nonce="${nonce}">${style}</style></head>
<body>${body}<script nonce="${nonce}">${script}</script></body></html>`;
}

const languageLink = (language: Language) =>
  language === 'zh' ? '<a href="/?lang=en">English</a>' : '<a href="/?lang=zh">中文</a>';

/** The page to sign in. */
export function signInPage(
  language: Language,
  lotName: string,
  people: readonly AttendantValue[],
  said: string,
): string {
  const fields =
    people.length === 0
      ? `<p class="quiet">${words.nobody[language]}</p>`
      : `<form method="post" action="/sign-in"><label>${words.attendant[language]}<select name="attendant">${people
          .map((one) => `<option value="${written(one.Id)}">${written(one.Name)}</option>`)
          .join('')}</select></label>
<label>${words.pin[language]}<input name="pin" type="password" inputmode="numeric" autocomplete="off" required autofocus></label>
<button class="main">${words.signIn[language]}</button></form>`;
  return `<header><h1>${written(lotName)} · ${words.title[language]}</h1><span class="facts"></span>${languageLink(language)}</header>
<main><section class="card sign">${saidBox(said)}${fields}</section></main>`;
}

const saidBox = (said: string) => (said ? `<p class="said" role="status">${written(said)}</p>` : '');

/** The page of somebody who is signed in. */
export function boardPage(language: Language, board: Board, attendant: AttendantValue, said: string): string {
  return `${saidBox(said) && `<main>${saidBox(said)}</main>`}<div id="board">${boardPart(language, board, attendant)}</div>`;
}

/** The part of the page that is renewed. */
export function boardPart(language: Language, board: Board, attendant: AttendantValue): string {
  const { lot, isOnline, queueLength, carsInside } = board;
  const facts = [
    `<span><span class="dot${isOnline ? '' : ' off'}"></span>${(isOnline ? words.online : words.offline)[language]}</span>`,
    `<span>${words.waits[language]} ${queueLength}</span>`,
    `<span>${words.inside[language]} ${carsInside}/${lot.Capacity}</span>`,
    `<span>${wallTime(board.nowMs, lot.TimeZone).slice(11, 16)}</span>`,
  ];
  return `<header><h1>${written(lot.Name)}</h1><span class="facts">${facts.join('')}</span><span>${written(attendant.Name)}</span>
<form method="post" action="/sign-out"><button class="plain">${words.signOut[language]}</button></form>${languageLink(language)}</header>
<main><section class="lanes">${board.lanes.map((one) => laneCard(language, board, one, attendant)).join('')}</section>
<div class="two">${passingTable(language, board)}${actTable(language, board)}</div></main>`;
}

function laneCard(
  language: Language,
  board: Board,
  { lane, waiting }: Board['lanes'][number],
  attendant: AttendantValue,
): string {
  const direction = lane.Direction === 'entry' ? words.entry : words.exit;
  const inner = waiting
    ? carPart(language, board, lane, waiting, attendant)
    : `<p class="quiet">${words.noCar[language]}</p>`;
  const hand = attendant.MayOpen
    ? `<details><summary>${words.byHand[language]}</summary><form method="post" action="/barrier">${given({ lane: lane.Id })}
${reasonField(language)}<div class="pair"><button name="move" value="open">${words.open[language]}</button>
<button name="move" value="close">${words.close[language]}</button></div></form></details>`
    : '';
  return `<article class="card${waiting ? ' waits' : ''}" data-lane="${written(lane.Code)}"><h2>${written(lane.Name)}<small>${direction[language]}</small></h2>
${inner}${hand}</article>`;
}

const given = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${written(value)}">`)
    .join('');

const reasonField = (language: Language) =>
  `<label>${words.reason[language]}<input name="reason" minlength="2" maxlength="200" required></label>`;

function carPart(
  language: Language,
  { lot, nowMs }: Board,
  lane: LaneValue,
  car: WaitingCar,
  attendant: AttendantValue,
): string {
  const { passing, dueFen, enteredMs } = car;
  const asksFee = dueWords(formatYuan(dueFen), null)[language];
  const said = (language === 'zh' ? passing.reasonZh : passing.reasonEn) ?? '';
  // The sum is shown large already.
  const reason = lane.Direction === 'exit' && said === asksFee ? '' : said;
  const rows = [
    [words.standing[language], (car.standing ?? words.temporary)[language]],
    [words.since[language], lasting(language, nowMs - passing.atMs)],
    ...(enteredMs === null
      ? []
      : [
          [words.entered[language], wallTime(enteredMs, lot.TimeZone).slice(5, 16).replace('T', ' ')],
          [words.parked[language], lasting(language, nowMs - enteredMs)],
        ]),
    ...(car.reducedFen > 0 ? [[words.reduced[language], formatYuan(car.reducedFen)]] : []),
    ...(car.paidFen > 0 ? [[words.paid[language], formatYuan(car.paidFen)]] : []),
  ];
  const about = { lane: lane.Id, event: passing.eventId };
  const cash =
    dueFen > 0 && attendant.MayCollect
      ? `<form method="post" action="/cash">${given({ ...about, fen: String(dueFen) })}
<button class="main" data-act="cash">${words.takeCash[language]} ${formatYuan(dueFen)}${words.yuan[language]}</button></form>`
      : '';
  const free = attendant.MaySettle
    ? `<details><summary>${(dueFen > 0 ? words.withoutCash : words.decide)[language]}</summary><form method="post" action="/settle">${given(about)}
${reasonField(language)}<div class="pair"><button name="act" value="through">${words.letThrough[language]}</button>
<button name="act" value="back" class="bad">${words.turnBack[language]}</button></div></form></details>`
    : '';
  const lines =
    car.lines.length > 0
      ? `<details><summary>${words.feeLines[language]}</summary><table>${car.lines
          .map(
            (line) =>
              `<tr><td>${written(line[language])}</td><td class="money">${formatYuan(line.amountFen)}</td></tr>`,
          )
          .join('')}</table></details>`
      : '';
  return `<span class="number c${passing.car.plateColor}">${written(plateOf(language, passing))}</span>
${lane.Direction === 'exit' && dueFen > 0 ? `<p class="sum">${words.due[language]} ${formatYuan(dueFen)}${words.yuan[language]}</p>` : ''}
${reason && `<p class="quiet">${written(reason)}</p>`}<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${written(value!)}</dd>`).join('')}</dl>
${cash}${lines}${free}`;
}

function plateOf(language: Language, { carried, car }: LocalPassing): string {
  const plate = carried ?? car.plate;
  return !plate || plate === noPlate ? words.noPlate[language] : plate;
}

/** Hours and minutes of a time. */
function lasting(language: Language, ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const rest = `${minutes % 60} ${words.minutes[language]}`;
  return minutes < 60 ? rest : `${Math.floor(minutes / 60)} ${words.hours[language]} ${rest}`;
}

const timeOf = (ms: number, { TimeZone }: LotValue) => wallTime(ms, TimeZone).slice(11, 19);

function passingTable(language: Language, { passings, lanes, lot }: Board): string {
  const rows = passings.map((one) => {
    const lane = lanes.find((each) => each.lane.Id === one.laneId)?.lane.Name ?? '';
    const isLetThrough = one.decidedBy === 'attendant' && one.answer?.decision !== 'refuse';
    const decision = one.state === 'waiting' ? 'hold' : isLetThrough ? 'open' : one.answer?.decision;
    const outcome = decision ? outcomes[decision][language] : '';
    return `<tr><td>${timeOf(one.atMs, lot)}</td><td>${written(lane)}</td><td class="nowrap">${written(plateOf(language, one))}</td><td>${outcome}</td></tr>`;
  });
  return tableCard(language, words.passings[language], ['time', 'lane', 'plate', 'result'], rows);
}

function actTable(language: Language, { acts, lanes, lot }: Board): string {
  const laneOf = (code: string) => lanes.find((each) => each.lane.Code === code)?.lane.Name ?? code;
  const rows = acts.map(
    (one) =>
      `<tr><td>${timeOf(one.atMs, lot)}</td><td>${written(one.name)}</td><td class="nowrap">${written(one.plate ?? laneOf(one.laneCode))}</td>
<td>${outcomes[one.kind][language]}${one.amountFen === null ? '' : ` ${formatYuan(one.amountFen)}`}${one.reason ? ` · ${written(one.reason)}` : ''}</td></tr>`,
  );
  return tableCard(language, words.acts[language], ['time', 'attendant', 'plate', 'result'], rows);
}

function tableCard(
  language: Language,
  title: string,
  columns: readonly ('time' | 'lane' | 'plate' | 'result' | 'attendant')[],
  rows: readonly string[],
): string {
  const head = columns.map((one) => `<th>${words[one][language]}</th>`).join('');
  const body = rows.length > 0 ? rows.join('') : `<tr><td colspan="4" class="quiet">${words.none[language]}</td></tr>`;
  return `<section class="card"><h2>${title}</h2><div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div></section>`;
}
