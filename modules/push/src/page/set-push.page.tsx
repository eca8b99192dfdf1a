import './push.css';
import type { Label } from '@boyun/kernel/contract';
import { can, useDeclaredEvents, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { pushSendList } from '../outbox/push-send.contract.ts';
import { Reminders } from '../reminder/reminders.view.tsx';
import { PushRules } from '../rule/push-rules.view.tsx';
import { PushTemplates } from '../template/push-templates.view.tsx';
import { SendList } from './send-list.view.tsx';

const TABS = {
  rules: { zh: '推送规则', en: 'Rules' },
  reminders: { zh: '提醒', en: 'Reminders' },
  templates: { zh: '推送模板', en: 'Templates' },
  sends: { zh: '短信与邮件', en: 'SMS and mails' },
} as const satisfies Readonly<Record<string, Label>>;
type Tab = keyof typeof TABS;

/** Push rules, templates, and sent SMS and mails. */
export default function SetPushPage() {
  const t = useText();
  useDeclaredEvents();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('tab');
  const tab: Tab = asked && asked in TABS ? (asked as Tab) : 'rules';
  const shown = (Object.keys(TABS) as Tab[]).filter((one) => one !== 'sends' || can(pushSendList.access));
  return (
    <div className="push">
      <nav className="push-tabs" aria-label={t({ zh: '推送设置', en: 'Push settings' })}>
        <Segmented
          value={tab}
          options={shown.map((one) => ({ value: one, label: t(TABS[one]) }))}
          onChange={(next) => setQuery({ tab: next }, { replace: true })}
        />
      </nav>
      {tab === 'rules' && <PushRules />}
      {tab === 'reminders' && <Reminders />}
      {tab === 'templates' && <PushTemplates />}
      {tab === 'sends' && <SendList />}
    </div>
  );
}
