import { describeTariff, tariffTemplate } from '@boyun/domain/fee';
import type { Listed } from '@boyun/kernel/contract';
import {
  ActButton,
  can,
  ResourcePage,
  Skeleton,
  StateDot,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { Button, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { Reading } from '../charge-rule/reading.view.tsx';
import { VersionState } from '../charge-rule/version-state.contract.ts';
import '../charge-rule/charge-rule.css';

const Workbench = lazy(() => import('./workbench.view.tsx'));
const SampleGallery = lazy(() => import('../sample/sample-gallery.view.tsx'));

type Row = Listed<typeof chargeRule>;

/** The tariffs, each described in words; an address with a rule opens its workbench. */
export default function ChargeRulePage() {
  const [query] = useSearchParams();
  const ruleId = query.get('rule');
  if (!ruleId) return <RuleList />;
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <Workbench key={ruleId} ruleId={ruleId} />
    </Suspense>
  );
}

function RuleList() {
  const t = useText();
  const [, setQuery] = useSearchParams();
  const [samples, showSamples] = useAddressWord('samples');
  const open = (row: Row) => setQuery({ rule: row.id });
  const sampleButton = (
    <ActButton access={chargeRule.can.create} onAct={() => showSamples('1')}>
      {t({ zh: '从样例开始', en: 'Start from a sample' })}
    </ActButton>
  );
  return (
    <>
      <ResourcePage
        of={chargeRule}
        columns={['name', 'versionNumber', 'openNumber', 'reading', 'remark']}
        cells={{
          name: { width: 220, isGrowing: false, cell: (row) => <span className="by-strong">{row.name}</span> },
          versionNumber: {
            width: 132,
            align: 'start',
            label: { zh: '当前版本', en: 'Version' },
            cell: (row) => <VersionCell number={row.versionNumber} state={row.state} />,
          },
          openNumber: {
            width: 132,
            align: 'start',
            label: { zh: '待发布', en: 'In the making' },
            cell: (row) => <VersionCell number={row.openNumber} state={row.openState} />,
          },
          reading: {
            label: { zh: '规则说明', en: 'In words' },
            width: 320,
            isGrowing: true,
            cell: (row) => <ReadingLine row={row} />,
          },
          remark: { width: 140, isGrowing: false },
        }}
        formParts={{
          template: ({ value, onChange, id, isInvalid }) => (
            <TemplateInput id={id} value={value} isInvalid={isInvalid} onChange={onChange} />
          ),
        }}
        onOpen={open}
        moreTools={() => sampleButton}
        empty={{
          title: { zh: '还没有收费规则', en: 'No charge rules yet' },
          hint: {
            zh: '商场、写字楼、小区、路边、医院等样例可直接使用，再改成自己的价格',
            en: 'Samples for malls, offices, residential areas, roadsides and hospitals can be used and adjusted',
          },
          action: sampleButton,
        }}
        actsWidth={190}
        rowActs={(row) => (
          <Button type="link" size="small" onClick={() => open(row)}>
            {t({ zh: '配置', en: 'Open' })}
          </Button>
        )}
      />
      {samples && can(chargeRule.can.create) && (
        <Suspense fallback={null}>
          <SampleGallery onClose={() => showSamples(null)} onMade={(rule) => setQuery({ rule })} />
        </Suspense>
      )}
    </>
  );
}

function VersionCell({ number, state }: { number: number | null; state: Row['state'] }) {
  if (number === null || !state) return <span className="by-faint">—</span>;
  return (
    <span className="by-row">
      <b className="by-figure">v{number}</b>
      <StateDot tone={VersionState[state].tone} label={VersionState[state]} />
    </span>
  );
}

function ReadingLine({ row }: { row: Row }) {
  const language = useLanguage();
  // Joins the lines into one: Chinese has no space between sentences.
  const text = language === 'zh' ? row.readingZh.replaceAll('\n', '') : row.readingEn;
  return <span title={text}>{text}</span>;
}

/** Selects a ready-made tariff and describes it in words. */
function TemplateInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: string | null;
  isInvalid: boolean;
  onChange: (value: string | null) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const chosen = tariffTemplate.find((one) => one.id === value);
  return (
    <>
      <Select
        id={id}
        className="by-wide"
        value={value ?? undefined}
        status={isInvalid ? 'error' : undefined}
        allowClear
        placeholder={t({ zh: '不用模板，从空白开始', en: 'No template; start empty' })}
        showSearch={{ optionFilterProp: 'label' }}
        options={tariffTemplate.map((one) => ({ value: one.id, label: one.name[language] }))}
        onChange={(next) => onChange(next ?? null)}
      />
      {chosen && <Reading text={describeTariff(chosen.tariff)[language]} />}
    </>
  );
}
