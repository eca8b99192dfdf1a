import { Refusal } from '@boyun/kernel/contract';
import { handle, handleFreely } from '@boyun/kernel/server';
import { nameOfTenant, shownText } from '../consent/consent.service.ts';
import { findCustomer } from '../customer/customer.queries.ts';
import { customerOf, endOwnSession } from '../session/driver-session.service.ts';
import { sendCode } from './app-code.service.ts';
import { inApp } from './app-tenant.service.ts';
import { enterByCode } from './enter-app.service.ts';
import {
  appRefusal,
  getApp,
  getOwnProfile,
  saveOwnProfile,
  sendAppCode,
  signInApp,
  signOutApp,
} from './sign-in.contract.ts';
import { profileSaved } from './sign-in-event.contract.ts';

/** Signing in to the app, and the own account. */
export const signInServers = [
  handleFreely(getApp, (kernel, { tenant }, { language }) =>
    inApp(kernel, tenant, language, async (tx) => ({
      tenantName: await nameOfTenant(tx),
      ...(await shownText(tx)),
    })),
  ),
  handleFreely(sendAppCode, (kernel, { tenant, mobile }, { language, address }) =>
    inApp(kernel, tenant, language, (tx) => sendCode(tx, kernel, { mobile, address })),
  ),
  handleFreely(signInApp, async (kernel, { tenant, ...given }, { language, address, agent }) => {
    const phone = { ...given, address, agent };
    const entered = await inApp(kernel, tenant, language, (tx) =>
      enterByCode(tx, phone, { name: null, channel: 'app', referrerId: null }),
    );
    if (!entered) throw new Refusal(appRefusal['wrong-code']);
    return { tenant, token: entered.token, isNew: entered.isNew };
  }),
  handle(signOutApp, async (tx, _, act) => {
    await endOwnSession(tx);
    act.describe({ subjectKind: 'customer', subjectId: customerOf(tx) });
    return {};
  }),
  handle(getOwnProfile, async (tx) => {
    const row = (await findCustomer(tx, customerOf(tx)))!;
    const { id: customerId, name, language } = row;
    return { customerId, mobile: row.mobile!, name, language, tenantName: await nameOfTenant(tx) };
  }),
  handle(saveOwnProfile, async (tx, { name, language }, act) => {
    const customerId = customerOf(tx);
    await tx.query(
      'update customer set name = $3, language = $4, updated_at = $5, version = version + 1 where tenant_id = $1 and id = $2',
      [tx.tenantId, customerId, name, language, tx.now],
    );
    tx.emit(profileSaved, { lotId: null, subjectId: customerId, data: {} });
    act.describe({ subjectKind: 'customer', subjectId: customerId, after: { name, language } });
    return {};
  }),
];
