import {
  type Importable,
  type ImportMode,
  type ImportRow,
  importTables,
  isTaskOpen,
  isWorkbook,
} from '@boyun/kernel/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { announce } from '../notice.tsx';
import { ActButton } from '../permission.tsx';
import { refreshLists } from '../query.ts';
import { download } from './download.ts';
import { type FileHeads, readFileHeads, startImport } from './import-call.ts';
import { Chooser } from './import-chooser.tsx';
import { ImportMapping, missingFields } from './import-mapping.tsx';
import { type Edits, failedRows, ImportResultView } from './import-result.tsx';
import { stopTask, TaskProgress, useTask } from './task.tsx';

type Mode = keyof typeof ImportMode;
type Mapping = Readonly<Record<string, string | null>>;

/** Props of an import dialog; `taskId` shows an import that was started before. */
export interface ImportDialogProps {
  readonly of: Importable;
  readonly isOpen: boolean;
  readonly taskId?: string;
  readonly onClose: () => void;
}

/**
 * Imports rows of a resource, or all sheets of a workbook, from a file: template, mapping of unknown columns, progress, result, and the
 * failed rows to correct and send again.
 */
export default function ImportDialog({ of, isOpen, taskId, onClose }: ImportDialogProps) {
  const t = useText();
  const run = useImport(of, isOpen, taskId ?? null);
  const { task, result, heads, mapping, edits } = run;
  const step = stepOf(run);
  const failed = result ? failedRows(result, edits) : [];
  return (
    <Modal
      open={isOpen}
      width={step === 'result' && failed.length > 0 ? 1000 : 560}
      title={t(result ? { zh: '导入结果', en: 'Import result' } : { zh: '导入{what}', en: 'Import: {what}' }, {
        what: t(of.title),
      })}
      onCancel={onClose}
      footer={<Foot of={of} run={run} failed={failed} onClose={onClose} />}
    >
      {step === 'choose' && (
        <Chooser of={of} mode={run.mode} isBusy={run.isBusy} onMode={run.setMode} onFile={run.chooseFile} />
      )}
      {step === 'mapping' && !isWorkbook(of) && (
        <ImportMapping of={of} heads={heads!} mapping={mapping} onChange={run.setMapping} />
      )}
      {step === 'progress' && <TaskProgress task={task} />}
      {step === 'result' && <ImportResultView of={of} result={result!} edits={edits} onEdit={run.setEdits} />}
    </Modal>
  );
}

/** The chosen file and the mapping of its columns, then the task of the import with its result. */
function useImport(of: Importable, isOpen: boolean, given: string | null) {
  const [mode, setMode] = useState<Mode>('good');
  const [file, setFile] = useState<File | null>(null);
  const [heads, setHeads] = useState<FileHeads['heads'] | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [edits, setEdits] = useState<Edits>(new Map());
  const [isBusy, setBusy] = useState(false);
  const { task, taskId, result, setTaskId } = useImportTask(of, isOpen, given);
  const begin = async (input: { mode: Mode; file?: File; rows?: readonly ImportRow[]; mapping?: Mapping }) => {
    setBusy(true);
    try {
      setTaskId(await startImport(of, input));
      setHeads(null);
      setEdits(new Map());
    } catch {
      // The transport has shown the error; the user can choose another file.
    } finally {
      setBusy(false);
    }
  };
  const chooseFile = async (chosen: File) => {
    setBusy(true);
    try {
      const found = await readFileHeads(of, chosen);
      setFile(chosen);
      setMapping(Object.fromEntries(found.heads.map((one) => [one.title, one.key])));
      // An unknown column in a workbook based on the template is the user's own, and is ignored.
      if (!found.isClear && !isWorkbook(of)) setHeads(found.heads);
      else await begin({ mode, file: chosen });
    } catch {
      // As above.
    } finally {
      setBusy(false);
    }
  };
  const restart = () => {
    setTaskId(null);
    setHeads(null);
    setFile(null);
  };
  const acts = { setMode, setMapping, setEdits, begin, chooseFile, restart };
  return { mode, file, heads, mapping, edits, isBusy, task, taskId, result, ...acts };
}

