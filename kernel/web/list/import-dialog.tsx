import {
  type Importable,
  ImportMode,
  type ImportRow,
  importTables,
  isTaskOpen,
  isWorkbook,
} from '@boyun/kernel/contract';
import { Button, Radio } from 'antd';
import { Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type FileHeads, importTemplate, readFileHeads, startImport } from '../call.ts';
import { useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { announce } from '../notice.tsx';
import { ActButton } from '../permission.tsx';
import { refreshLists } from '../query.ts';
import { download } from './download.ts';
import { ImportMapping, missingFields } from './import-mapping.tsx';
import { failedRows, ImportResultView } from './import-result.tsx';
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
export default function ImportDialog({ of, isOpen, taskId: given, onClose }: ImportDialogProps) {
  const t = useText();
  const [mode, setMode] = useState<Mode>('good');
  const [file, setFile] = useState<File | null>(null);
  const [heads, setHeads] = useState<FileHeads['heads'] | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const [taskId, setTaskId] = useState<string | null>(given ?? null);
  const [edits, setEdits] = useState<ReadonlyMap<string, Record<string, string>>>(new Map());
  const [isBusy, setBusy] = useState(false);
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

  const shown = result ? 'result' : taskId ? 'progress' : heads ? 'mapping' : 'choose';
  const close = (
    <Button key="close" onClick={onClose}>
      {t({ zh: '关闭', en: 'Close' })}
    </Button>
  );
  const failed = result ? failedRows(result, edits) : [];
  const isMissing = !isWorkbook(of) && missingFields(of, mapping).length > 0;
  const footers = {
    choose: [close],
    mapping: [
      <Button key="back" onClick={restart}>
        {t({ zh: '重选文件', en: 'Choose another file' })}
      </Button>,
      <ActButton
        key="start"
        type="primary"
        disabledReason={isMissing ? { zh: '必填列还没有对应的文件列', en: 'A required field has no column yet' } : null}
        onAct={() => begin({ mode, file: file!, mapping })}
      >
        {t(mode === 'check' ? { zh: '开始检查', en: 'Check' } : { zh: '开始导入', en: 'Import' })}
      </ActButton>,
    ],
    progress: [
      <Button key="stop" onClick={() => stopTask(taskId!)}>
        {t({ zh: '取消导入', en: 'Cancel import' })}
      </Button>,
      <Button key="background" type="primary" onClick={onClose}>
        {t({ zh: '后台继续', en: 'Continue in the background' })}
      </Button>,
    ],
    result: [
      result?.url && (
        <Button key="failed" onClick={() => download(result.url!)}>
          {t({ zh: '下载失败记录', en: 'Download failed rows' })}
        </Button>
      ),
      failed.length > 0 && (
        <Button key="again" loading={isBusy} onClick={() => begin({ mode: result!.mode as Mode, rows: failed })}>
          {t(
            result?.mode === 'check'
              ? { zh: '重新检查失败行（{count}）', en: 'Check failed rows again ({count})' }
              : { zh: '重新导入失败行（{count}）', en: 'Import failed rows again ({count})' },
            { count: failed.length },
          )}
        </Button>
      ),
      result && !result.hasImported && file && result.successNum > 0 && (
        <Button key="import" type="primary" loading={isBusy} onClick={() => begin({ mode: 'good', file, mapping })}>
          {t({ zh: '导入正确的行', en: 'Import valid rows' })}
        </Button>
      ),
      close,
    ],
  };
  return (
    <Modal
      open={isOpen}
      width={shown === 'result' && failed.length > 0 ? 1000 : 560}
      title={t(result ? { zh: '导入结果', en: 'Import result' } : { zh: '导入{what}', en: 'Import: {what}' }, {
        what: t(of.title),
      })}
      onCancel={onClose}
      footer={footers[shown]}
    >
      {shown === 'choose' && <Chooser of={of} mode={mode} isBusy={isBusy} onMode={setMode} onFile={chooseFile} />}
      {shown === 'mapping' && !isWorkbook(of) && (
        <ImportMapping of={of} heads={heads!} mapping={mapping} onChange={setMapping} />
      )}
      {shown === 'progress' && <TaskProgress task={task} />}
      {shown === 'result' && <ImportResultView of={of} result={result!} edits={edits} onEdit={setEdits} />}
    </Modal>
  );
}

function Chooser({
  of,
  mode,
  isBusy,
  onMode,
  onFile,
}: {
  of: Importable;
  mode: Mode;
  isBusy: boolean;
  onMode: (mode: Mode) => void;
  onFile: (file: File) => Promise<void>;
}) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const chooseFile = async (file: File | undefined) => {
    if (file) await onFile(file);
    // Allows the same file to be chosen again once it is corrected.
    if (chooser.current) chooser.current.value = '';
  };
  return (
    <>
      {isWorkbook(of) && (
        <p className="by-faint">
          {t(
            {
              zh: '一个文件包含以下工作表，用不到的可以删去：{sheets}。各表按名称或编码互相引用，模板以外的列会被忽略。',
              en: 'One file with these sheets, all optional: {sheets}. Sheets refer to each other by name or code; columns that are not in the template are ignored.',
            },
            { sheets: of.sheets.map((one) => t(one.title)).join(t({ zh: '、', en: ', ' })) },
          )}
        </p>
      )}
      <Radio.Group
        className="by-export by-import-mode"
        value={mode}
        aria-label={t({ zh: '导入方式', en: 'Import mode' })}
        onChange={({ target }) => onMode(target.value as Mode)}
        options={Object.entries(ImportMode).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <button
        type="button"
        className={isOver ? 'by-drop is-over' : 'by-drop'}
        disabled={isBusy}
        onClick={() => chooser.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void chooseFile(event.dataTransfer.files[0]);
        }}
      >
        <Inbox className="by-drop-icon" />
        <span>
          {t(
            isBusy
              ? { zh: '正在读取…', en: 'Reading…' }
              : isWorkbook(of)
                ? { zh: '点击或拖入 Excel 文件', en: 'Click, or drop an Excel file here' }
                : { zh: '点击或拖入 Excel / CSV 文件', en: 'Click, or drop an Excel or CSV file here' },
          )}
        </span>
        <span className="by-faint">
          {t(
            isWorkbook(of)
              ? { zh: '.xlsx，最多 50,000 行、20 MB', en: '.xlsx, at most 50,000 rows and 20 MB' }
              : { zh: '.xlsx 或 .csv，最多 50,000 行、20 MB', en: '.xlsx or .csv, at most 50,000 rows and 20 MB' },
          )}
        </span>
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={isWorkbook(of) ? '.xlsx' : '.xlsx,.csv'}
        onChange={(event) => void chooseFile(event.target.files?.[0])}
      />
      <Button
        type="link"
        className="by-template"
        onClick={async () => download(await importTemplate(of), `${t(of.title)}.xlsx`)}
      >
        {t({ zh: '下载导入模板', en: 'Download template' })}
      </Button>
    </>
  );
}
