import { pastRowSecurity, serveReport, sql } from '@boyun/kernel/server';
import { accountsWithin } from '../account/reach.service.ts';
import { loginLog } from './login-log.contract.ts';

/** The login log, newest first. Ids increase with time, so a time range is a range of the primary key. */
export const loginLogReport = serveReport(
  loginLog,
  async ({ tx }) => {
    const accounts = await accountsWithin(tx);
    return {
      from: 'login_log',
      as: 'l',
      lot: null,
      own: 'l.account_id = ?',
      where: accounts ? [sql`l.account_id = any(${accounts.map((one) => one.id)}::uuid[])`] : [],
      filters: { account: 'lower(l.account) = lower(?)' },
      period: { at: 'l.at', id: 'l.id' },
      sorts: { at: 'l.id' },
      order: 'l.id desc',
    };
  },
  pastRowSecurity,
);
