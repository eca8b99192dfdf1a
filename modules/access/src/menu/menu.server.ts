import { randomUUID } from 'node:crypto';
import { type ModuleContract, Refusal, type Values } from '@boyun/kernel/contract';
import { handle, type TenantTx } from '@boyun/kernel/server';
import { getMenu, menuRefusal, resetMenu, saveMenu } from './menu.contract.ts';
import { menuArranged, menuLinked, menuReset } from './menu-event.contract.ts';
import { linkMenu } from './menu-link.contract.ts';
import { FOLDER, isLink, linkOf, type MenuLink } from './menu-link.service.ts';
import { arrangedEntries, FORMER_AREAS, levelOf, menuEntries, standardMenu, toRows } from './menu-tree.service.ts';

type Given = Values<typeof saveMenu.input>['entries'][number];
type Stored = Given & { readonly link: MenuLink };

const MAX_LEVEL = 3;

/** The menu as a tenant arranges it. */
export const menuOperations = [
  handle(getMenu, async (tx, _input, _act, kernel) => ({
    entries: toRows(await menuEntries(tx, kernel.contracts)),
    isStandard: (await arrangedEntries(tx)).length === 0,
  })),
  handle(saveMenu, async (tx, { entries }, act, kernel) => {
    const before = await menuEntries(tx, kernel.contracts);
    const links = new Map(before.map((one) => [one.key, one.link]));
    const stored = entries.map((one) => ({ ...one, link: links.get(one.key) ?? FOLDER }));
    checkMenu(kernel.contracts, stored);
    await storeMenu(tx, kernel.contracts, stored);
    act.describe({ subjectKind: 'menu', ...differenceOf(before, entries) });
    tx.emit(menuArranged, { data: { entryCount: entries.length } });
    return {};
  }),
  handle(linkMenu, async (tx, input, act, kernel) => {
    const link = linkOf(kernel.contracts, input);
    const before = await menuEntries(tx, kernel.contracts);
    const former = before.find((one) => one.key === input.key);
    if (input.key !== null && !(former && isLink(former.link)))
      throw new Refusal(menuRefusal['unknown-entry'], { key: input.key });
    if (link.url && before.some((one) => one.key !== input.key && isSameOwnPlace(one.link, link)))
      throw new Refusal(menuRefusal['address-taken'], { url: link.url });
    const { name, nameEn, icon } = input;
    const key = former?.key ?? `own:${randomUUID()}`;
    const place = former ?? { parentKey: null, isHidden: false };
    const entry = { key, name, nameEn, icon, link, parentKey: place.parentKey, isHidden: place.isHidden };
    const next = former ? before.map((one) => (one.key === key ? entry : one)) : [...before, entry];
    await storeMenu(tx, kernel.contracts, next);
    act.describe({
      subjectKind: 'menu',
      before: former && { name: former.name, ...former.link },
      after: { name, ...link },
    });
    tx.emit(menuLinked, { data: { name } });
    return { key };
  }),
  handle(resetMenu, async (tx, _input, act) => {
    await tx.query('delete from menu_entry where tenant_id = $1', [tx.tenantId]);
    act.describe({ subjectKind: 'menu', after: undefined });
    tx.emit(menuReset, { data: {} });
    return {};
  }),
];

/** Whether two entries would show different pages under one address of their own. */
function isSameOwnPlace(one: MenuLink, other: MenuLink): boolean {
  const own = ({ url }: MenuLink) => (url?.startsWith('/own/') ? url.split('?')[0] : null);
  return own(one) !== null && own(one) === own(other) && one.component !== other.component;
}

/** Replaces the stored menu; names and icons of the standard menu stay its own. */
async function storeMenu(tx: TenantTx, contracts: readonly ModuleContract[], entries: readonly Stored[]) {
  const standard = new Map([...FORMER_AREAS, ...standardMenu(contracts)].map((one) => [one.key, one]));
  const changed = (one: Given, key: 'name' | 'nameEn' | 'icon') =>
    one[key] === standard.get(one.key)?.[key] ? null : one[key];
  await tx.query('delete from menu_entry where tenant_id = $1', [tx.tenantId]);
  await tx.query(
    `insert into menu_entry
       (tenant_id, key, parent_key, position, name, name_en, icon, is_hidden, component, url, opening)
     select $1, e.key, e.parent_key, e.place, e.name, e.name_en, e.icon, e.is_hidden, e.component, e.url, e.opening
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[],
         $8::text[], $9::text[], $10::text[]) with ordinality
       as e(key, parent_key, name, name_en, icon, is_hidden, component, url, opening, place)`,
    [
      tx.tenantId,
      entries.map((one) => one.key),
      entries.map((one) => one.parentKey),
      entries.map((one) => changed(one, 'name')),
      entries.map((one) => changed(one, 'nameEn')),
      entries.map((one) => changed(one, 'icon')),
      entries.map((one) => one.isHidden),
      entries.map((one) => one.link.component),
      entries.map((one) => one.link.url),
      entries.map((one) => one.link.opening),
    ],
  );
}

/** Returns the changed entries in words; unchanged entries are omitted. */
function differenceOf(before: readonly Given[], after: readonly Given[]) {
  const old = new Map(before.map((one) => [one.key, one]));
  const now = new Map(after.map((one) => [one.key, one]));
  const names = (of: ReadonlyMap<string, Given>, one: Given) =>
    `${of.get(one.parentKey ?? '')?.name ?? ''} / ${one.name} / ${one.nameEn}${one.isHidden ? '（隐藏）' : ''}`;
  const keys = [...new Set([...old.keys(), ...now.keys()])].filter((key) => {
    const [one, other] = [old.get(key), now.get(key)];
    return !one || !other || names(old, one) !== names(now, other);
  });
  const inWords = (of: ReadonlyMap<string, Given>) =>
    Object.fromEntries(keys.flatMap((key) => (of.has(key) ? [[key, names(of, of.get(key)!)]] : [])));
  return { before: inWords(old), after: inWords(now) };
}

/** Throws a refusal for an invalid menu: unknown or duplicate entries, more than three levels, entries below a page. */
function checkMenu(contracts: readonly ModuleContract[], entries: readonly Stored[]): void {
  const standard = new Set([...FORMER_AREAS, ...standardMenu(contracts)].map((one) => one.key));
  const byKey = new Map<string, Stored>();
  const isLeaf = (one: Stored) => one.key.startsWith('page:') || isLink(one.link);
  for (const one of entries) {
    if (byKey.has(one.key)) throw new Refusal(menuRefusal.twice, { key: one.key });
    if (!standard.has(one.key) && !one.key.startsWith('own:'))
      throw new Refusal(menuRefusal['unknown-entry'], { key: one.key });
    // Parents come first, so a cycle is impossible.
    if (one.parentKey !== null && !byKey.has(one.parentKey))
      throw new Refusal(menuRefusal['unknown-entry'], { key: one.parentKey });
    const parent = one.parentKey === null ? null : byKey.get(one.parentKey)!;
    if (parent && isLeaf(parent)) throw new Refusal(menuRefusal['not-a-folder'], { name: parent.name });
    byKey.set(one.key, one);
    const level = levelOf(byKey, one.key);
    if (level > MAX_LEVEL || (!isLeaf(one) && level === MAX_LEVEL))
      throw new Refusal(menuRefusal['too-deep'], { name: one.name });
  }
  for (let key: string | null = 'page:menu'; key !== null; key = byKey.get(key)?.parentKey ?? null)
    if (byKey.get(key)?.isHidden) throw new Refusal(menuRefusal['own-hidden']);
}
