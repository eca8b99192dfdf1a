import type { Grace, Linking } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { useValue } from './editor-context.view.ts';
import { NameBox } from './name-box.view.tsx';
import { ChoiceBox, CountBox, Line, MoneyBox, OptionLine, Say, SpanBox, TextBox } from './typed-box.view.tsx';

const beyond: readonly { value: Grace['beyond']; label: { zh: string; en: string } }[] = [
  { value: 'difference', label: { zh: '补足全程差额', en: 'the difference to the whole stay is due' } },
  { value: 'from-payment', label: { zh: '从缴费时起另计', en: 'the time since the payment is a new stay' } },
  {
    value: 'from-grace-end',
    label: { zh: '从宽限结束时起另计', en: 'the time after it is a new stay' },
  },
];

/** Settings that apply to the whole tariff. */
export function TariffPanel() {
  const linking = useValue<string>('linking.by');
  return (
    <>
      <NameBox path="name" isRequired />
      <OptionLine
        path="grace"
        label={{ zh: '缴费后离场', en: 'After payment' }}
        fresh={{ minutes: 15, beyond: 'difference' }}
        hint={{ zh: '没有离场宽限', en: 'No grace period' }}
      >
        <CountBox
          path="grace.minutes"
          label={{ zh: '离场宽限', en: 'Grace period' }}
          unit={{ zh: '分钟', en: 'min' }}
          min={0}
          max={1440}
          stride={5}
        />
        <Say zh="内离场，超过后" en="to leave, beyond it" />
        <ChoiceBox path="grace.beyond" label={{ zh: '超过宽限后', en: 'After the grace period' }} options={beyond} />
      </OptionLine>
      <OptionLine
        path="linking"
        label={{ zh: '多次停车', en: 'Returning cars' }}
        fresh={{ by: 'day' }}
        hint={{ zh: '每次停车单独计算', en: 'Every stay is priced separately' }}
      >
        <LinkingBox />
        {linking.value === 'gap' && (
          <>
            <SpanBox path="linking.minutes" label={{ zh: '再次入场间隔', en: 'Time between stays' }} />
            <Say zh="内再次入场" en="" />
          </>
        )}
        <Say zh="合并计算" en="are one" />
      </OptionLine>
      <OptionLine
        path="rounding"
        label={{ zh: '取整', en: 'Rounding' }}
        fresh={{ toFen: 100, mode: 'down' }}
        hint={{ zh: '不取整', en: 'Not rounded' }}
      >
        <ChoiceBox
          path="rounding.mode"
          label={{ zh: '取整方式', en: 'Rounded' }}
          options={[
            { value: 'up', label: { zh: '向上', en: 'up' } },
            { value: 'down', label: { zh: '向下', en: 'down' } },
            { value: 'nearest', label: { zh: '四舍五入', en: 'to the nearest' } },
          ]}
        />
        <Say zh="取整到" en="multiple of" />
        <MoneyBox path="rounding.toFen" label={{ zh: '取整单位', en: 'Rounded to' }} width={88} />
      </OptionLine>
      <ChoiceLine
        path="seconds"
        label={{ zh: '秒', en: 'Seconds' }}
        byDefault="count"
        options={[
          { value: 'count', label: { zh: '入场、离场精确到秒', en: 'counted' } },
          { value: 'drop', label: { zh: '舍去秒，按整分钟计', en: 'dropped: whole minutes' } },
        ]}
      />
      <ChoiceLine
        path="versionBy"
        label={{ zh: '跨版本停车', en: 'New versions' }}
        byDefault="entry"
        options={[
          { value: 'entry', label: { zh: '按入场时的版本计费', en: 'the version at entry prices a stay' } },
          { value: 'exit', label: { zh: '按离场时的版本计费', en: 'the version at exit prices a stay' } },
        ]}
      />
      <Line label={{ zh: '币种', en: 'Currency' }}>
        <TextBox
          path="currency"
          label={{ zh: '币种', en: 'Currency' }}
          placeholder={{ zh: 'CNY', en: 'CNY' }}
          pattern={/^[A-Z]{3}$/}
          width={88}
          isOptional
        />
      </Line>
    </>
  );
}

/** A line with one choice of the same name. */
function ChoiceLine(props: Parameters<typeof ChoiceBox>[0]) {
  return (
    <Line label={props.label}>
      <ChoiceBox {...props} />
    </Line>
  );
}

function LinkingBox() {
  const t = useText();
  const { value, set } = useValue<Linking>('linking');
  return (
    <span data-path="linking.by">
      <Select
        popupMatchSelectWidth={false}
        aria-label={t({ zh: '哪些停车合并计算', en: 'Which stays are combined' })}
        value={value?.by}
        options={[
          { value: 'day' as const, label: t({ zh: '同一车牌当日多次停车', en: 'stays of a plate on one day' }) },
          { value: 'gap' as const, label: t({ zh: '离场后', en: 'stays of a plate separated by at most' }) },
        ]}
        onChange={(by) => set(by === 'gap' ? { by, minutes: 60 } : { by })}
      />
    </span>
  );
}
