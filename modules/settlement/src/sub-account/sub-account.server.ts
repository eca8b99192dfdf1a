import {
  addAccount,
  endSessions,
  giveInitialPassword,
  makePassword,
  requireStandardRole,
  setAccountState,
} from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { type Act, containing, coversLots, handle, notFound, serveReport, type TenantTx } from '@boyun/kernel/server';
import { subMerchant, subMerchantRefusal } from '../sub-merchant/sub-merchant.contract.ts';
import { findSubMerchant, type SubMerchantRow } from '../sub-merchant/sub-merchant.queries.ts';
import { ofOwnSubMerchant } from '../sub-merchant/sub-merchant-scope.service.ts';
import { addSubAccount, freezeSubAccount, resetSubAccount, subAccountList } from './sub-account.contract.ts';
import { subAccountAdded, subAccountFrozen, subAccountReset } from './sub-account-event.contract.ts';

/** The code of the standard role of sub-merchants. */
const ROLE = 'sub-merchant';
/** Where sub-merchants land, without the leading slash. */
const LANDING = '_cloud_operation/See_Reconciliation';
const OF_LOTS = `exists (select from sub_merchant m where m.tenant_id = s.tenant_id and m.id = s.sub_merchant_id
  and m.lot_ids <@ ?::uuid[])`;

/** The accounts of sub-merchants. */
export const subAccountListServer = serveReport(subAccountList, async ({ tx }) => ({
  from: 'sub_account',
  as: 's',
  joins: `join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id and a.state <> 'left'`,
  lot: OF_LOTS,
  own: null,
  where: await ofOwnSubMerchant(tx, 's.sub_merchant_id'),
  filters: { account: containing('a.account', 'a.name'), state: 'a.state = ?' },
  columns: {
    id: 'a.id',
    account: 'a.account',
    name: 'a.name',
    state: 'a.state',
    mobile: 'a.mobile',
    lastSignInAt: 'a.last_sign_in_at',
  },
  order: 's.created_at desc, s.account_id',
}));

interface SubAccount {
  readonly id: string;
  readonly account: string;
  readonly subMerchantId: string;
}

/** Returns a sub-merchant whose lots the caller all sees; accounts of sub-merchants see none. */
async function requireSubMerchant(tx: TenantTx, id: string): Promise<SubMerchantRow> {
  const row = await findSubMerchant(tx, id);
  if (!row || !coversLots(tx.who, row.lotIds)) throw notFound(tx.who, subMerchant.title);
  return row;
}

async function requireSubAccount(tx: TenantTx, id: string, act: Act): Promise<SubAccount> {
  const [row] = await tx.query<SubAccount>(
    `select a.id, a.account, s.sub_merchant_id from sub_account s
     join account_fact a on a.tenant_id = s.tenant_id and a.id = s.account_id and a.state <> 'left'
     where s.tenant_id = $1 and s.account_id = $2`,
    [tx.tenantId, id],
  );
  if (!row) throw notFound(tx.who, subAccountList.columns.account.label);
  const { name } = await requireSubMerchant(tx, row.subMerchantId);
  act.describe({ subjectKind: subAccountList.name, subjectId: id, subject: `${name} ${row.account}` });
  return row;
}

const addServer = handle(addSubAccount, async (tx, { subMerchantId, account, name }, act, kernel) => {
  const { name: of, lotIds } = await requireSubMerchant(tx, subMerchantId);
  await requireStandardRole(tx, ROLE, kernel.contracts);
  const initialPassword = makePassword();
  const id = await addAccount(tx, {
    account,
    name,
    password: initialPassword,
    roles: [ROLE],
    jobKind: 'sub-merchant',
    lotIds,
    dashboardPath: LANDING,
    hasToChangePassword: true,
  });
  await tx.query(
    'insert into sub_account (tenant_id, account_id, sub_merchant_id, created_at) values ($1, $2, $3, $4)',
    [tx.tenantId, id, subMerchantId, tx.now],
  );
  tx.emit(subAccountAdded, { subjectId: id, data: { subMerchantId, account } });
  act.describe({ subjectKind: subAccountList.name, subjectId: id, subject: `${of} ${account}`, after: { name } });
  return { id, initialPassword };
});

const freezeServer = handle(freezeSubAccount, async (tx, { id, isFrozen }, act) => {
  const { subMerchantId } = await requireSubAccount(tx, id, act);
  if (id === tx.who.userId) throw new Refusal(subMerchantRefusal['own-account']);
  await setAccountState(tx, id, isFrozen ? 'frozen' : 'active');
  if (isFrozen) await endSessions(tx, id, 'frozen');
  tx.emit(subAccountFrozen, { subjectId: id, data: { subMerchantId, isFrozen } });
  act.describe({ after: { isFrozen } });
  return {};
});

const resetServer = handle(resetSubAccount, async (tx, { id }, act) => {
  const { subMerchantId } = await requireSubAccount(tx, id, act);
  if (id === tx.who.userId) throw new Refusal(subMerchantRefusal['own-account']);
  const initialPassword = await giveInitialPassword(tx, id);
  await endSessions(tx, id, 'password-reset');
  tx.emit(subAccountReset, { subjectId: id, data: { subMerchantId } });
  return { initialPassword };
});

/** Accounts of sub-merchants. */
export const subAccountServers = [addServer, freezeServer, resetServer];
