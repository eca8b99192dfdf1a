import { Refusal, type RefusalRule } from '@boyun/kernel/contract';
import {
  handle,
  type Kernel,
  type ResourceHooks,
  type Sweep,
  serveResource,
  sweepTenants,
  type TenantTx,
  type Upload,
} from '@boyun/kernel/server';
import { lcdFileUploaded } from './lcd-event.contract.ts';
import {
  LCD_LIMITS,
  type LcdKind,
  lcdProgramme,
  lcdProgrammeRefusal,
  uploadLcdFile,
} from './lcd-programme.contract.ts';
import { type Media, mediaOf } from './media.service.ts';

function refusedAt(path: string, rule: RefusalRule, values: Record<string, string | number> = {}): Refusal {
  const said = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return new Refusal(rule, values, [{ path, zh: said(rule.zh), en: said(rule.en) }]);
}

/** The name of a playlist with a programme, only of published ones where `isPublished`; null where there is none. */
async function playlistWith(tx: TenantTx, id: string, isPublished: boolean): Promise<string | null> {
  const [found] = await tx.query<{ name: string }>(
    `select name from lcd_playlist where tenant_id = $1 and $2 = any(programme_ids) and ($3 = false or state = 'published') limit 1`,
    [tx.tenantId, id, isPublished],
  );
  return found?.name ?? null;
}

const hooks: ResourceHooks<typeof lcdProgramme> = {
  async beforeWrite(tx, values, before) {
    const playlist = before && (await playlistWith(tx, before.id, true));
    if (playlist) throw new Refusal(lcdProgrammeRefusal['in-use'], { playlist });
    const { kind, file } = { ...before, ...values };
    if (kind !== 'picture' && kind !== 'video') return { ...values, file: null };
    await requireFile(tx, kind, file ?? null);
    return values;
  },
  async beforeDelete(tx, row) {
    const playlist = await playlistWith(tx, row.id, false);
    if (playlist) throw new Refusal(lcdProgrammeRefusal['in-use'], { playlist });
  },
};

async function requireFile(tx: TenantTx, kind: LcdKind, key: string | null): Promise<void> {
  const [file] = await tx.query<{ kind: string }>('select kind from lcd_file where tenant_id = $1 and key = $2', [
    tx.tenantId,
    key,
  ]);
  if (!file) throw refusedAt('File', lcdProgrammeRefusal['file-needed']);
  if (file.kind !== kind) throw refusedAt('File', lcdProgrammeRefusal['other-kind']);
}

/** The table of programmes; what displays show does not change under them. */
export const lcdProgrammeServer = serveResource(lcdProgramme, hooks);

/** Returns what a file is; refuses one of another type, too large or too long. */
function checked(file: Upload | null): Media & { bytes: Buffer; name: string } {
  if (!file || file.bytes.length === 0) throw new Refusal(lcdProgrammeRefusal['no-file']);
  const media = mediaOf(file.bytes);
  if (!media) throw new Refusal(lcdProgrammeRefusal['wrong-type']);
  const most = media.kind === 'video' ? LCD_LIMITS.videoBytes : LCD_LIMITS.pictureBytes;
  if (file.bytes.length > most) throw new Refusal(lcdProgrammeRefusal['too-large'], { limit: most / 1_000_000 });
  if (media.kind === 'video' && media.seconds === null) throw new Refusal(lcdProgrammeRefusal['no-length']);
  if ((media.seconds ?? 0) > LCD_LIMITS.videoSeconds)
    throw new Refusal(lcdProgrammeRefusal['too-long'], { limit: LCD_LIMITS.videoSeconds });
  return { ...media, ...file };
}

/** Takes the files of programmes. */
export const uploadLcdFileServer = handle(uploadLcdFile, async (tx, _input, act, kernel) => {
  const { bytes, name: given, kind, seconds, ending } = checked(act.file);
  await tx.lock('lcd-file');
  const [taken] = await tx.query<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::float8 as bytes from lcd_file where tenant_id = $1',
    [tx.tenantId],
  );
  if (taken!.bytes + bytes.length > LCD_LIMITS.allBytes) throw new Refusal(lcdProgrammeRefusal['no-room']);
  const id = tx.newId();
  const key = `${tx.tenantId}/upload/${tx.now.toISOString().slice(0, 10)}/${id}.${ending}`;
  const name = given.trim().slice(0, 200) || `${id}.${ending}`;
  await kernel.files.put(key, bytes);
  await tx.query(
    `insert into lcd_file (tenant_id, id, at, key, name, kind, bytes, seconds, uploaded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tx.tenantId, id, tx.now, key, name, kind, bytes.length, seconds, tx.who.name],
  );
  tx.emit(lcdFileUploaded, { subjectId: id, data: { name } });
  act.describe({
    subjectKind: 'lcd-file',
    subjectId: id,
    subject: name,
    after: { kind, bytes: bytes.length, seconds },
  });
  return { items: [{ url: key, key, kind, seconds }] };
});

const UNUSED = `at < $1::timestamptz - interval '1 day'
  and not exists (select from lcd_programme p where p.tenant_id = f.tenant_id and p.file = f.key)`;

/** Removes files that no programme has, a day after they came. */
async function removeUnused(kernel: Kernel): Promise<void> {
  const sql = `select tenant_id, id, key from lcd_file f where ${UNUSED} limit 500`;
  const values = [kernel.clock.now()];
  await sweepTenants<{ tenantId: number; id: string; key: string }>(
    kernel,
    { sql, values },
    async (tx, { id, key }) => {
      const gone = await tx.query(
        `delete from lcd_file f where ${UNUSED} and tenant_id = $2 and id = $3 returning id`,
        [tx.now, tx.tenantId, id],
      );
      if (gone.length > 0) await kernel.files.remove(key);
    },
  );
}

/** Removes uploads that nothing uses. */
export const unusedLcdFiles: Sweep = { name: 'unused-lcd-files', everySeconds: 3600, run: removeUnused };
