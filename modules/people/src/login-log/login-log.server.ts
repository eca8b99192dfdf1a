import { Conditions, handleReport, searchPastRowSecurity, sizeOf } from '@boyun/kernel/server';
import { accountsWithin } from '../account/reach.service.ts';
import { loginLog } from './login-log.contract.ts';

/** The login log, newest first. Ids increase with time, so a time range is a range of the primary key. */
export const loginLogReport = handleReport(loginLog, async (tx, filters, paging, kernel) => {
  const conditions = new Conditions()
    .add('l.tenant_id = ?', tx.tenantId)
    .add(
      'l.account_id = any(?::uuid[])',
      (await accountsWithin(tx))?.map((one) => one.id),
    )
    .own(tx.who, 'l.account_id = ?')
    .add('lower(l.account) = lower(?)', filters.account)
    .add('l.outcome = ?', filters.outcome)
    .within('l.id', 'l.at', filters);
  return searchPastRowSecurity(kernel, tx, async (above) => {
    const rows = await above.query<Record<string, never>>(
      `select l.id, l.at, l.account, l.outcome, l.reason, l.address, l.agent
     from login_log l where ${conditions.sql} order by l.id desc`,
      conditions.values,
      paging,
    );
    return { ...(await sizeOf(above, 'login_log l', conditions)), rows };
  });
});
