import { addDays, dayStart } from '@boyun/domain/period';
import { type Label, optional, text } from '@boyun/kernel/contract';
import { CallFailure, FieldInput, Modal, now, StateDot, tenantZone, useText } from '@boyun/kernel/web';
import { Button, Checkbox, Radio } from 'antd';
import { useId, useState } from 'react';
import { publishVersion } from './tariff-version.contract.ts';
import type { Version } from './version-query.view.ts';

/** The operations whose dialog shows what the check of the version found. */
export type CheckedAct = 'submit' | 'publish';

const titles = {
  submit: { zh: '提交审核', en: 'Submit for review' },
  publish: { zh: '发布版本', en: 'Publish' },
};
const hints = {
  submit: {
    zh: '提交后不能再修改，须审核通过才能发布。全部示例必须相符。',
    en: 'The version cannot be changed until it is returned. Every example must match.',
  },
  publish: {
    zh: '发布后内容不能再改。已在场的车辆仍按入场时的版本计费，除非规则写明按离场时间。',
    en: 'A published version cannot be changed. Cars inside keep the version they entered under, unless that version prices by exit.',
  },
};
/** Refusals that come with a list of issues. */
const refused: Readonly<Record<string, Label>> = {
  'charging.lint-warnings': { zh: '检查发现可疑之处', en: 'The check found warnings' },
  'charging.lint-errors': { zh: '检查发现错误，须先改正', en: 'The check found errors that must be corrected first' },
  'charging.examples-fail': { zh: '示例的费用不符', en: 'Examples do not match' },
};
const noteField = optional(text({ zh: '说明', en: 'Note' }, { max: 512, isLong: true }));

/** The next midnight, when prices usually change. */
function midnight(): Date {
  const zone = tenantZone();
  return new Date(addDays(dayStart(now().getTime(), zone), 1, zone));
}

/** Asks for a note or a time before an operation, and shows the result of the check: errors to correct, warnings to confirm. */
export function CheckedActForm({
  act,
  version,
  onPerform,
  onClose,
}: {
  act: CheckedAct;
  version: Version;
  onPerform: Perform;
  onClose: () => void;
}) {
  const t = useText();
  const [note, setNote] = useState<string | null>(null);
  const [from, setFrom] = useState<From>(() => ({ isLater: false, moment: midnight() }));
  const { failure, isConfirmed, isBusy, setConfirmed, perform } = useChecked(onPerform);
  const isReady = (!isWarning(failure) || isConfirmed) && (!from.isLater || from.moment !== null);
  return (
    <Modal
      open
      width={520}
      title={`${t(titles[act])} v${version.number}`}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>,
        <Button
          key="ok"
          type="primary"
          loading={isBusy}
          disabled={!isReady}
          onClick={() => perform(note, from.isLater ? from.moment : null)}
        >
          {t(titles[act])}
        </Button>,
      ]}
    >
      <div className="version-form">
        <p>{t(hints[act])}</p>
        {act === 'publish' ? (
          <FromField from={from} onChange={setFrom} />
        ) : (
          <NoteField note={note} onChange={setNote} />
        )}
        {failure && <Refused failure={failure} isConfirmed={isConfirmed} onConfirm={setConfirmed} />}
      </div>
    </Modal>
  );
}

type Perform = (note: string | null, effectiveFrom: Date | null, isConfirmed: boolean) => Promise<void>;

const isWarning = (failure: CallFailure | null) => failure?.code === 'charging.lint-warnings';

/** Performs the operation and keeps its refusal; warnings have to be confirmed before the next attempt. */
function useChecked(onPerform: Perform) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const perform = async (note: string | null, effectiveFrom: Date | null) => {
    setBusy(true);
    try {
      await onPerform(note, effectiveFrom, isConfirmed);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
      setConfirmed(false);
    } finally {
      setBusy(false);
    }
  };
  return { failure, isConfirmed, isBusy, setConfirmed, perform };
}

function NoteField({ note, onChange }: { note: string | null; onChange: (note: string | null) => void }) {
  const t = useText();
  const id = useId();
  return (
    <div className="by-field">
      <label htmlFor={id}>{t(noteField.label)}</label>
      <FieldInput
        id={id}
        field={noteField}
        fieldKey="note"
        value={note}
        onChange={(next) => onChange(next as string | null)}
      />
    </div>
  );
}

/** When a version takes effect; the moment counts only if it is later. */
interface From {
  readonly isLater: boolean;
  readonly moment: Date | null;
}

function FromField({ from, onChange }: { from: From; onChange: (from: From) => void }) {
  const t = useText();
  const id = useId();
  const label = t({ zh: '生效时间', en: 'In force from' });
  return (
    <>
      <Radio.Group
        className="version-when-choice"
        aria-label={label}
        value={from.isLater}
        onChange={({ target }) => onChange({ ...from, isLater: target.value === true })}
        options={[
          { value: false, label: t({ zh: '立即生效', en: 'In force immediately' }) },
          { value: true, label: t({ zh: '指定时间生效', en: 'In force from a set time' }) },
        ]}
      />
      {from.isLater && (
        <div className="by-field">
          <label htmlFor={id}>{label}</label>
          <FieldInput
            id={id}
            field={publishVersion.input.effectiveFrom}
            fieldKey="effectiveFrom"
            value={from.moment}
            onChange={(next) => onChange({ ...from, moment: next as Date | null })}
          />
        </div>
      )}
    </>
  );
}

/** The refusal with its issues; warnings can be confirmed. */
function Refused({
  failure,
  isConfirmed,
  onConfirm,
}: {
  failure: CallFailure;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
}) {
  const t = useText();
  return (
    <div className="version-refused" role="alert">
      <p>
        <StateDot
          tone={isWarning(failure) ? 'warn' : 'bad'}
          label={refused[failure.code] ?? { zh: failure.message, en: failure.message }}
        />
      </p>
      {failure.issues.length > 0 && (
        <ul>
          {failure.issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>{issue.message}</li>
          ))}
        </ul>
      )}
      {isWarning(failure) && (
        <Checkbox checked={isConfirmed} onChange={({ target }) => onConfirm(target.checked)}>
          {t({ zh: '我已核对，收费就是这样规定的', en: 'I have checked them: this is intended' })}
        </Checkbox>
      )}
    </div>
  );
}
