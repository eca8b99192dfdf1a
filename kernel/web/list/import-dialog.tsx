import { type Resource, wireName, writableFields } from '@boyun/kernel/contract';
import { Button } from 'antd';
import { Inbox } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ImportResult, importRows } from '../call.ts';
import { countText } from '../format.ts';
import { useLanguage, useText } from '../language.ts';
import { Modal } from '../modal.tsx';
import { refreshLists } from '../query.ts';
import { download } from './export-dialog.tsx';

/** Imports rows of a resource from a file and shows what became of them (spec §3): totals and the rows that failed. */
export default function ImportDialog({ of, isOpen, onClose }: { of: Resource; isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [isOver, setOver] = useState(false);
  const close = () => {
    setResult(null);
    onClose();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      setResult(await importRows(of, file));
      await refreshLists(of.name);
    } catch {
      // The transport has told the user; another file can be chosen.
    } finally {
      setBusy(false);
      if (chooser.current) chooser.current.value = '';
    }
  };
  const template = () => {
    const heads = Object.entries(writableFields(of.fields)).map(
      ([key, field]) => field.label[language] || wireName(key, field),
    );
    const sheet = new Blob([`\uFEFF${heads.map((head) => `"${head.replaceAll('"', '""')}"`).join(',')}\r\n`], {
      type: 'text/csv',
    });
    const address = URL.createObjectURL(sheet);
    download(address);
    URL.revokeObjectURL(address);
  };
  return (
    <Modal
      open={isOpen}
      width={result ? 720 : 480}
      title={t(result ? { zh: '导入结果', en: 'Import result' } : { zh: '导入', en: 'Import' })}
      onCancel={close}
      footer={[
        result?.url && (
          <Button key="failed" onClick={() => download(String(result.url))}>
            {t({ zh: '下载失败记录', en: 'Download the failed rows' })}
          </Button>
        ),
        <Button key="close" type={result ? 'primary' : 'default'} onClick={close}>
          {t({ zh: '关闭', en: 'Close' })}
        </Button>,
      ]}
    >
      {result ? (
        <Result result={result} />
      ) : (
        <>
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
              void take(event.dataTransfer.files[0]);
            }}
          >
            <Inbox className="by-drop-icon" />
            <span>
              {t(
                isBusy
                  ? { zh: '正在导入…', en: 'Importing…' }
                  : { zh: '点击或拖入 Excel / CSV 文件', en: 'Click, or drop an Excel or CSV file here' },
              )}
            </span>
          </button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".xlsx,.xls,.csv"
            onChange={(event) => take(event.target.files?.[0])}
          />
          <Button type="link" className="by-template" onClick={template}>
            {t({ zh: '下载导入模板', en: 'Download the template' })}
          </Button>
        </>
      )}
    </Modal>
  );
}

function Result({ result }: { result: ImportResult }) {
  const t = useText();
  const figures = [
    { label: { zh: '总数', en: 'Total' }, value: result.total, tone: '' },
    { label: { zh: '成功', en: 'Succeeded' }, value: result.successNum, tone: 'good' },
    { label: { zh: '重复', en: 'Repeated' }, value: result.repeatNum, tone: 'warn' },
    { label: { zh: '失败', en: 'Failed' }, value: result.failedNum, tone: 'bad' },
  ];
  const failed = (result.failedRecords ?? []) as unknown as {
    sheet: string;
    row: number;
    errorMsg: string;
    operationGuide: string;
  }[];
  return (
    <>
      <div className="by-figures">
        {figures.map((one) => (
          <div key={one.label.en} className={`by-figure-box ${one.tone ? `by-tone-${one.tone}` : ''}`}>
            <b className="by-figure">{countText(one.value)}</b>
            <span>{t(one.label)}</span>
          </div>
        ))}
      </div>
      {failed.length > 0 && (
        <div className="by-failed">
          <table>
            <thead>
              <tr>
                <th>{t({ zh: '工作表', en: 'Sheet' })}</th>
                <th>{t({ zh: '行', en: 'Row' })}</th>
                <th>{t({ zh: '错误', en: 'Error' })}</th>
                <th>{t({ zh: '操作指引', en: 'What to do' })}</th>
              </tr>
            </thead>
            <tbody>
              {failed.map((one) => (
                <tr key={`${one.sheet} ${one.row}`}>
                  <td>{one.sheet}</td>
                  <td className="by-figure">{one.row}</td>
                  <td>{one.errorMsg}</td>
                  <td>{one.operationGuide}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
