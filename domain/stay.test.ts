import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confusedPlates, type EntryFacts, judgeEntry, plateKey, SAME_CAR_MS } from './stay.ts';
import { type ExitFacts, judgeExit } from './stay-exit.ts';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

const words = { zh: '临时车', en: 'Temporary car' };
const entry: EntryFacts = {
  plate: '粤B12345',
  confidence: 96,
  isLate: false,
  standing: 'temporary',
  standingName: words,
  blackAction: null,
  standingWords: words,
  lotState: 'open',
  policy: 'open',
  mode: 'normal',
  hasTurnedBack: false,
  whenFull: 'wait',
  noPlate: 'ticket',
  duplicateEntry: 'admit',
  carsInside: 0,
  capacity: 10,
  insideSinceMs: null,
  isSameLane: false,
};
const exit: ExitFacts = {
  plate: '粤B12345',
  confidence: 96,
  isLate: false,
  isByRemote: false,
  match: 'exact',
  orderPlate: '粤B12345',
  hasJustLeft: false,
  mode: 'normal',
  unmatched: 'hold',
  dueFen: 0,
  dueYuan: '0.00',
  debtYuan: null,
  standingWords: words,
};

const full = { carsInside: 10 };
const again = { insideSinceMs: SAME_CAR_MS - 1, isSameLane: true };
const twice = { insideSinceMs: 3_600_000 };

test.each<[string, Partial<EntryFacts>, string, string[]]>([
  ['a temporary car', {}, 'open opens', []],
  ['a doubtful reading', { confidence: 60 }, 'open opens', ['low-confidence']],
  ['a closed lot', { lotState: 'closed' }, 'refuse', []],
  ['a lot in preparation', { lotState: 'preparing' }, 'refuse', []],
  ['a black plate', { standing: 'black', blackAction: 'deny' }, 'refuse', ['black-entry']],
  ['a watched plate', { standing: 'black', blackAction: 'warn' }, 'open opens', ['black-entry']],
  ['a lane closed to temporary cars', { policy: 'deny' }, 'refuse', []],
  ['a white car where its policy says so', { policy: 'deny', standing: 'white' }, 'refuse', []],
  ['a pack that a person confirms', { policy: 'confirm', standing: 'pack' }, 'hold', []],
  ['a car in arrears', { standing: 'arrears' }, 'hold', ['arrears-entry']],
  ['the peak lets it in', { standing: 'arrears', mode: 'peak' }, 'open opens', ['arrears-entry']],
  ['the peak lets in beyond the policy', { policy: 'confirm', mode: 'peak' }, 'open opens', []],
  [
    'the peak keeps out who is barred',
    { standing: 'black', blackAction: 'deny', mode: 'peak' },
    'refuse',
    ['black-entry'],
  ],
  [
    'a barrier kept open keeps nobody out',
    { standing: 'black', blackAction: 'deny', mode: 'keep-open' },
    'open opens',
    ['black-entry'],
  ],
  ['turned back at the entry, again', { insideSinceMs: 600_000, hasTurnedBack: true }, 'open opens closes', []],
  ['a lane where a person confirms', { policy: 'confirm' }, 'hold', []],
  ['a full lot that waits', full, 'hold', ['lot-full']],
  ['a full lot that refuses', { ...full, whenFull: 'refuse' }, 'refuse', ['lot-full']],
  ['a full lot that admits', { ...full, whenFull: 'admit' }, 'open opens', []],
  ['a full lot and a white car', { ...full, standing: 'white' }, 'open opens', []],
  ['no plate, with tickets', { plate: null }, 'open opens issues', []],
  ['no plate, without', { plate: null, noPlate: 'hold' }, 'hold', []],
  ['the same car read again', again, 'open', []],
  ['the same car read again, full meanwhile', { ...again, ...full }, 'open', []],
  ['a plate that is inside', twice, 'open opens closes', ['duplicate-entry']],
  ['a plate that is inside, a person decides', { ...twice, duplicateEntry: 'hold' }, 'hold', ['duplicate-entry']],
  ['a late record', { isLate: true }, 'record opens', []],
  ['a late record of a black plate', { isLate: true, standing: 'black', blackAction: 'deny' }, 'record opens', []],
])('entry: %s', (_name, facts, expected, alarms) => {
  const outcome = judgeEntry({ ...entry, ...facts });
  const told = [
    outcome.decision,
    outcome.opensStay && 'opens',
    outcome.closesOldStay && 'closes',
    outcome.issuesPlate && 'issues',
  ];
  expect(told.filter(Boolean).join(' ')).toBe(expected);
  expect(outcome.alarms.map((one) => one.kind)).toEqual(alarms);
});

const none = { match: 'none' as const, orderPlate: null };

