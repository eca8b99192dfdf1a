import { activeAccounts, roleNames } from '@boyun/access/server';
import { Refusal } from '@boyun/kernel/contract';
import { handle, serveResource } from '@boyun/kernel/server';
import { getPushChoices, pushRefusal, pushRule } from './push-rule.contract.ts';

export const pushRuleServer = serveResource(pushRule, {
  // After the references of the row were checked.
  async afterWrite(_tx, row) {
    const refuse = (key: keyof typeof pushRefusal, path: string) => {
      const { zh, en } = pushRefusal[key];
      throw new Refusal(pushRefusal[key], {}, [{ path, zh, en }]);
    };
    const hasMobile = row.mobiles.length + row.roles.length + row.accounts.length > 0;
    if (row.channels.includes('sms') && !hasMobile) refuse('no-mobile', 'Mobiles');
    if (row.channels.includes('mail') && row.mails.length === 0) refuse('no-mail', 'Mails');
  },
});

export const getPushChoicesServer = handle(getPushChoices, async (tx, _input, _act, kernel) => {
  const { smsUrl, mailUrl } = kernel.configuration;
  const accounts = await activeAccounts(tx);
  return {
    roles: await roleNames(tx),
    accounts: accounts.map((one) => ({ value: one.account, name: `${one.name} ${one.account}` })),
    smsProvider: smsUrl ? new URL(smsUrl).protocol.replace(':', '') : null,
    isMailReady: mailUrl !== null,
  };
});
