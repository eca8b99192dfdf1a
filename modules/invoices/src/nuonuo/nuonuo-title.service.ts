import { normalizeTaxNumber } from '@boyun/domain/invoice';
import type { Desk, FoundTitle } from '../provider/provider.service.ts';
import { callNuonuo } from './nuonuo-client.service.ts';

/** Names that contain a word (企业名称模糊查询), each with the code its enterprise is opened by. */
const SEARCH = 'nuonuo.speedBilling.prefixQuery';
/** The enterprise of a code of six characters (六位开票代码). */
const OPEN = 'nuonuo.speedBilling.queryNameAndTaxByCode';

interface Enterprise {
  readonly kpCode?: string;
  readonly kpName?: string;
  readonly kpAddr?: string;
  readonly accountBlank?: string;
}

const NOTHING = { taxNumber: null, titleAddress: null, titleBank: null, titleAccount: null };

/** Searches Nuonuo's directory; one whose name is the word itself is opened, which yields its tax number. */
export async function findNuonuoTitles(desk: Desk, word: string): Promise<FoundTitle[]> {
  const { result } = await callNuonuo(desk, SEARCH, { q: word });
  const all = (Array.isArray(result) ? result : []) as { readonly code?: string; readonly name?: string }[];
  const named = all.filter((one): one is { code?: string; name: string } => typeof one.name === 'string');
  const exact = named.find((one) => one.name === word);
  if (!exact?.code) return named.map(({ name }) => ({ ...NOTHING, titleName: name }));
  return [await open(desk, exact.code, exact.name)];
}

async function open(desk: Desk, code: string, titleName: string): Promise<FoundTitle> {
  const { result } = await callNuonuo(desk, OPEN, { code });
  const found = ((Array.isArray(result) ? result[0] : result) ?? {}) as Enterprise;
  return {
    ...NOTHING,
    titleName,
    taxNumber: found.kpCode ? normalizeTaxNumber(found.kpCode) : null,
    titleAddress: found.kpAddr || null,
    // Account numbers are answered in part only (1202005909900******): they are left out.
    titleBank: found.accountBlank || null,
  };
}
