import type { WordList } from '@boyun/kernel/contract';
import { computeReport, handle, serveResource, type TenantTx } from '@boyun/kernel/server';
import { dictionary, enumerationList, fillDictionary, getWords } from './dictionary.contract.ts';
import { dictionaryFilled } from './dictionary-event.contract.ts';
import { enumerationsOf } from './enumeration.service.ts';
import { STANDARD_WORDS } from './standard-word.service.ts';

/** Returns the standard phrases of the lists without any of the tenant's. */
async function standardWords(tx: TenantTx) {
  const own = await tx.query<{ list: WordList }>('select distinct list from dictionary where tenant_id = $1', [
    tx.tenantId,
  ]);
  return (Object.keys(STANDARD_WORDS) as WordList[])
    .filter((list) => !own.some((one) => one.list === list))
    .flatMap((list) =>
      STANDARD_WORDS[list].map(([code, nameZh, nameEn], position) => ({ list, code, nameZh, nameEn, position })),
    );
}

/** Phrases of the tenant. */
export const dictionaryServer = serveResource(dictionary);

/** The phrases on offer, and copying the standard ones. */
export const dictionaryOperations = [
  handle(getWords, async (tx) => {
    const own = await tx.query<{ list: WordList; nameZh: string; nameEn: string }>(
      `select list, name_zh, name_en from dictionary
       where tenant_id = $1 and is_active order by list, position, code`,
      [tx.tenantId],
    );
    return { words: [...own, ...(await standardWords(tx))] };
  }),
  handle(fillDictionary, async (tx, _input, act) => {
    const words = await standardWords(tx);
    for (const { list, code, nameZh, nameEn, position } of words)
      await tx.query(
        `insert into dictionary (tenant_id, id, created_at, updated_at, list, code, name_zh, name_en, position, is_active)
         values ($1, $2, $3, $3, $4, $5, $6, $7, $8, true)`,
        [tx.tenantId, tx.newId(), tx.now, list, code, nameZh, nameEn, position],
      );
    const after = { addedCount: words.length };
    tx.emit(dictionaryFilled, { data: after });
    act.describe({ subjectKind: 'dictionary', subject: fillDictionary.title.zh, after });
    return after;
  }),
];

/** The product's enumerations, as declared in its contracts. */
export const enumerationReport = computeReport(enumerationList, ({ who, filters: { text }, kernel }) => {
  const wanted = text?.toLowerCase();
  const rows = enumerationsOf(kernel.contracts, who.language).filter(
    (row) => !wanted || Object.values(row).some((each) => each.toLowerCase().includes(wanted)),
  );
  return { rows };
});