type ImportRun = ReturnType<typeof useImport>;

/** Follows the task of an import: once it has ended, the lists are fetched again, and a failure without a result is shown. */
function useImportTask(of: Importable, isOpen: boolean, given: string | null) {
  const [taskId, setTaskId] = useState(given);
  const task = useTask(isOpen ? taskId : null);
  const isOver = task !== undefined && !isTaskOpen(task.state);
  const result = isOver ? task.result : null;
  useEffect(() => {
    if (!isOver) return;
    if (result?.hasImported) for (const table of importTables(of)) void refreshLists(table.of.name);
    if (task?.state !== 'failed') return;
    announce('bad', { zh: '失败', en: 'Failed' }, task.error ?? '', 3000);
    if (!result) setTaskId(null);
  }, [isOver, result, task, of]);
  return { task, taskId, result, setTaskId };
}

function stepOf({ result, taskId, heads }: ImportRun): 'result' | 'progress' | 'mapping' | 'choose' {
  if (result) return 'result';
  if (taskId) return 'progress';
  return heads ? 'mapping' : 'choose';
}

interface FootProps {
  readonly of: Importable;
  readonly run: ImportRun;
  /** Rows of the result to send again. */
  readonly failed: readonly ImportRow[];
  readonly onClose: () => void;
}

/** The buttons of the current step. */
function Foot(props: FootProps) {
  const { run, onClose } = props;
  const t = useText();
  switch (stepOf(run)) {
    case 'mapping':
      return <MappingFoot {...props} />;
    case 'progress':
      return (
        <>
          <Button onClick={() => stopTask(run.taskId!)}>{t({ zh: '取消导入', en: 'Cancel import' })}</Button>
          <Button type="primary" onClick={onClose}>
            {t({ zh: '后台继续', en: 'Continue in the background' })}
          </Button>
        </>
      );
    case 'result':
      return <ResultFoot {...props} />;
    default:
      return <CloseButton onClose={onClose} />;
  }
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const t = useText();
  return <Button onClick={onClose}>{t({ zh: '关闭', en: 'Close' })}</Button>;
}

function MappingFoot({ of, run: { mode, file, mapping, begin, restart } }: FootProps) {
  const t = useText();
  const isMissing = !isWorkbook(of) && missingFields(of, mapping).length > 0;
  return (
    <>
      <Button onClick={restart}>{t({ zh: '重选文件', en: 'Choose another file' })}</Button>
      <ActButton
        type="primary"
        disabledReason={isMissing ? { zh: '必填列还没有对应的文件列', en: 'A required field has no column yet' } : null}
        onAct={() => begin({ mode, file: file!, mapping })}
      >
        {t(mode === 'check' ? { zh: '开始检查', en: 'Check' } : { zh: '开始导入', en: 'Import' })}
      </ActButton>
    </>
  );
}

function ResultFoot({ run: { result, file, mapping, isBusy, begin }, failed, onClose }: FootProps) {
  const t = useText();
  if (!result) return null;
  return (
    <>
      {result.url && (
        <Button onClick={() => download(result.url!)}>{t({ zh: '下载失败记录', en: 'Download failed rows' })}</Button>
      )}
      {failed.length > 0 && (
        <Button loading={isBusy} onClick={() => begin({ mode: result.mode as Mode, rows: failed })}>
          {t(
            result.mode === 'check'
              ? { zh: '重新检查失败行（{count}）', en: 'Check failed rows again ({count})' }
              : { zh: '重新导入失败行（{count}）', en: 'Import failed rows again ({count})' },
            { count: failed.length },
          )}
        </Button>
      )}
      {!result.hasImported && file && result.successNum > 0 && (
        <Button type="primary" loading={isBusy} onClick={() => begin({ mode: 'good', file, mapping })}>
          {t({ zh: '导入正确的行', en: 'Import valid rows' })}
        </Button>
      )}
      <CloseButton onClose={onClose} />
    </>
  );
}
