import { can, ListPage, listLink, ReportPage, useAddressWord, useText } from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useNavigate } from 'react-router';
import { pack } from '../pack/pack.contract.ts';
import { packCount } from './pack-count.contract.ts';
import { packEventList } from './pack-event-list.contract.ts';

/** Packs by lot and rule, and what was done to them. */
export default function PackCountPage() {
  const t = useText();
  const navigate = useNavigate();
  const [word, setWord] = useAddressWord('tab');
  const isActs = word === 'acts';
  const tabs = (
    <Segmented
      value={isActs ? 'acts' : 'count'}
      options={[
        { value: 'count', label: t({ zh: '统计', en: 'Counts' }) },
        { value: 'acts', label: t({ zh: '办理记录', en: 'Acts' }) },
      ]}
      onChange={(next) => setWord(next === 'count' ? null : next)}
    />
  );
  if (!isActs)
    return (
      <ReportPage
        key="count"
        of={packCount}
        toolbar={() => tabs}
        empty={{
          title: { zh: '还没有月卡', en: 'No monthly packs yet' },
          hint: { zh: '未选时间时统计最近30天的办理情况', en: 'Default: what happened in the last 30 days' },
        }}
      />
    );
  return (
    <ListPage
      key="acts"
      source={packEventList}
      toolbar={() => tabs}
      cells={{
        at: { width: 150 },
        act: { width: 96 },
        packNo: { width: 170 },
        plates: { width: 150, isGrowing: true },
        ownerName: { width: 110 },
        packRuleId: { width: 150, isGrowing: true },
        lotId: { width: 170, isGrowing: true },
        amountFen: { width: 110 },
        actorName: { width: 110 },
      }}
      {...(can(pack.can.list)
        ? { onOpen: ({ packNo }) => void navigate(listLink('/_cloud_operation/packManage', { packNo })) }
        : {})}
      empty={{ title: { zh: '这段时间没有办理月卡', en: 'Nothing was done to packs in this period' } }}
    />
  );
}
