import type { Label } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  countText,
  ListPage,
  notify,
  queryClient,
  ResourcePage,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { dictionary, enumerationList, fillDictionary } from './dictionary.contract.ts';

/** The tenant's own phrases, and the product's enumerations for reference. */
export default function DictionaryPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const isProduct = query.get('tab') === 'product';
  const tabs = (
    <Segmented
      value={isProduct ? 'product' : 'own'}
      options={[
        { value: 'own', label: t({ zh: '常用语', en: 'Words' }) },
        { value: 'product', label: t(enumerationList.title) },
      ]}
      onChange={(next) => setQuery(next === 'product' ? { tab: 'product' } : {}, { replace: true })}
    />
  );
  if (isProduct)
    return (
      <ListPage
        source={enumerationList}
        columns={['place', 'field', 'key', 'value', 'nameZh', 'nameEn']}
        cells={{
          place: { width: 170 },
          field: { width: 150 },
          key: { width: 150 },
          value: { width: 150 },
          nameZh: { isGrowing: true },
          nameEn: { isGrowing: true },
        }}
        toolbar={() => tabs}
        empty={{ title: { zh: '没有符合条件的字典项', en: 'No enumeration matches' } }}
      />
    );
  return (
    <ResourcePage
      of={dictionary}
      cells={{
        list: { width: 170 },
        nameZh: { isGrowing: true, cell: (row) => <b className="by-strong">{row.nameZh}</b> },
        nameEn: { isGrowing: true },
        code: { width: 120, isGrowing: false },
        position: { width: 80 },
        isActive: { width: 80 },
      }}
      moreTools={() => (
        <>
          {tabs}
          <ActButton access={fillDictionary.access} onAct={fill}>
            {t(fillDictionary.title)}
          </ActButton>
        </>
      )}
      empty={{
        title: { zh: '还没有自定义常用语', en: 'No custom words yet' },
        hint: {
          zh: '目前使用系统自带的标准词库，载入后可在此修改',
          en: 'The standard words are offered; copy them to edit them here',
        },
      }}
    />
  );
}

async function fill(): Promise<void> {
  const { addedCount } = await call(fillDictionary, {});
  const done: Label =
    addedCount > 0
      ? { zh: `已载入${countText(addedCount)}条标准词`, en: `${countText(addedCount)} standard words copied` }
      : { zh: '每个用途都已有自己的词，没有载入', en: 'Every list already has custom words' };
  notify('good', done);
  await refreshLists(dictionary.name);
  await queryClient.invalidateQueries({ queryKey: ['words'] });
}