test.each<[string, Partial<ExitFacts>, string, string[]]>([
  ['nothing due', {}, 'open ends', []],
  ['something due', { dueFen: 500, dueYuan: '5.00' }, 'hold pays', []],
  ['a plate alike', { match: 'alike', orderPlate: '粤B1234S' }, 'open ends', ['plate-mismatch']],
  ['several alike', { match: 'several', orderPlate: null }, 'hold', ['unmatched-exit']],
  ['no entry, hold', none, 'hold', ['unmatched-exit']],
  ['no entry, open', { ...none, unmatched: 'open' }, 'open', ['unmatched-exit']],
  ['no plate is never let out unseen', { ...none, plate: null, unmatched: 'open' }, 'hold', ['unmatched-exit']],
  ['the car that has just left', { ...none, hasJustLeft: true }, 'open', []],
  ['late, with something due', { isLate: true, dueFen: 500 }, 'record ends', []],
  ['late, without an entry', { ...none, isLate: true }, 'record', ['unmatched-exit']],
  ['late, the car that left about then', { ...none, isLate: true, hasJustLeft: true }, 'record', []],
])('exit: %s', (_name, facts, expected, alarms) => {
  const outcome = judgeExit({ ...exit, ...facts });

  const told = [outcome.decision, outcome.endsStay && 'ends', outcome.asksPayment && 'pays'];
  expect(told.filter(Boolean).join(' ')).toBe(expected);
  expect(outcome.alarms.map((one) => one.kind)).toEqual(alarms);
});

const anyEntry = fc.record<EntryFacts>({
  plate: fc.option(fc.constant('粤B12345')),
  confidence: fc.integer({ min: 0, max: 100 }),
  isLate: fc.boolean(),
  standing: fc.constantFrom('black', 'white', 'temporary'),
  blackAction: fc.constantFrom('deny', 'warn', null),
  standingName: fc.constant(words),
  standingWords: fc.constant(words),
  lotState: fc.constantFrom('preparing', 'open', 'closed'),
  policy: fc.constantFrom('open', 'confirm', 'deny'),
  mode: fc.constantFrom('normal', 'keep-open', 'peak'),
  hasTurnedBack: fc.boolean(),
  whenFull: fc.constantFrom('wait', 'refuse', 'admit'),
  noPlate: fc.constantFrom('ticket', 'hold'),
  duplicateEntry: fc.constantFrom('admit', 'hold'),
  carsInside: fc.integer({ min: 0, max: 20 }),
  capacity: fc.integer({ min: 0, max: 20 }),
  insideSinceMs: fc.option(fc.integer({ min: 0, max: 1e9 })),
  isSameLane: fc.boolean(),
});

test('whatever comes in: late records never open, refusals and waits change nothing, both languages say why', () => {
  fc.assert(
    fc.property(anyEntry, (facts) => {
      const outcome = judgeEntry(facts);
      if (facts.isLate) expect(outcome.decision).toBe('record');
      if (outcome.decision === 'hold' || outcome.decision === 'refuse')
        expect([outcome.opensStay, outcome.closesOldStay, outcome.issuesPlate]).toEqual([false, false, false]);
      if (outcome.closesOldStay) expect(outcome.opensStay && facts.insideSinceMs !== null).toBe(true);
      expect(outcome.words.zh && outcome.words.en).toBeTruthy();
    }),
    { numRuns: 2000 },
  );
});

const anyExit = fc.record<ExitFacts>({
  plate: fc.option(fc.constant('粤B12345')),
  confidence: fc.integer({ min: 0, max: 100 }),
  isLate: fc.boolean(),
  isByRemote: fc.boolean(),
  match: fc.constantFrom('exact', 'alike', 'several', 'none'),
  orderPlate: fc.constant('粤B12345'),
  hasJustLeft: fc.boolean(),
  mode: fc.constantFrom('normal', 'keep-open', 'peak'),
  unmatched: fc.constantFrom('hold', 'open'),
  dueFen: fc.integer({ min: 0, max: 10_000 }),
  dueYuan: fc.constant('1.00'),
  debtYuan: fc.constantFrom(null, '1.00'),
  standingWords: fc.constant(words),
});

test('for any exit: no car that owes may leave, and only a found stay ends', () => {
  fc.assert(
    fc.property(anyExit, (facts) => {
      const outcome = judgeExit(facts);
      const isFound = facts.match === 'exact' || facts.match === 'alike';
      if (facts.isLate) expect(outcome.decision).toBe('record');
      if (outcome.endsStay) expect(isFound).toBe(true);
      if (isFound && facts.dueFen > 0 && !facts.isLate && facts.mode !== 'keep-open')
        expect(outcome.decision).toBe('hold');
      if (outcome.asksPayment) expect(outcome.decision).toBe('hold');
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['粤B12345', '川B12345', true],
  ['粤B8O888', '粤B80888', true],
  ['粤BD0Q15', '粤B000IS', true],
  ['粤B12345', '粤B12346', false],
  ['粤B12345', '粤C12345', false],
])('%s and %s may be one car: %s', (one, other, isAlike) => {
  expect(plateKey(one) === plateKey(other)).toBe(isAlike);
});

test('the plates a camera may have read as another differ in one character and have the same key', () => {
  expect(confusedPlates('粤A5M8')).toEqual(['粤ASM8', '粤A5MB']);
  const read = '粤B12345';
  for (const plate of confusedPlates(read)) {
    expect(plateKey(plate)).toBe(plateKey(read));
    expect([...plate].filter((sign, place) => sign !== [...read][place])).toHaveLength(1);
  }
});

test.each([
  [false, 'offline-automatic'],
  [true, 'offline-remote'],
])('a late exit, by remote control: %s', (isByRemote, passType) => {
  expect(judgeExit({ ...exit, isLate: true, isByRemote }).passType).toBe(passType);
});
