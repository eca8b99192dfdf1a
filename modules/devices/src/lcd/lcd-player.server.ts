import { Refusal } from '@boyun/kernel/contract';
import { asHolder, handleFreely, hashToken, newCode } from '@boyun/kernel/server';
import { lcd, lcdRefusal } from './lcd.contract.ts';
import { lcdOnline, lcdPaired } from './lcd-event.contract.ts';
import { joinLcd, syncLcd } from './lcd-player.contract.ts';
import { countPlays, noteSync, readContent } from './lcd-player.service.ts';

const NAME = 'lcd-player';

const joinServer = handleFreely(joinLcd, (kernel, { code }, { language }) =>
  asHolder(kernel, code, { name: NAME, unknown: lcdRefusal['unknown-code'], language }, async (tx) => {
    const token = newCode(tx);
    const [row] = await tx.query<{ id: string; name: string; lotId: string }>(
      `update lcd set secret_hash = $3, paired_at = $4, pair_code_hash = null, pair_until = null, play_batch = 0
       where tenant_id = $1 and pair_code_hash = $2 and pair_until > $4 and is_active returning id, name, lot_id`,
      [tx.tenantId, hashToken(code), hashToken(token), tx.now],
    );
    if (!row) throw new Refusal(lcdRefusal['unknown-code']);
    tx.emit(lcdPaired, { lotId: row.lotId, subjectId: row.id, data: { lcdId: row.id } });
    tx.audit({ action: joinLcd.audit!, subjectKind: lcd.name, subjectId: row.id, subject: row.name });
    return { token, name: row.name };
  }),
);

const syncServer = handleFreely(syncLcd, (kernel, input, { language }) =>
  asHolder(kernel, input.token, { name: NAME, unknown: lcdRefusal['unknown-player'], language }, async (tx) => {
    const player = await noteSync(tx, hashToken(input.token), input);
    if (!player) throw new Refusal(lcdRefusal['unknown-player']);
    if (player.before === 'offline')
      tx.emit(lcdOnline, {
        lotId: player.lotId,
        subjectId: player.id,
        data: { lcdId: player.id, laneId: player.laneId, name: player.name },
      });
    if (player.isNewBatch) await countPlays(tx, player, input);
    const content = await readContent(tx, player, kernel.configuration.publicUrl);
    return { at: tx.now, content: content.revision === input.revision ? null : content };
  }),
);

/** What the browser of a display calls: it joins once, then reports itself and asks what to show. */
export const lcdPlayerServers = [joinServer, syncServer];
