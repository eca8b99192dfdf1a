import { dayStart } from '@boyun/domain/period';
import { Refusal } from '@boyun/kernel/contract';
import { handle, newCode } from '@boyun/kernel/server';
import { takesPhonePayments } from '@boyun/money/server';
import { type Giving, requireInForce } from '../discount/giving.service.ts';
import { merchantDiscount } from '../discount/merchant-discount.contract.ts';
import { grantList, grantRefusal } from '../grant/grant.contract.ts';
import { isInside } from '../grant/grant.queries.ts';
import { give, revoke } from '../grant/grant.service.ts';
import { merchant as merchantTable } from '../merchant/merchant.contract.ts';
import { availableOf, reservedOf } from '../merchant/merchant.queries.ts';
import { whyClosed, zoneOf } from '../merchant/merchant.service.ts';
import { addStaff, findStaff, freezeStaff } from '../merchant/merchant-staff.service.ts';
import { endStaticCode, findServed, findStaticCode, insertCodes } from './code.queries.ts';
import {
  addDeskStaff,
  freezeDeskStaff,
  getDesk,
  getDeskStaff,
  getRotatingCode,
  getStaticCode,
  grantAtDesk,
  printCodes,
  ROTATING_MS,
  revokeAtDesk,
  seeRotatingCode,
} from './desk.contract.ts';
import { countToday, findDeskDiscounts, lotNames } from './desk.queries.ts';
import { lockOwn, requireDesk, requireManager } from './desk.service.ts';

const DAY_MS = 86_400_000;
const pathOf = (code: string) => `/claim/${code}`;
const subjectOf = ({ merchant, discount }: Giving) => ({
  subjectKind: merchantDiscount.name,
  subjectId: discount.id,
  subject: `${merchant.name} ${discount.name}`,
});

const deskServer = handle(getDesk, async (tx, _input, _act, kernel) => {
  const merchant = await requireDesk(tx);
  const since = new Date(dayStart(tx.now.getTime(), await zoneOf(tx, merchant)));
  const reservedFen = (await reservedOf(tx, [merchant.id])).get(merchant.id) ?? 0;
  const availableFen = availableOf(merchant, reservedFen);
  const closed = whyClosed(merchant, tx.now);
  const { name, creditKind, balanceFen, limitFen, lowCreditFen, isManager } = merchant;
  return {
    name,
    creditKind,
    balanceFen,
    limitFen,
    reservedFen,
    availableFen,
    isLow: availableFen < (lowCreditFen ?? 0),
    problem: closed?.[tx.who.language] ?? null,
    isManager,
    canPayOnline: await takesPhonePayments(tx, merchant.lotIds[0]!),
    merchantId: merchant.id,
    site: kernel.configuration.publicUrl,
    ...(await countToday(tx, merchant.id, since)),
    lotNames: await lotNames(tx, merchant.lotIds),
    discounts: await findDeskDiscounts(tx, merchant.id, since),
  };
});

const grantServer = handle(grantAtDesk, async (tx, { merchantDiscountId, plate }, act) => {
  const giving = await lockOwn(tx, merchantDiscountId);
  const given = await give(tx, giving, { plate, way: 'desk', by: tx.who.name });
  act.describe({ ...subjectOf(giving), after: { plate: given.plate } });
  const isThere = await isInside(tx, given.plate, giving.merchant.lotIds);
  return { ...given, discountName: giving.discount.name, isInside: isThere };
});

const revokeServer = handle(revokeAtDesk, async (tx, { id, reason }, act) => {
  const own = await requireDesk(tx);
  const found = await revoke(tx, id, reason, ({ merchantId }) => merchantId === own.id);
  act.describe({
    subjectKind: grantList.name,
    subjectId: id,
    subject: `${found.discountName} ${found.plate}`,
    after: { reason },
  });
  return {};
});

const rotatingServer = handle(getRotatingCode, async (tx, { merchantDiscountId }, act, kernel) => {
  const giving = await lockOwn(tx, merchantDiscountId);
  requireInForce(tx, giving);
  const code = newCode(tx);
  const validUntil = new Date(tx.now.getTime() + ROTATING_MS);
  await insertCodes(tx, { discountId: giving.discount.id, kind: 'rotating', validUntil }, [code]);
  act.describe(subjectOf(giving));
  return { code, path: pathOf(code), site: kernel.configuration.publicUrl, validUntil };
});

const seeServer = handle(seeRotatingCode, async (tx, { code }) => {
  const { id } = await requireDesk(tx);
  return { plate: await findServed(tx, code, id) };
});

const staticServer = handle(getStaticCode, async (tx, { merchantDiscountId, isNew }, act, kernel) => {
  const giving = await lockOwn(tx, merchantDiscountId);
  const { id: discountId, dailyLimit } = giving.discount;
  // Whoever has a photograph of it can scan it: without a limit it could empty the credit.
  if (dailyLimit === null) throw new Refusal(grantRefusal['limit-needed']);
  if (isNew) await endStaticCode(tx, discountId);
  const known = await findStaticCode(tx, discountId);
  const code = known ?? newCode(tx);
  if (!known) await insertCodes(tx, { discountId, kind: 'static', validUntil: null }, [code]);
  act.describe({ ...subjectOf(giving), after: { isNew: !known } });
  return { path: pathOf(code), site: kernel.configuration.publicUrl };
});

const printServer = handle(printCodes, async (tx, { merchantDiscountId, count, validDays }, act, kernel) => {
  const giving = await lockOwn(tx, merchantDiscountId);
  requireInForce(tx, giving);
  const { merchant, discount } = giving;
  const validUntil = new Date(tx.now.getTime() + validDays * DAY_MS);
  const codes = Array.from({ length: count }, () => newCode(tx));
  await insertCodes(tx, { discountId: discount.id, kind: 'printed', validUntil }, codes);
  act.describe({ ...subjectOf(giving), after: { count, validDays } });
  const site = kernel.configuration.publicUrl;
  return { discountName: discount.name, merchantName: merchant.name, validUntil, site, paths: codes.map(pathOf) };
});

const staffServers = [
  handle(getDeskStaff, async (tx) => ({ rows: await findStaff(tx, (await requireManager(tx)).id) })),
  handle(addDeskStaff, async (tx, given, act) => {
    const { id: merchantId, name } = await requireManager(tx);
    const added = await addStaff(tx, merchantId, given);
    act.describe({ subjectKind: merchantTable.name, subjectId: merchantId, subject: name, after: given });
    return added;
  }),
  handle(freezeDeskStaff, async (tx, { id, isFrozen }, act) => {
    const { id: merchantId, name } = await requireManager(tx);
    const { account } = await freezeStaff(tx, id, isFrozen, merchantId);
    const after = { account, isFrozen };
    act.describe({ subjectKind: merchantTable.name, subjectId: merchantId, subject: name, after });
    return {};
  }),
];

/** The pages of merchants: credit, grants, codes and accounts of their own. */
export const deskServers = [
  deskServer,
  grantServer,
  revokeServer,
  rotatingServer,
  seeServer,
  staticServer,
  printServer,
  ...staffServers,
];
