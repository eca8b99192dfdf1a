import { randomInt } from 'node:crypto';
import { Refusal } from '@boyun/kernel/contract';
import {
  coversLot,
  handle,
  hashToken,
  notFound,
  type ResourceHooks,
  type Sweep,
  serveResource,
  type TenantTx,
} from '@boyun/kernel/server';
import { LCD_PATH, lcd, lcdRefusal, pairLcd, unpairLcd } from './lcd.contract.ts';
import { markSilentLcds } from './lcd.service.ts';
import { lcdPairingBegun, lcdUnpaired } from './lcd-event.contract.ts';

const PAIRING_MS = 15 * 60_000;

const hooks: ResourceHooks<typeof lcd> = {
  async beforeWrite(tx, values, before) {
    const { laneId, lotId } = { ...before, ...values };
    if (!laneId) return values;
    const [lane] = await tx.query<{ lotId: string }>('select lot_id from lane_fact where tenant_id = $1 and id = $2', [
      tx.tenantId,
      laneId,
    ]);
    if (!lane) throw notFound(tx.who, lcd.fields.laneId.label);
    if (lane.lotId !== lotId) throw new Refusal(lcdRefusal['lane-elsewhere']);
    return values;
  },
  async afterWrite(tx, row, before) {
    // Nobody looks for one that was switched off.
    if (before?.isActive && !row.isActive)
      await tx.query("update lcd set state = 'never' where tenant_id = $1 and id = $2", [tx.tenantId, row.id]);
  },
  async afterRead(tx, rows) {
    const paired = await tx.query<{ id: string }>(
      'select id from lcd where tenant_id = $1 and id = any($2) and secret_hash is not null',
      [tx.tenantId, rows.map((one) => one.id)],
    );
    const ids = new Set(paired.map((one) => one.id));
    for (const row of rows) row.isPaired = ids.has(row.id);
  },
};

/** The table of displays. */
export const lcdServer = serveResource(lcd, hooks);

async function requireLcd(tx: TenantTx, id: string): Promise<{ name: string; lotId: string; isActive: boolean }> {
  const [row] = await tx.query<{ name: string; lotId: string; isActive: boolean }>(
    'select name, lot_id, is_active from lcd where tenant_id = $1 and id = $2 for update',
    [tx.tenantId, id],
  );
  if (!row || !coversLot(tx.who, row.lotId)) throw notFound(tx.who, lcd.title);
  return row;
}

const pairServer = handle(pairLcd, async (tx, { lcdId }, act) => {
  const { name, lotId, isActive } = await requireLcd(tx, lcdId);
  if (!isActive) throw new Refusal(lcdRefusal['not-active']);
  // Digits alone: some displays have nothing but a remote control.
  const code = `${tx.tenantId}-${String(randomInt(10 ** 8)).padStart(8, '0')}`;
  const until = new Date(tx.now.getTime() + PAIRING_MS);
  await tx.query('update lcd set pair_code_hash = $3, pair_until = $4 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    lcdId,
    hashToken(code),
    until,
  ]);
  tx.emit(lcdPairingBegun, { lotId, subjectId: lcdId, data: { lcdId } });
  act.describe({ subjectKind: lcd.name, subjectId: lcdId, subject: name });
  return { code, path: `${LCD_PATH}/${code}`, until };
});

const unpairServer = handle(unpairLcd, async (tx, { lcdId }, act) => {
  const { name, lotId } = await requireLcd(tx, lcdId);
  await tx.query(
    `update lcd set secret_hash = null, paired_at = null, pair_code_hash = null, pair_until = null, state = 'never', shown = null
     where tenant_id = $1 and id = $2`,
    [tx.tenantId, lcdId],
  );
  tx.emit(lcdUnpaired, { lotId, subjectId: lcdId, data: { lcdId } });
  act.describe({ subjectKind: lcd.name, subjectId: lcdId, subject: name });
  return {};
});

/** Pairing displays and ending it. */
export const lcdServers = [pairServer, unpairServer];

/** Marks displays that went offline. */
export const silentLcds: Sweep = { name: 'silent-lcds', everySeconds: 15, run: markSilentLcds };
