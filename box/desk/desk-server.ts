import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CloudClock } from '../clock.ts';
import type { Gate } from '../gate/gate.ts';
import type { Passings } from '../store/passings.ts';
import type { Queue } from '../store/queue.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Stays } from '../store/stays.ts';
import type { AttendantValue, LaneValue } from '../wire.ts';
import type { Desk } from './desk.ts';
import { type Board, boardPage, boardPart, signInPage, type WaitingCar, wholePage } from './page.ts';
import { Sessions } from './session.ts';
import { type Language, refusals, words } from './words.ts';

const SESSION = 'boyun-box';
const LANGUAGE = 'boyun-box-language';
const SHOWN_ROWS = 12;

/** What the booth's page needs. */
export interface DeskServerParts {
  readonly clock: CloudClock;
  readonly snapshot: Snapshot;
  readonly stays: Stays;
  readonly passings: Passings;
  readonly queue: Queue;
  readonly gate: Gate;
  readonly desk: Desk;
  isOnline(): boolean;
  pinHashOf(attendant: AttendantValue): string | null;
}

/** Serves the page of the booth: who waits at which lane, what it owes, and what can be done about it. */
export function serveDesk(app: FastifyInstance, parts: DeskServerParts): void {
  const { snapshot } = parts;
  const sessions = new Sessions(() => parts.clock.nowMs());
  const people = () => snapshot.all('attendant');
  const attendantOf = (request: FastifyRequest) => {
    const id = sessions.attendantOf(cookie(request, SESSION));
    return people().find((one) => one.Id === id) ?? null;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { origin, host } = request.headers;
    // A page of another origin cannot act for who is signed in here.
    if (request.method === 'POST' && origin && host && new URL(origin).host !== host) await reply.code(403).send();
  });
  app.get('/', (request, reply) => {
    const language = languageOf(request, reply);
    const lot = snapshot.all('lot')[0];
    const attendant = attendantOf(request);
    const said = saidOf(request, language);
    const body = !lot
      ? `<main><section class="card sign">${words.notReady[language]}</section></main>`
      : attendant
        ? boardPage(language, boardOf(parts), attendant, said)
        : signInPage(language, lot.Name, people(), said);
    return html(reply, language, lot?.Name ?? words.title[language], body);
  });
  app.get('/board', (request, reply) => {
    const attendant = attendantOf(request);
    if (!attendant || !snapshot.isUsable) return reply.code(401).send();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(boardPart(languageOf(request, reply), boardOf(parts), attendant));
  });
  app.post('/sign-in', (request, reply) => {
    const form = formOf(request);
    const attendant = people().find((one) => one.Id === form.get('attendant'));
    const signed = attendant
      ? sessions.signIn(attendant, parts.pinHashOf(attendant), form.get('pin') ?? '')
      : { wrong: 'pin' as const };
    if ('wrong' in signed) return back(reply, signed.wrong);
    reply.header('set-cookie', `${SESSION}=${signed.token}; Path=/; HttpOnly; SameSite=Strict`);
    return back(reply, null);
  });
  app.post('/sign-out', (request, reply) => {
    sessions.signOut(cookie(request, SESSION));
    return back(reply, null);
  });
  serveActs(app, parts, attendantOf);
}

const back = (reply: FastifyReply, said: keyof typeof refusals | null) =>
  reply.redirect(said ? `/?said=${said}` : '/', 303);

/** The acts of who is signed in; each leads back to the page. */
function serveActs(
  app: FastifyInstance,
  { snapshot, desk }: DeskServerParts,
  attendantOf: (request: FastifyRequest) => AttendantValue | null,
): void {
  const act = (
    path: string,
    work: (attendant: AttendantValue, lane: LaneValue, form: URLSearchParams) => keyof typeof refusals | null,
  ) =>
    app.post(path, (request, reply) => {
      const attendant = attendantOf(request);
      const form = formOf(request);
      const lane = snapshot.all('lane').find((one) => one.Id === form.get('lane'));
      if (!attendant) return back(reply, null);
      return back(reply, lane ? work(attendant, lane, form) : 'not-waiting');
    });
  act('/cash', (who, lane, form) => desk.takeCash(who, lane, form.get('event') ?? '', Number(form.get('fen'))));
  act('/settle', (who, lane, form) => {
    const [event, reason] = [form.get('event') ?? '', form.get('reason') ?? ''];
    return form.get('act') === 'back'
      ? desk.turnBack(who, lane, event, reason)
      : desk.letThrough(who, lane, event, reason);
  });
  act('/barrier', (who, lane, form) =>
    desk.moveBarrier(who, lane, form.get('move') === 'close' ? 'close' : 'open', form.get('reason') ?? ''),
  );
}

function boardOf({ clock, snapshot, stays, passings, queue, gate, desk, isOnline }: DeskServerParts): Board {
  const waitingAt = (lane: LaneValue): WaitingCar | null => {
    const passing = passings.waitingAt(lane.Id);
    if (!passing) return null;
    const { dueFen, judged } = gate.due(lane, passing);
    const kind = snapshot.all('kind').find((one) => one.Name === judged.standing);
    return {
      passing,
      dueFen: judged.direction === 'exit' ? dueFen : 0,
      enteredMs: judged.stay?.enteredMs ?? null,
      reducedFen: judged.quote?.reducedFen ?? 0,
      paidFen: judged.stay?.PaidFen ?? 0,
      lines: judged.quote?.lines ?? [],
      standing: kind ? { zh: kind.Zh, en: kind.En } : null,
    };
  };
  return {
    lot: snapshot.all('lot')[0]!,
    nowMs: clock.nowMs(),
    isOnline: isOnline(),
    queueLength: queue.length,
    carsInside: stays.countInside(),
    lanes: snapshot.all('lane').map((lane) => ({ lane, waiting: waitingAt(lane) })),
    passings: passings.last(SHOWN_ROWS),
    acts: desk.acts(SHOWN_ROWS),
  };
}

function html(reply: FastifyReply, language: Language, title: string, body: string): FastifyReply {
  const nonce = randomBytes(12).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'DENY')
    .header(
      'content-security-policy',
      `default-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'`,
    )
    .send(wholePage(language, title, body, nonce));
}

function cookie(request: FastifyRequest, name: string): string | null {
  const found = (request.headers.cookie ?? '').split(';').map((one) => one.trim().split('='));
  return found.find(([key]) => key === name)?.[1] ?? null;
}

function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8') ?? '');
}

function saidOf(request: FastifyRequest, language: Language): string {
  const { said } = request.query as { said?: string };
  return said && Object.hasOwn(refusals, said) ? refusals[said as keyof typeof refusals][language] : '';
}

/** The language of the address, else of the cookie, else of the browser. */
function languageOf(request: FastifyRequest, reply: FastifyReply): Language {
  const { lang } = request.query as { lang?: string };
  if (lang === 'zh' || lang === 'en') {
    reply.header('set-cookie', `${LANGUAGE}=${lang}; Path=/; SameSite=Strict`);
    return lang;
  }
  const kept = cookie(request, LANGUAGE);
  if (kept === 'zh' || kept === 'en') return kept;
  return /^en/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh';
}
