import type { Scenario, scenarioPlayer } from './scenario.ts';

const A = '粤B10001';
const B = '粤B10002';
const night = { DailyFrom: '20:00', DailyTo: '08:00' };
const day = { DailyFrom: '10:00', DailyTo: '20:00' };

type Lists = Pick<ReturnType<typeof scenarioPlayer>, 'black' | 'white' | 'free' | 'visit' | 'fixed' | 'pack'>;

/** Cars on the black, white and free lists. */
const listed = ({ black, white, free }: Lists): readonly Scenario[] => [
  [
    'a car on no list pays',
    [],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 90, 'hold', 'temporary', 600],
    ],
    [],
  ],
  ['a black car stays outside', [black(A)], [['in', A, 0, 'refuse', 'black']], ['black-entry']],
  [
    'a watched car pays',
    [black(A, 'warn')],
    [
      ['in', A, 0, 'open', 'black'],
      ['out', A, 90, 'hold', 'black', 600],
    ],
    ['black-entry'],
  ],
  [
    'a black car that is white too stays outside',
    [white(A), black(A)],
    [['in', A, 0, 'refuse', 'black']],
    ['black-entry'],
  ],
  [
    'a white car is free',
    [white(A)],
    [
      ['in', A, 0, 'open', 'white'],
      ['out', A, 900, 'open', 'white', 0],
    ],
    [],
  ],
  [
    'a free car is free',
    [free(A)],
    [
      ['in', A, 0, 'open', 'free'],
      ['out', A, 900, 'open', 'free', 0],
    ],
    [],
  ],
  [
    'free for 90 minutes, then it pays',
    [free(A, { MinutesPerStay: 90 })],
    [
      ['in', A, 0, 'open', 'free'],
      ['out', A, 150, 'hold', 'free', 300],
    ],
    [],
  ],
  [
    'free once a day',
    [free(A, { TimesPerDay: 1 })],
    [
      ['in', A, 0, 'open', 'free'],
      ['out', A, 60, 'open', 'free', 0],
      ['in', A, 100, 'open', 'temporary'],
      ['out', A, 150, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'free within hours only',
    [free(A, day)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 120, 'hold', 'temporary', 300],
    ],
    [],
  ],
];

/** Cars with a spot of their own. */
const placed = ({ fixed }: Lists): readonly Scenario[] => [
  [
    'a fixed car is free',
    [fixed(A)],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['out', A, 900, 'open', 'fixed', 0],
    ],
    [],
  ],
  [
    'two cars of one spot: the second pays',
    [fixed(A, B)],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['in', B, 10, 'open', 'temporary'],
      ['out', B, 70, 'hold', 'temporary', 300],
      ['out', A, 80, 'open', 'fixed', 0],
    ],
    [],
  ],
  [
    'two cars of one spot, one after the other',
    [fixed(A, B)],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['out', A, 10, 'open', 'fixed', 0],
      ['in', B, 20, 'open', 'fixed'],
      ['out', B, 80, 'open', 'fixed', 0],
    ],
    [],
  ],
];

