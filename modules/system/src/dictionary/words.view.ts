import type { Label, WordList } from '@boyun/kernel/contract';
import { call, type Words } from '@boyun/kernel/web';
import { getWords } from './dictionary.contract.ts';

/** Fetches the phrases of the tenant's dictionary. */
export async function loadWords(): Promise<Words> {
  const { words } = await call(getWords, {}, { isQuiet: true });
  const lists: Partial<Record<WordList, Label[]>> = {};
  for (const { list, nameZh, nameEn } of words) {
    lists[list] ??= [];
    lists[list].push({ zh: nameZh, en: nameEn });
  }
  return lists;
}
