import { SendList } from './send-list.view.tsx';

/** Every SMS with what became of it. */
export default function SmsSendListPage() {
  return <SendList channel="sms" />;
}
