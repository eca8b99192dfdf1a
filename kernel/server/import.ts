import { type Field, json } from '../contract/field.ts';
import { say } from '../contract/label.ts';
import { Refusal } from '../contract/refusal.ts';
import { writableFields } from '../contract/resource.ts';
import { decode, type WireContext, wireName } from '../contract/wire.ts';
import type { TenantTx } from './database.ts';
import type { Kernel, ResourceServer } from './module.ts';
import type { ResourceVerbs } from './resource-verb.ts';
import { type SheetRow, writeSheet } from './spreadsheet.ts';
import type { Who } from './who.ts';

/** Result of an import as spec §3 has it. */
export interface ImportResult {
  total: number;
  successNum: number;
  repeatNum: number;
  failedNum: number;
  url: string | null;
  failedRecords: { sheet: string; row: number; errorMsg: string; operationGuide: string }[];
}

const GUIDE = {
  bad: { zh: '按提示修改后，只重新导入失败的行', en: 'Correct it and import only the failed rows again' },
  repeated: { zh: '该行已存在，无需重复导入', en: 'This row exists already, it need not be imported again' },
};
const SHOWN_FAILURES = 500;

/** Imports rows one by one: the good ones go in, each bad one is reported with its reason; all failures come back as a file. */
export async function importRows(options: {
  kernel: Kernel;
  verbs: ResourceVerbs;
  server: ResourceServer;
  who: Who;
  rows: readonly SheetRow[];
  context: WireContext;
}): Promise<ImportResult> {
  const { kernel, verbs, server, who, rows, context } = options;
  const fields = writableFields(server.resource.fields);
  const failed: { row: SheetRow; errorMsg: string; operationGuide: string }[] = [];
  let successNum = 0;
  let repeatNum = 0;
  for (const row of rows) {
    try {
      await kernel.database.inTenant(who, async (tx) => {
        const raw: Record<string, unknown> = {};
        for (const [key, value] of Object.entries(row.values)) {
          const field: Field = fields[key]!;
          raw[wireName(key, field)] = await idsOfNames(verbs, tx, field, value);
        }
        const decoded = decode(fields, raw, context);
        if (!decoded.ok) throw new RowError(decoded.issues.map((one) => one[who.language]).join('; '));
        await verbs.create(tx, server, decoded.values);
      });
      successNum += 1;
    } catch (error) {
      const isRepeated = (error as { code?: string }).code === '23505';
      if (isRepeated) repeatNum += 1;
      else if (!(error instanceof RowError) && !(error instanceof Refusal)) throw error;
      const message = isRepeated
        ? say({ zh: '重复', en: 'Repeated' }, who.language)
        : error instanceof Refusal
          ? say(error.rule, who.language, error.params)
          : (error as Error).message;
      failed.push({ row, errorMsg: message, operationGuide: (isRepeated ? GUIDE.repeated : GUIDE.bad)[who.language] });
    }
  }
  const url = failed.length > 0 ? await failedFile(options, failed) : null;
  return {
    total: rows.length,
    successNum,
    repeatNum,
    failedNum: failed.length - repeatNum,
    url,
    failedRecords: failed
      .slice(0, SHOWN_FAILURES)
      .map(({ row, errorMsg, operationGuide }) => ({ sheet: row.sheet, row: row.row, errorMsg, operationGuide })),
  };
}

class RowError extends Error {}

/** People write names where a field wants ids: one, or several with commas between them. */
async function idsOfNames(verbs: ResourceVerbs, tx: TenantTx, field: Field, value: unknown): Promise<unknown> {
  const find = async (of: Field, name: string) => (await verbs.idOfName(tx, of, name)) ?? name;
  if (typeof value !== 'string' || value === '') return value;
  if (field.kind === 'reference') return find(field, value);
  if (field.kind !== 'list') return value;
  const parts = value.split(/[,，、;；]/).flatMap((one) => one.trim() || []);
  return field.item?.kind === 'reference' ? Promise.all(parts.map((one) => find(field.item!, one))) : parts;
}

async function failedFile(
  { kernel, server, who }: { kernel: Kernel; server: ResourceServer; who: Who },
  failed: readonly { row: SheetRow; errorMsg: string }[],
): Promise<string> {
  const fields: Record<string, Field> = {};
  for (const [key, field] of Object.entries(writableFields(server.resource.fields)))
    fields[key] = { ...field, kind: 'text' };
  const shown = { ...fields, errorMsg: { ...json({ zh: '错误', en: 'Error' }), kind: 'text' as const } };
  const bytes = await writeSheet({
    title: server.resource.title[who.language],
    fields: shown,
    rows: failed.map((one) => ({ ...one.row.values, errorMsg: one.errorMsg })),
    language: who.language,
    zone: who.zone,
  });
  const key = `${who.tenantId}/import/${kernel.clock.now().toISOString().slice(0, 10)}/${kernel.database.newId()}.xlsx`;
  await kernel.files.put(key, bytes);
  return kernel.files.sign(key);
}
