import { createHash } from 'node:crypto';
import { type BoxContext, type BoxSetup, boxWho, findBoxSetup } from '@boyun/devices/server';
import { type BoxReport, DeviceFault, readBody, sealFor } from '@boyun/gateway/server';
import { type Kernel, sweepTenants, type TenantTx } from '@boyun/kernel/server';
import { changesFields } from './feed.contract.ts';
import {
  type ChangedRow,
  dropGone,
  type Feed,
  findDigests,
  findFeed,
  lockFeed,
  noteAllRead,
  noteRead,
  type ReadRow,
  readRows,
  writeChanges,
} from './feed.queries.ts';
import { type FeedRow, restSections, staySection } from './feed-section.service.ts';
import { isStale, type Stale } from './feed-stale.service.ts';

/** Where a box is in its feed: `since` is where the snapshot it reads began, 0 while it reads changes. */
interface Place {
  readonly life: string;
  readonly version: number;
  readonly since: number;
  /** Further rows follow the last page. */
  readonly isMore: boolean;
}

const CURSOR = /^([0-9a-f-]{36})\.(\d{1,15})\.(\d{1,15})\.([01])$/;

function placeOf(cursor: string | null): Place | null {
  const found = CURSOR.exec(cursor ?? '');
  if (!found) return null;
  const [, life, version, since, more] = found;
  return { life: life!, version: Number(version), since: Number(since), isMore: more === '1' };
}

const cursorOf = ({ life, version, since, isMore }: Place) => `${life}.${version}.${since}.${isMore ? 1 : 0}`;

/** Whether a box may go on from a place: not after its secret was changed, nor where marks it has not read are gone. */
const goesOn = (place: Place | null, feed: Feed): place is Place =>
  place !== null &&
  place.life === feed.life &&
  place.version <= feed.version &&
  (place.since > 0 ? place.since : place.version) >= feed.keptFrom;

/** Answers a box that asks what has changed. Throws DeviceFault. */
export async function takeChanges(kernel: Kernel, box: BoxContext, body: Uint8Array): Promise<object> {
  const { cursor, limit } = readBody(changesFields, body, box.zone);
  const place = placeOf(cursor);
  return kernel.database.inTenant(boxWho(box), async (tx) => {
    const setup = await findBoxSetup(tx, box.boxId);
    if (!setup) throw new DeviceFault('unknown', 'the box is gone');
    const feed = await refresh(tx, kernel, box, setup, place);
    const from = goesOn(place, feed) ? place : null;
    const since = from ? from.since : Math.max(1, feed.version);
    const after = from?.version ?? 0;
    const rows = await readRows(tx, box.boxId, { after, since, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const isLast = rows.length <= limit;
    if (isLast) await noteAllRead(tx, box.boxId, feed.version);
    const next = {
      life: feed.life,
      version: isLast ? feed.version : page.at(-1)!.version,
      since: isLast ? 0 : since,
      isMore: !isLast,
    };
    return {
      Cursor: cursorOf(next),
      IsStart: from === null,
      IsFull: since > 0,
      IsLast: isLast,
      ServerTime: tx.now.toISOString(),
      Rows: page.map((row) => sentRow(kernel, setup, row)),
    };
  });
}

/** Whether a box should ask for changes. */
export async function hasChanges(tx: TenantTx, kernel: Kernel, box: BoxContext, report: BoxReport): Promise<boolean> {
  const feed = await findFeed(tx, box.boxId);
  const place = placeOf(report.cursor);
  if (!feed || !goesOn(place, feed)) return true;
  const stale = isStale(kernel, tx, feed);
  return place.isMore || place.version < feed.version || stale.stays || stale.rest;
}

/** Compares the rows of a box with what they are made of, as far as that may have changed, and returns its feed. */
async function refresh(
  tx: TenantTx,
  kernel: Kernel,
  { boxId }: BoxContext,
  setup: BoxSetup,
  place: Place | null,
): Promise<Feed> {
  const mark = createHash('sha256').update(setup.secretSealed).digest('base64url').slice(0, 16);
  const known = await findFeed(tx, boxId);
  // Between the pages of one reading nothing is compared again: the next reading brings it.
  if (known?.secretMark === mark && place?.isMore && goesOn(place, known)) return known;
  const stale = known ? isStale(kernel, tx, known) : { stays: true, rest: true };
  if (known?.secretMark === mark && !stale.stays && !stale.rest) return known;
  await lockFeed(tx, boxId, mark);
  await compare(tx, boxId, setup, stale);
  await noteRead(tx, boxId, stale);
  return (await findFeed(tx, boxId))!;
}

async function compare(tx: TenantTx, boxId: string, setup: BoxSetup, stale: Stale): Promise<void> {
  const changes: ChangedRow[] = [];
  if (stale.rest) changes.push(...(await changesOf(tx, boxId, false, await restSections(tx, boxId, setup))));
  if (stale.stays) changes.push(...(await changesOf(tx, boxId, true, await staySection(tx, setup))));
  for (let from = 0; from < changes.length; from += BATCH)
    await writeChanges(tx, boxId, changes.slice(from, from + BATCH));
}

/** Rows written by one statement. */
const BATCH = 2000;

async function changesOf(
  tx: TenantTx,
  boxId: string,
  isStay: boolean,
  rows: readonly FeedRow[],
): Promise<ChangedRow[]> {
  const known = await findDigests(tx, boxId, isStay);
  const changes: ChangedRow[] = [];
  for (const { section, key, value, sealed } of rows) {
    const name = `${section}/${key}`;
    const kept = { value, ...(sealed ? { sealed } : {}) };
    const digest = createHash('sha256').update(JSON.stringify(kept)).digest('base64url').slice(0, 22);
    if (known.get(name) !== digest) changes.push({ section, key, digest, value: kept });
    known.delete(name);
  }
  for (const name of known.keys()) {
    const cut = name.indexOf('/');
    changes.push({ section: name.slice(0, cut), key: name.slice(cut + 1), digest: null, value: null });
  }
  return changes;
}

/** A row as it is sent: what is kept under the product's key is sealed for this box alone. */
function sentRow(kernel: Kernel, { serialNo, secretSealed }: BoxSetup, { section, key, value }: ReadRow): object {
  if (!value) return { Section: section, Key: key, Value: null };
  const sealed = value.sealed as FeedRow['sealed'];
  if (!sealed) return { Section: section, Key: key, Value: value.value };
  const opened = Object.entries(sealed.closed).map(([name, one]) => [
    name,
    typeof one === 'string' ? kernel.secrets.decrypt(one) : null,
  ]);
  const text = JSON.stringify({ ...sealed.open, ...Object.fromEntries(opened) });
  const Sealed = sealFor(kernel.secrets.decrypt(secretSealed), serialNo, `${section}/${key}`, text);
  return { Section: section, Key: key, Value: { ...value.value, Sealed } };
}

/** How long marks of rows that are gone are kept. */
const GONE_MS = 3 * 86_400_000;
const GONE_STEP = 5000;

/** Deletes old marks of rows that are gone. */
export async function sweepGone(kernel: Kernel): Promise<void> {
  const before = new Date(kernel.clock.now().getTime() - GONE_MS);
  const sql = 'select distinct tenant_id from box_row where gone_at < $1';
  await sweepTenants(kernel, { sql, values: [before] }, (tx) => dropGone(tx, before, GONE_STEP));
}
