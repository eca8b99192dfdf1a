import './flow-samples.css';
import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  type BatchOutcome,
  BatchResult,
  call,
  createRow,
  Drawer,
  moneyText,
  notify,
  refreshLists,
  runEach,
  SENT_FOR_REVIEW,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FlowKindChoice } from '../review/review-kind.contract.ts';
import { getReviewRoles, reviewFlow } from './review-flow.contract.ts';

interface Level {
  readonly kind: string;
  readonly level: number;
  readonly role: string;
  readonly amountFromFen: number;
}

interface FlowSample {
  readonly key: string;
  readonly title: Label;
  readonly hint: Label;
  readonly levels: readonly Level[];
}

const by = (role: string, ...kinds: readonly string[]): Level[] =>
  kinds.map((kind) => ({ kind, level: 1, role, amountFromFen: 0 }));

/** Approval flows that operators usually begin with. Kinds of requests that the product of a tenant does not have are left out. */
const SAMPLES: readonly FlowSample[] = [
  {
    key: 'money',
    title: { zh: '退款与减免由财务审核', en: 'Finance decides refunds and waivers' },
    hint: {
      zh: '收费员发起，财务逐笔审核；适合大多数车场',
      en: 'Collectors ask, finance decides each; fits most car parks',
    },
    levels: by('finance', 'order.refund', 'order.waive', 'pack.refund', 'pack.discount', 'merchant.refund'),
  },
  {
    key: 'large',
    title: { zh: '大额退款再由管理员复核', en: 'Large refunds need an administrator too' },
    hint: {
      zh: '财务审核全部退款，200元及以上再由管理员复核',
      en: 'Finance decides all refunds, an administrator those from 200 yuan',
    },
    levels: ['order.refund', 'pack.refund'].flatMap((kind) => [
      { kind, level: 1, role: 'finance', amountFromFen: 0 },
      { kind, level: 2, role: 'admin', amountFromFen: 200_00 },
    ]),
  },
  {
    key: 'lists',
    title: { zh: '名单变更由运营审核', en: 'Operation decides changes of lists' },
    hint: {
      zh: '黑、白、免费、固定车名单的新增和修改，审核后才生效',
      en: 'Entries of black, white, free and fixed lists apply once they are approved',
    },
    levels: by('operator', 'black-list', 'white-list', 'free-list', 'fixed-list'),
  },
  {
    key: 'records',
    title: { zh: '作废与更正由管理员审核', en: 'Administrators decide voids and corrections' },
    hint: {
      zh: '作废、恢复订单和过车记录，更正进出时间和图片',
      en: 'Voiding and restoring orders and passing records, corrections of times and pictures',
    },
    levels: by('admin', 'order.void', 'order.restore', 'order.times', 'order.picture', 'passing.void'),
  },
];

/** Sample flows with who could decide them; the one chosen is added level by level, as if each were entered. */
export default function FlowSamples({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [outcomes, setOutcomes] = useState<readonly BatchOutcome[] | null>(null);
  const roles = useQuery({
    queryKey: ['review-roles', 'samples'],
    queryFn: ({ signal }) => call(getReviewRoles, {}, { signal, isQuiet: true }),
  }).data?.roles;
  const kinds: Readonly<Record<string, Label>> = FlowKindChoice;
  const use = async (levels: readonly Level[]) => {
    const done = await runEach(
      levels,
      (one) => `${t(kinds[one.kind]!)} ${one.level}`,
      (one) => createRow(reviewFlow, one),
    );
    setOutcomes(done);
    await refreshLists(reviewFlow.name);
    if (done.every((one) => one.refused === null)) {
      notify('good', SENT_FOR_REVIEW);
      onClose();
    }
  };
  return (
    <Drawer isOpen title={t({ zh: '样例流程', en: 'Sample flows' })} width={720} onClose={onClose}>
      <ul className="flow-samples">
        {SAMPLES.map(({ key, title, hint, levels }) => {
          const own = levels.filter((one) => one.kind in kinds);
          return (
            <li key={key}>
              <h3>{t(title)}</h3>
              <p className="by-faint">{t(hint)}</p>
              <ul>
                {own.map((one) => (
                  <li key={`${one.kind} ${one.level}`}>
                    {t(kinds[one.kind]!)}
                    {' → '}
                    <RoleOf role={one.role} roles={roles} />
                    {one.amountFromFen > 0 &&
                      t({ zh: '（{n}元起）', en: ' (from {n} yuan)' }, { n: moneyText(one.amountFromFen) })}
                  </li>
                ))}
              </ul>
              <ActButton size="small" access={reviewFlow.can.create} onAct={() => use(own)}>
                {t({ zh: '用这个样例', en: 'Use this sample' })}
              </ActButton>
            </li>
          );
        })}
      </ul>
      <BatchResult outcomes={outcomes} onClose={() => setOutcomes(null)} />
    </Drawer>
  );
}

function RoleOf({
  role,
  roles,
}: {
  role: string;
  roles: readonly { value: string; name: string; peopleCount: number }[] | undefined;
}) {
  const t = useText();
  const found = roles?.find((one) => one.value === role);
  if (!roles) return null;
  const count = found?.peopleCount ?? 0;
  return (
    <span className={count > 1 ? undefined : 'by-tone-warn'}>
      {t({ zh: '{name}（{n}人）', en: '{name} ({n})' }, { name: found?.name ?? role, n: count })}
    </span>
  );
}
