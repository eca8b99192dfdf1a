import { type Importable, ImportMode, isWorkbook, type Workbook } from '@boyun/kernel/contract';
import { Button, Radio } from 'antd';
import { Inbox } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useText } from '../language.ts';
import { download } from './download.ts';
import { importTemplate } from './import-call.ts';

type Mode = keyof typeof ImportMode;

/** Chooses the file of an import and how it is imported; offers the template. */
export function Chooser({
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
  const chooseFile = async (file: File | undefined) => {
    if (file) await onFile(file);
    // Allows the same file to be chosen again once it is corrected.
    if (chooser.current) chooser.current.value = '';
  };
  return (
    <>
      {isWorkbook(of) && <SheetNames of={of} />}
      <Radio.Group
        className="by-export by-import-mode"
        value={mode}
        aria-label={t({ zh: '导入方式', en: 'Import mode' })}
        onChange={({ target }) => onMode(target.value as Mode)}
        options={Object.entries(ImportMode).map(([value, label]) => ({ value, label: t(label) }))}
      />
      <DropArea
        isWorkbook={isWorkbook(of)}
        isBusy={isBusy}
        onAsk={() => chooser.current?.click()}
        onFile={(file) => void chooseFile(file)}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        accept={isWorkbook(of) ? '.xlsx,.xls' : '.xlsx,.xls,.csv'}
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

function SheetNames({ of }: { of: Workbook }) {
  const t = useText();
  return (
    <p className="by-faint">
      {t(
        {
          zh: '一个文件包含以下工作表，用不到的可以删去：{sheets}。各表按名称或编码互相引用，模板以外的列会被忽略。',
          en: 'One file with these sheets, all optional: {sheets}. Sheets refer to each other by name or code; columns that are not in the template are ignored.',
        },
        { sheets: of.sheets.map((one) => t(one.title)).join(t({ zh: '、', en: ', ' })) },
      )}
    </p>
  );
}

/** The area that takes a dropped file, and asks for one when it is clicked. */
function DropArea({
  isWorkbook: isSheets,
  isBusy,
  onAsk,
  onFile,
}: {
  isWorkbook: boolean;
  isBusy: boolean;
  onAsk: () => void;
  onFile: (file: File | undefined) => void;
}) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <button
      type="button"
      className={isOver ? 'by-drop is-over' : 'by-drop'}
      disabled={isBusy}
      onClick={onAsk}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Inbox className="by-drop-icon" />
      <span>
        {t(
          isBusy
            ? { zh: '正在读取…', en: 'Reading…' }
            : isSheets
              ? { zh: '点击或拖入 Excel 文件', en: 'Click, or drop an Excel file here' }
              : { zh: '点击或拖入 Excel / CSV 文件', en: 'Click, or drop an Excel or CSV file here' },
        )}
      </span>
      <span className="by-faint">
        {t(
          isSheets
            ? { zh: '.xlsx、.xls，最多 50,000 行、20 MB', en: '.xlsx or .xls, at most 50,000 rows and 20 MB' }
            : {
                zh: '.xlsx、.xls 或 .csv，最多 50,000 行、20 MB',
                en: '.xlsx, .xls or .csv, at most 50,000 rows and 20 MB',
              },
        )}
      </span>
    </button>
  );
}
