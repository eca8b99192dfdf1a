import './sample.css';
import { describeTariff, type TariffPlace, type TariffTemplate, tariffPlaces, tariffTemplate } from '@boyun/domain/fee';
import type { Label } from '@boyun/kernel/contract';
import {
  createRow,
  Drawer,
  moneyText,
  notify,
  RecordForm,
  refreshLists,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { Reading } from '../charge-rule/reading.view.tsx';
import { sampleFees } from './sample-fee.view.ts';

const PLACES: Readonly<Record<TariffPlace | 'all', Label>> = { all: { zh: '全部', en: 'All' }, ...tariffPlaces };

/** Ready tariffs with what they cost; the one chosen becomes the draft of a new rule, to be adjusted and published. */
export default function SampleGallery({ onClose, onMade }: { onClose: () => void; onMade: (ruleId: string) => void }) {
  const t = useText();
  const [chosen, setChosen] = useState<TariffTemplate | null>(null);
  const [place, setPlace] = useState<TariffPlace | 'all'>('all');
  if (chosen)
    return (
      <Drawer isOpen title={t(chosen.name)} width={720} onClose={onClose}>
        <StartForm sample={chosen} onBack={() => setChosen(null)} onMade={onMade} />
      </Drawer>
    );
  return (
    <Drawer isOpen title={t({ zh: '样例规则', en: 'Sample tariffs' })} width={1080} onClose={onClose}>
      <div className="sample-places">
        <Segmented<TariffPlace | 'all'>
          value={place}
          options={(Object.keys(PLACES) as (TariffPlace | 'all')[]).map((value) => ({
            value,
            label: t(PLACES[value]),
          }))}
          onChange={setPlace}
        />
      </div>
      <ul className="samples">
        {tariffTemplate
          .filter((one) => place === 'all' || one.place === place)
          .map((one) => (
            <Sample key={one.id} sample={one} onChoose={() => setChosen(one)} />
          ))}
      </ul>
    </Drawer>
  );
}

function Sample({ sample, onChoose }: { sample: TariffTemplate; onChoose: () => void }) {
  const t = useText();
  return (
    <li>
      <h3>{t(sample.name)}</h3>
      <p>{t(sample.note)}</p>
      <dl className="sample-fees by-small">
        {sampleFees(sample).map(({ label, fen }) => (
          <div key={label.en}>
            <dt className="by-faint">{t(label)}</dt>
            <dd className="by-figure">{moneyText(fen)}</dd>
          </div>
        ))}
      </dl>
      <div>
        <Button size="small" onClick={onChoose}>
          {t({ zh: '用这个样例', en: 'Use this sample' })}
        </Button>
      </div>
    </li>
  );
}

function StartForm({
  sample,
  onBack,
  onMade,
}: {
  sample: TariffTemplate;
  onBack: () => void;
  onMade: (ruleId: string) => void;
}) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <Reading text={describeTariff(sample.tariff)[language]} />
      <RecordForm
        columns={1}
        fields={{ name: chargeRule.fields.name, remark: chargeRule.fields.remark }}
        initial={{ name: sample.name[language] }}
        submitText={t({ zh: '生成草稿', en: 'Make a draft' })}
        footNote={() =>
          t({
            zh: '草稿不影响收费：在编辑器中改成自己的价格和时间，发布后绑定到车场。',
            en: 'A draft prices nothing: put in your own prices and hours, publish it, then bind it to a lot.',
          })
        }
        onCancel={onBack}
        onSubmit={async (values) => {
          const { id } = await createRow(chargeRule, { ...values, template: sample.id });
          notify('good', { zh: '草稿已生成', en: 'The draft is made' });
          await refreshLists(chargeRule.name);
          onMade(id);
        }}
      />
    </>
  );
}
