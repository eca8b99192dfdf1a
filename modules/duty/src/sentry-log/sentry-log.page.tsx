import { ListPage } from '@boyun/kernel/web';
import { sentryLog } from './sentry-log.contract.ts';

/** The log of the booths. */
export default function SentryLogPage() {
  return (
    <ListPage
      source={sentryLog}
      cells={{ kind: { width: 120 }, sentryId: { isGrowing: true }, note: { width: 220, isGrowing: true } }}
      empty={{
        title: { zh: '还没有岗亭日志', en: 'No booth log yet' },
        hint: {
          zh: '值班员上岗、交班清点与签收会自动记录在这里',
          en: 'Going on duty, cash counts and signed hand-overs are recorded here',
        },
      }}
    />
  );
}
