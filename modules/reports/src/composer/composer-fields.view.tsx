import type { Field, Input, Label } from '@boyun/kernel/contract';
import { FieldInput, useText } from '@boyun/kernel/web';
import { Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { composedFields, MOST, runComposed } from './composed-report.contract.ts';
import { DATASETS, type DatasetWords, DIMENSIONS, type Dimension, MEASURES, type Measure } from './dataset.contract.ts';

/** What is put together. */
export type ComposedDraft = Omit<Input<typeof runComposed>, 'name' | 'from' | 'to'>;

/** Days that are looked at instead of the report's own. */
export type Days = Pick<Input<typeof runComposed>, 'from' | 'to'>;

interface FieldsProps {
  readonly draft: ComposedDraft;
  readonly days: Days;
  readonly mayChange: boolean;
  readonly onChange: (draft: ComposedDraft) => void;
  readonly onDays: (days: Days) => void;
}

/** The choices of a composed report; of one that others made, the days alone. */
export function ComposerFields({ draft, days, mayChange, onChange, onDays }: FieldsProps) {
  const dataset: DatasetWords = DATASETS[draft.dataset];
  const set = (part: Partial<ComposedDraft>) => onChange({ ...draft, ...part });
  const choose = (next: ComposedDraft['dataset']) => {
    const offered: DatasetWords = DATASETS[next];
    const kept = draft.dimensions.filter((one) => offered.dimensions.includes(one));
    set({ dataset: next, measures: offered.measures.slice(0, 2), dimensions: kept.length > 0 ? kept : ['day'] });
  };
  return (
    <div className="by-card-box composer-fields">
      {mayChange && (
        <>
          <One
            field={composedFields.dataset}
            value={draft.dataset}
            onChange={(next) => choose(next as ComposedDraft['dataset'])}
          />
          <Several<Measure>
            label={composedFields.measures.label}
            value={draft.measures}
            offered={dataset.measures}
            words={MEASURES}
            most={MOST.measures}
            onChange={(measures) => set({ measures })}
          />
          <Several<Dimension>
            label={composedFields.dimensions.label}
            value={draft.dimensions}
            offered={dataset.dimensions}
            words={DIMENSIONS}
            most={MOST.dimensions}
            onChange={(dimensions) => set({ dimensions })}
          />
          <One
            field={composedFields.lotIds}
            value={draft.lotIds}
            onChange={(next) => set({ lotIds: next as string[] })}
          />
          <One
            field={composedFields.period}
            value={draft.period}
            onChange={(next) => set({ period: next as ComposedDraft['period'] })}
          />
        </>
      )}
      <One
        field={runComposed.input.from}
        value={days.from}
        onChange={(next) => onDays({ ...days, from: next as string | null })}
      />
      <One
        field={runComposed.input.to}
        value={days.to}
        onChange={(next) => onDays({ ...days, to: next as string | null })}
      />
      <One
        field={composedFields.compare}
        value={draft.compare}
        onChange={(next) => set({ compare: next as ComposedDraft['compare'] })}
      />
      <One
        field={composedFields.chart}
        value={draft.chart}
        onChange={(next) => set({ chart: next as ComposedDraft['chart'] })}
      />
    </div>
  );
}

function Labelled({ label, id, children }: { label: Label; id: string; children: ReactNode }) {
  const t = useText();
  return (
    <div className="composer-field">
      <label htmlFor={id}>{t(label)}</label>
      {children}
    </div>
  );
}

function One({ field, value, onChange }: { field: Field; value: unknown; onChange: (next: unknown) => void }) {
  const id = useId();
  return (
    <Labelled label={field.label} id={id}>
      <FieldInput id={id} field={field} fieldKey={field.label.en} value={value} onChange={onChange} />
    </Labelled>
  );
}

interface SeveralProps<K extends string> {
  readonly label: Label;
  readonly value: readonly K[];
  readonly offered: readonly K[];
  readonly words: Readonly<Record<K, { readonly label: Label }>>;
  readonly most: number;
  readonly onChange: (next: K[]) => void;
}

/** Chooses several in the order in which they are shown. */
function Several<K extends string>({ label, value, offered, words, most, onChange }: SeveralProps<K>) {
  const t = useText();
  const id = useId();
  return (
    <Labelled label={label} id={id}>
      <Select<K[]>
        id={id}
        mode="multiple"
        maxCount={most}
        value={[...value]}
        options={offered.map((key) => ({ value: key, label: t(words[key].label) }))}
        optionFilterProp="label"
        onChange={onChange}
      />
    </Labelled>
  );
}
