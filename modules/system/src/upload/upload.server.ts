import { Refusal } from '@boyun/kernel/contract';
import { contentType, handle } from '@boyun/kernel/server';
import { queryUploadFile, renewFiles, uploadFile, uploadRefusal } from './upload.contract.ts';
import { fileUploaded } from './upload-event.contract.ts';

/** Operations that store and find files. */
export const uploadOperations = [
  handle(uploadFile, async (tx, _input, act, kernel) => {
    const { file } = act;
    if (!file || file.bytes.length === 0) throw new Refusal(uploadRefusal['no-file']);
    const ending = contentType(file.bytes);
    if (!ending) throw new Refusal(uploadRefusal['wrong-type']);
    const id = tx.newId();
    const key = `${tx.tenantId}/upload/${tx.now.toISOString().slice(0, 10)}/${id}.${ending}`;
    const name = file.name.trim().slice(0, 200) || `${id}.${ending}`;
    const size = file.bytes.length;
    await kernel.files.put(key, file.bytes);
    await tx.query(
      `insert into upload_file (tenant_id, id, at, account_id, account, name, key, size)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [tx.tenantId, id, tx.now, tx.who.userId, tx.who.account, name, key, size],
    );
    tx.emit(fileUploaded, { subjectId: id, data: { name, key, size } });
    act.describe({ subjectKind: 'upload-file', subjectId: id, subject: name, after: { name, key, size } });
    return { items: [{ url: key, key, name, size }] };
  }),
  handle(queryUploadFile, async (tx, { name, page, perPage }) => {
    // Names can be guessed, so only administrators find files of other accounts.
    const files = await tx.query<{ url: string; name: string; size: number }>(
      `select key as url, name, size from upload_file where tenant_id = $1 and lower(name) = lower($2)
         and ($5 or account_id = $6)
       order by id desc limit $3 offset $4`,
      [tx.tenantId, name, perPage, (page - 1) * perPage, tx.who.isAdmin, tx.who.userId],
    );
    if (files.length === 0) throw new Refusal(uploadRefusal['not-found'], { name });
    return { files };
  }),
  handle(renewFiles, async ({ who }, { addresses }, _act, { files }) => ({
    addresses: addresses.map((one) => (who.userId && files.renew(one, who.userId)) || ''),
  })),
];
