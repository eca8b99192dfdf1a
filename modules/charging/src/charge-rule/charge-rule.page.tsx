import { describeTariff, type Tariff, tariffTemplate } from '@boyun/domain/fee';
import type { Listed } from '@boyun/kernel/contract';
import { FieldList, ResourcePage, TimeText, useLanguage, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { chargeRule } from './charge-rule.contract.ts';
import { PriceLadder } from './price-ladder.view.tsx';
import './charge-rule.css';

type Row = Listed<typeof chargeRule>;

/** The tariffs, each read back in words, with what a stay would cost. */
export default function ChargeRulePage() {
  return (
    <ResourcePage
      of={chargeRule}
      columns={['name', 'template', 'versionNumber', 'reading', 'remark']}
      cells={{
        name: { width: 220, isGrowing: false, cell: (row) => <span className="by-strong">{row.name}</span> },
        template: { width: 224 },
        versionNumber: {
          width: 92,
          label: { zh: '版本', en: 'Version' },
          cell: (row) => <span className="by-figure">v{row.versionNumber}</span>,
        },
        reading: {
          label: { zh: '规则说明', en: 'In words' },
          width: 420,
          isGrowing: true,
          cell: (row) => <ReadingLine row={row} />,
        },
        remark: { width: 160, isGrowing: false },
      }}
      formParts={{
        template: ({ value, onChange, id, isInvalid }) => (
          <TemplateInput id={id} value={value as string | null} isInvalid={isInvalid} onChange={onChange} />
        ),
      }}
      detailWidth={720}
      detail={(row) => <Detail row={row} />}
    />
  );
}

function ReadingLine({ row }: { row: Row }) {
  const language = useLanguage();
  const text = language === 'zh' ? row.readingZh : row.readingEn;
  return <span title={text}>{text}</span>;
}

/** A reading as it is read: one condition or price to a line, parts with their own conditions apart. */
export function Reading({ text }: { text: string }) {
  return (
    <div className="rule-reading">
      {text
        .split('\n')
        .filter(Boolean)
        .map((part) => {
          const head = /^[【[]([^】\]]+)[】\]]\s*/.exec(part);
          const sentences = part
            .slice(head?.[0].length ?? 0)
            .replace(/[。.]$/, '')
            .split(/[；;]\s*/);
          return (
            <div key={part}>
              {head && <h4>{head[1]}</h4>}
              <ul>
                {sentences.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </div>
          );
        })}
    </div>
  );
}

function Detail({ row }: { row: Row }) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className="rule">
      <section>
        <h3>
          {t({ zh: '规则说明', en: 'In words' })}
          <span className="by-faint by-small">v{row.versionNumber}</span>
        </h3>
        <Reading text={language === 'zh' ? row.readingZh : row.readingEn} />
      </section>
      {row.tariff !== null && (
        <section>
          <h3>{t({ zh: '停多久、付多少', en: 'What a stay costs' })}</h3>
          <PriceLadder tariff={row.tariff as Tariff} />
        </section>
      )}
      <FieldList
        fields={chargeRule.allFields}
        keys={['template', 'remark', 'createdAt', 'updatedAt']}
        row={row}
        cells={{ updatedAt: <TimeText at={row.updatedAt} /> }}
      />
    </div>
  );
}

/** Chooses a ready tariff and reads it back at once. */
function TemplateInput({
  id,
  value,
  isInvalid,
  onChange,
}: {
  id: string;
  value: string | null;
  isInvalid: boolean;
  onChange: (value: unknown) => void;
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
        placeholder={t({ zh: '选择模板', en: 'Choose a template' })}
        showSearch={{ optionFilterProp: 'label' }}
        options={tariffTemplate.map((one) => ({ value: one.id, label: one.name[language] }))}
        onChange={onChange}
      />
      {chosen && <Reading text={describeTariff(chosen.tariff)[language]} />}
    </>
  );
}
