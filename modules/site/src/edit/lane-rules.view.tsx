import { isPolicyOf, lane } from '@boyun/facilities/contract';
import type { Listed } from '@boyun/kernel/contract';
import { ActButton, getRow, may, refreshLists, tell, updateRow, useText } from '@boyun/kernel/web';
import { CopyCheck } from 'lucide-react';
import { POLICY_KEYS } from './part-form.form.tsx';
import { PartList } from './part-list.view.tsx';

type Lane = Listed<typeof lane>;

const FACTS = ['direction', 'mode', 'temporary', 'packHolder', 'whenFull', 'noPlate', 'unmatched'] as const;

/** How each lane treats each kind of car; one lane's rules are taken over by those that go the same way. */
export function LaneRules({ lotId }: { lotId: string }) {
  const t = useText();
  const spread = async (from: Lane, lanes: readonly Lane[]) => {
    const rules = await getRow(lane, from.id);
    const values = Object.fromEntries(POLICY_KEYS.map((key) => [key, rules[key as keyof Lane]]));
    const others = lanes.filter((one) => one.id !== from.id && one.direction === from.direction);
    for (const one of others) await updateRow(lane, await getRow(lane, one.id), values);
    tell('good', {
      zh: `已用于${others.length}条同向车道`,
      en: `${others.length} ${others.length === 1 ? 'lane' : 'lanes'} of the same direction now ${others.length === 1 ? 'has' : 'have'} these rules`,
    });
    await refreshLists(lane.name);
  };
  return (
    <PartList
      of={lane}
      lotId={lotId}
      facts={FACTS}
      isFactOf={isPolicyOf}
      canAdd={false}
      editKeys={POLICY_KEYS}
      empty={{
        title: { zh: '还没有车道', en: 'No lanes yet' },
        hint: { zh: '先在“车道”一步添加', en: 'Add them in the step Lanes first' },
      }}
      rowActs={(row, lanes) =>
        may(lane.can.update) && (
          <ActButton
            type="text"
            size="small"
            icon={<CopyCheck />}
            whyNot={
              lanes.some((one) => one.id !== row.id && one.direction === row.direction)
                ? null
                : { zh: '没有其他同向车道', en: 'No other lane goes this way' }
            }
            title={t({ zh: '用于全部同向车道', en: 'Take over for all lanes of this direction' })}
            aria-label={t({ zh: '用于全部同向车道', en: 'Take over for all lanes of this direction' })}
            onAct={() => spread(row, lanes)}
          />
        )
      }
    />
  );
}