/** Cars with packs. */
const packed = ({ pack }: Lists): readonly Scenario[] => [
  [
    'a pack is free',
    [pack([A])],
    [
      ['in', A, 0, 'open', 'pack'],
      ['out', A, 900, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'two plates of a pack, one place: the second pays',
    [pack([A, B])],
    [
      ['in', A, 0, 'open', 'pack'],
      ['in', B, 10, 'open', 'temporary'],
      ['out', B, 70, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'two plates of a pack, two places',
    [pack([A, B], { CarsPerPack: 2 })],
    [
      ['in', A, 0, 'open', 'pack'],
      ['in', B, 10, 'open', 'pack'],
      ['out', B, 70, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'a day pack covers its hours: nine to ten is paid',
    [pack([A], day)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 300, 'hold', 'temporary', 300],
    ],
    [],
  ],
  [
    'a night pack by day pays',
    [pack([A], night)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 90, 'hold', 'temporary', 600],
    ],
    [],
  ],
  [
    'a day pack and a night pack are free together',
    [pack([A], { DailyFrom: '08:00', DailyTo: '20:00' }), pack([A], night)],
    [
      ['in', A, 0, 'open', 'pack'],
      ['out', A, 900, 'open', 'pack', 0],
    ],
    [],
  ],
];

/** Packs beside other lists, and visitors. */
const mixed = ({ fixed, pack, visit }: Lists): readonly Scenario[] => [
  [
    'a pack for large vehicles does not help a small one',
    [pack([A], { VehicleKinds: ['large'] })],
    [['in', A, 0, 'open', 'temporary', undefined, { vehicleKind: 'small' }]],
    [],
  ],
  [
    'a pack that begins while the car is inside',
    [pack([A], {}, 60)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 50, 'hold', 'temporary', 300],
    ],
    [],
  ],
  ['a fixed car comes before its pack', [pack([A]), fixed(A)], [['in', A, 0, 'open', 'fixed']], []],
  [
    'a pack helps where the spot is taken',
    [fixed(A, B), pack([B])],
    [
      ['in', A, 0, 'open', 'fixed'],
      ['in', B, 10, 'open', 'pack'],
      ['out', B, 70, 'open', 'pack', 0],
    ],
    [],
  ],
  [
    'a visitor is free for an hour, once',
    [visit(A, { FreeMinutes: 60 })],
    [
      ['in', A, 0, 'open', 'visitor'],
      ['out', A, 90, 'hold', 'visitor', 300],
      ['in', A, 200, 'open', 'temporary'],
    ],
    ['duplicate-entry'],
  ],
  [
    'a visitor who waits for his approval is a temporary car',
    [visit(A, { Approval: 'host' })],
    [['in', A, 0, 'open', 'temporary']],
    [],
  ],
];

/** What cars on lists meet at a gate: in the cloud, and at a box that works alone. */
export const listScenarios = (lists: Lists): readonly Scenario[] =>
  [listed, placed, packed, mixed].flatMap((of) => of(lists));

/** What lanes and lots do with cars by their settings. */
export const laneScenarios = ({ fixed, pack }: Lists): readonly Scenario[] => [
  [
    'a full lot keeps temporary cars waiting, not those on lists',
    [fixed(B)],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['in', '粤B10003', 1, 'hold', 'temporary'],
      ['in', B, 2, 'open', 'fixed'],
    ],
    ['lot-full'],
    {},
    { Capacity: 1 },
  ],
  [
    'a lane for packs alone',
    [pack([A])],
    [
      ['in', A, 0, 'open', 'pack'],
      ['in', B, 1, 'refuse', 'temporary'],
    ],
    [],
    { Temporary: 'deny' },
  ],
  ['a lane where a person confirms packs', [pack([A])], [['in', A, 0, 'hold', 'pack']], [], { PackHolder: 'confirm' }],
  [
    'large vehicles are kept out',
    [],
    [
      ['in', A, 0, 'refuse', 'temporary', undefined, { vehicleKind: 'large' }],
      ['in', B, 1, 'open', 'temporary', undefined, { vehicleKind: 'small' }],
    ],
    [],
    { LargeVehicle: 'deny' },
  ],
  [
    'a barrier kept open: who does not pay owes',
    [],
    [
      ['in', A, 0, 'open', 'temporary'],
      ['out', A, 90, 'open', 'temporary', 600],
    ],
    // One of each lane that was set to it.
    ['forced-open', 'forced-open'],
    { Mode: 'keep-open' },
  ],
  [
    'the peak lets in whom a person would confirm',
    [],
    [['in', A, 0, 'open', 'temporary']],
    [],
    { Temporary: 'confirm', Mode: 'peak' },
  ],
  [
    'arrears above the limit wait, those at the limit do not',
    [],
    [
      ['in', '粤B77777', 0, 'open', 'temporary'],
      ['in', '粤B77777', 120, 'open', 'temporary'],
      ['in', '粤B77777', 180, 'open', 'temporary'],
      ['in', '粤B77777', 300, 'hold', 'arrears'],
    ],
    ['duplicate-entry', 'duplicate-entry', 'arrears-entry'],
    {},
    { ArrearsLimit: '6.00' },
  ],
  [
    'a late entry opens nothing and covers all the same',
    [pack([A])],
    [
      ['in', A, 0, 'record', 'pack', undefined, { isOffline: true, receivedMinute: 30 }],
      ['out', A, 60, 'open', 'pack', 0],
    ],
    [],
  ],
];
