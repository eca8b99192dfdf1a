import { isPolicyOf, lane } from '@boyun/facilities/contract';
import type { Listed } from '@boyun/kernel/contract';
import { ActButton, can, getRow, notify, refreshLists, updateRow, useText } from '@boyun/kernel/web';
import { CopyCheck } from 'lucide-react';
import { POLICY_KEYS } from '../structure/part-form.form.tsx';
import { PartList } from './part-list.view.tsx';

type Lane = Listed<typeof lane>;

const FACTS = ['direction', 'mode', 'temporary', 'packHolder', 'whenFull', 'noPlate', 'unmatched'] as const;

/** The rules of each lane per kind of car; they can be copied to all lanes of the same direction. */
export function LaneRules({ lotId }: { lotId: string }) {
  const t = useText();
  const spread = async (from: Lane, lanes: readonly Lane[]) => {
    const rules = await getRow(lane, from.id);
    const values = Object.fromEntries(POLICY_KEYS.map((key) => [key, rules[key as keyof Lane]]));
    const others = lanes.filter((one) => one.id !== from.id && one.direction === from.direction);
    for (const one of others) await updateRow(lane, await getRow(lane, one.id), values);
    notify('good', {
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
        hint: { zh: '先在“车道”一步添加', en: 'Add lanes in the step Lanes first' },
      }}
      rowActs={(row, lanes) =>
        can(lane.can.update) && (
          <ActButton
            type="text"
            size="small"
            icon={<CopyCheck />}
            disabledReason={
              lanes.some((one) => one.id !== row.id && one.direction === row.direction)
                ? null
                : { zh: '没有其他同向车道', en: 'No other lane has this direction' }
            }
            title={t({ zh: '用于全部同向车道', en: 'Copy to all lanes of this direction' })}
            aria-label={t({ zh: '用于全部同向车道', en: 'Copy to all lanes of this direction' })}
            onAct={() => spread(row, lanes)}
          />
        )
      }
    />
  );
}
