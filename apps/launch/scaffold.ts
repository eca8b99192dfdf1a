import { join, relative } from 'node:path';
import { scaffoldBill } from './scaffold/bill.ts';
import { scaffoldDevice } from './scaffold/device.ts';
import { scaffold } from './scaffold/entity.ts';
import { scaffoldEvent } from './scaffold/event.ts';
import { scaffoldListKind } from './scaffold/list-kind.ts';
import { scaffoldReport } from './scaffold/report.ts';
import { type NewPart, root, ScaffoldError } from './scaffold/writing.ts';

export { scaffold, scaffoldBill, scaffoldDevice, scaffoldEvent, scaffoldListKind, scaffoldReport };

/** A kind of scaffold: what it is given behind its name, how it writes, and what remains to be done. */
interface Kind {
  readonly usage: string;
  readonly example: string;
  write(args: readonly string[]): string[] | null;
  readonly next: string;
}

const TITLE = '<中文名> "<English title>"';

const partOf = ([module, entity, zh, en]: readonly (string | undefined)[]): NewPart | null =>
  module && entity && zh && en ? { folder: join(root, 'modules', module), module, entity, zh, en } : null;

const plain = (make: (part: NewPart) => string[]) => (args: readonly string[]) => {
  const part = partOf(args);
  return part && make(part);
};

const ENTITY: Kind = {
  usage: `<module> <entity> ${TITLE}`,
  example: 'facilities key-cabinet 钥匙柜 "Key cabinets"',
  write: plain(scaffold),
  next: 'its fields in the contract, a column for each in the migration',
};

const KINDS: Readonly<Record<string, Kind>> = {
  report: {
    usage: `report <module> <report> ${TITLE} <table or view>`,
    example: 'report insight lot-income 车场收入 "Income of lots" stay_fact',
    write([module, entity, zh, en, table]) {
      const part = partOf([module, entity, zh, en]);
      return part && table ? scaffoldReport({ ...part, table }) : null;
    },
    next: 'its filters and columns in the contract, its lot and its order in the query',
  },
  list: {
    usage: `list <module> <list> ${TITLE}`,
    example: 'list bookings car-pool 拼车 "Car pool"',
    write: plain(scaffoldListKind),
    next: 'its rank, mark and lane policy in the kind, its hours or cover in the queries',
  },
  event: {
    usage: `event <module> <entity> <happened> ${TITLE}`,
    example: 'event facilities gate moved 大门移位 "A gate was moved"',
    write([module, entity, happened, zh, en]) {
      const part = partOf([module, entity, zh, en]);
      return part && happened ? scaffoldEvent({ ...part, happened }) : null;
    },
    next: 'its fields, and tx.emit in the transaction of the change',
  },
  device: {
    usage: `device <maker> ${TITLE}`,
    example: 'device acme 示例相机 "Acme cameras"',
    write: (args) => plain(scaffoldDevice)(['gateway', ...args]),
    next: 'the format of the maker in its service',
  },
  bill: {
    usage: `bill <module> <entity> ${TITLE}`,
    example: 'bill payments locker 储物柜 "Lockers"',
    write: plain(scaffoldBill),
    next: 'its fields, and what settles and refunds do to it in the bill',
  },
};

function main(args: readonly string[]): number {
  const named = KINDS[args[0] ?? ''];
  const kind = named ?? ENTITY;
  try {
    const files = kind.write(named ? args.slice(1) : args);
    if (!files) {
      for (const one of [ENTITY, ...Object.values(KINDS)])
        process.stderr.write(`npm run scaffold -- ${one.usage}\n    like: ${one.example}\n`);
      return 2;
    }
    process.stdout.write(`${files.map((file) => relative(root, file)).join('\n')}\n`);
    process.stdout.write(`Now: ${kind.next}; then npm test -- rules -u\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
