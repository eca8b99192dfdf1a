import { ListPage } from '@boyun/kernel/web';
import { sentryLog } from './sentry-log.contract.ts';

/** Who came and went in the booths. */
export default function SentryLogPage() {
  return (
    <ListPage
      source={sentryLog}
      cells={{ kind: { width: 120 }, sentryId: { isGrowing: true }, note: { width: 220, isGrowing: true } }}
      empty={{ title: { zh: '还没有岗亭日志', en: 'Nothing happened in the booths yet' } }}
    />
  );
}
