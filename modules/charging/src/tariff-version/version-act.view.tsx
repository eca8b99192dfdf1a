import { disabledReason } from '@boyun/kernel/contract';
import { ActButton, Confirm, call, notify, OperationDialog, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { canApprove, canPublish, chargeRule } from '../charge-rule/charge-rule.contract.ts';
import { versionTransitions } from '../charge-rule/version-state.contract.ts';
import {
  approveVersion,
  discardDraft,
  publishVersion,
  rejectVersion,
  saveDraft,
  submitVersion,
  withdrawVersion,
} from './tariff-version.contract.ts';
import { type CheckedAct, CheckedActForm } from './version-act.form.tsx';
import { openVersion, refreshRule, type Version } from './version-query.view.ts';

/** The operations that open a dialog first. */
type VersionAct = CheckedAct | 'approve' | 'reject';

const DONE: Readonly<Record<CheckedAct, readonly [zh: string, en: string]>> = {
  submit: ['已提交审核', 'Submitted for review'],
  publish: ['已发布', 'Published'],
};
const APPROVE = { zh: '审核通过', en: 'Approve' };
const REJECT = { zh: '退回修改', en: 'Return' };
const APPROVED = { zh: '审核通过', en: 'Approved' };
const RETURNED = { zh: '已退回修改', en: 'Returned' };

const QUESTIONS = {
  withdraw: {
    zh: '撤回后 v{number} 不会生效，之前的版本继续有效。确定撤回吗？',
    en: 'Version {number} will not take effect, and the previous one remains in force. Withdraw it?',
  },
  discard: {
    zh: '草稿 v{number} 的修改将全部丢失。确定删除吗？',
    en: 'All changes in draft {number} will be lost. Discard it?',
  },
};

async function callAct(
  act: CheckedAct,
  id: string,
  { note, effectiveFrom, isConfirmed }: { note: string | null; effectiveFrom: Date | null; isConfirmed: boolean },
): Promise<void> {
  const quiet = { isQuiet: true };
  if (act === 'submit') await call(submitVersion, { id, note, isConfirmed }, quiet);
  if (act === 'publish') await call(publishVersion, { id, effectiveFrom, isConfirmed }, quiet);
}

/** Buttons for the operations on the version shown, and for a new draft; disabled ones state the reason. */
export function VersionActs({
  ruleId,
  versions,
  shown,
}: {
  ruleId: string;
  versions: readonly Version[];
  shown: Version | undefined;
}) {
  const t = useText();
  const [act, setAct] = useState<VersionAct | null>(null);
  const [doomed, setDoomed] = useState<'discard' | 'withdraw' | null>(null);
  const open = openVersion(versions);
  const done = async (zh: string, en: string) => {
    notify('good', { zh, en });
    setAct(null);
    await refreshRule(ruleId);
  };
  const state = shown?.state;
  const isOpen = shown !== undefined && shown === open;
  return (
    <header className="version-acts">
      {shown && <h2 className="by-figure">v{shown.number}</h2>}
      <span className="by-grow" />
      {isOpen && <OpenVersionActs version={shown} onAct={setAct} onDiscard={() => setDoomed('discard')} />}
      {state === 'scheduled' && (
        <ActButton danger access={canPublish} onAct={() => setDoomed('withdraw')}>
          {t({ zh: '撤回', en: 'Withdraw' })}
        </ActButton>
      )}
      {!isOpen && shown && (
        <ActButton
          access={chargeRule.can.update}
          disabledReason={
            open && {
              zh: `已有待发布的版本 v${open.number}，须先发布或删除`,
              en: `Version ${open.number} is not published yet. Publish or discard it first`,
            }
          }
          onAct={async () => {
            await call(saveDraft, { id: ruleId });
            await done('已新建草稿', 'A new draft is made');
          }}
        >
          {t({ zh: '新建草稿', en: 'New draft' })}
        </ActButton>
      )}
      {act && open && (
        <VersionDialog act={act} ruleId={ruleId} version={open} onClose={() => setAct(null)} onDone={done} />
      )}
      <Confirm
        isOpen={doomed !== null}
        isDangerous
        text={t(QUESTIONS[doomed ?? 'discard'], { number: shown?.number ?? 0 })}
        onClose={() => setDoomed(null)}
        onConfirm={async () => {
          if (doomed === 'withdraw') await call(withdrawVersion, { id: ruleId, number: shown!.number });
          else await call(discardDraft, { id: ruleId });
          await (doomed === 'withdraw' ? done('已撤回', 'Withdrawn') : done('草稿已删除', 'The draft is discarded'));
        }}
      />
    </header>
  );
}

/** The dialog of an operation on the version that is not published yet. */
function VersionDialog({
  act,
  ruleId,
  version,
  onClose,
  onDone,
}: {
  act: VersionAct;
  ruleId: string;
  version: Version;
  onClose: () => void;
  onDone: (zh: string, en: string) => Promise<void>;
}) {
  const t = useText();
  const common = { isOpen: true, given: { id: ruleId }, onClose, onDone: () => refreshRule(ruleId) };
  if (act === 'approve')
    return (
      <OperationDialog
        {...common}
        of={approveVersion}
        fields={{ note: approveVersion.input.note }}
        title={`${t(APPROVE)} v${version.number}`}
        hint={{ zh: '通过后即可发布生效。', en: 'The version can then be published.' }}
        okText={APPROVE}
        done={APPROVED}
      />
    );
  if (act === 'reject')
    return (
      <OperationDialog
        {...common}
        of={rejectVersion}
        fields={{ note: rejectVersion.input.note }}
        title={`${t(REJECT)} v${version.number}`}
        hint={{
          zh: '退回后重新成为草稿，可以继续修改。',
          en: 'The version becomes a draft again and can be changed.',
        }}
        okText={REJECT}
        isDangerous
        done={RETURNED}
      />
    );
  return (
    <CheckedActForm
      act={act}
      version={version}
      onClose={onClose}
      onPerform={async (note, effectiveFrom, isConfirmed) => {
        await callAct(act, ruleId, { note, effectiveFrom, isConfirmed });
        await onDone(...DONE[act]);
      }}
    />
  );
}

/** Buttons for the version that is not published yet. */
function OpenVersionActs({
  version: { state },
  onAct,
  onDiscard,
}: {
  version: Version;
  onAct: (act: VersionAct) => void;
  onDiscard: () => void;
}) {
  const t = useText();
  return (
    <>
      {state === 'draft' && (
        <>
          <ActButton danger access={chargeRule.can.update} onAct={onDiscard}>
            {t({ zh: '删除草稿', en: 'Discard' })}
          </ActButton>
          <ActButton type="primary" access={chargeRule.can.update} onAct={() => onAct('submit')}>
            {t({ zh: '提交审核', en: 'Submit for review' })}
          </ActButton>
        </>
      )}
      {(state === 'in-review' || state === 'approved') && (
        <ActButton access={canApprove} onAct={() => onAct('reject')}>
          {t(REJECT)}
        </ActButton>
      )}
      {state === 'in-review' && (
        <ActButton type="primary" access={canApprove} onAct={() => onAct('approve')}>
          {t(APPROVE)}
        </ActButton>
      )}
      <ActButton
        type={state === 'approved' ? 'primary' : 'default'}
        access={canPublish}
        disabledReason={disabledReason(versionTransitions, 'publish', state)}
        onAct={() => onAct('publish')}
      >
        {t({ zh: '发布', en: 'Publish' })}
      </ActButton>
    </>
  );
}
