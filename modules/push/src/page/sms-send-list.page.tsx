import { SendList } from './send-list.view.tsx';

/** Every SMS with its outcome. */
export default function SmsSendListPage() {
  return <SendList channel="sms" />;
}
