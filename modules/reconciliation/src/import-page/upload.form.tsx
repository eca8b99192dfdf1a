import { Modal, notify, post, RecordForm, refreshLists, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { billImportList, uploadBill } from '../bill-import/bill-import.contract.ts';

const NO_FILE = { zh: '请选择文件', en: 'Choose a file' };

/** Chooses a file with a bill, or a bank statement, and the source it is of. */
export function UploadForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const upload = async ({ sourceId, day }: { sourceId: string; day: string | null }) => {
    if (!file) return notify('warn', NO_FILE);
    const { data } = await post(uploadBill.path, { SourceId: sourceId, Day: day ?? '', File: file });
    const { IsRepeated: isRepeated } = data as { readonly IsRepeated: boolean };
    notify(
      isRepeated ? 'warn' : 'good',
      isRepeated
        ? { zh: '该文件已导入过，没有变化', en: 'This file was imported before; nothing has changed' }
        : { zh: '正在读取，结果见列表', en: 'It is being read; the list shows the result' },
    );
    onClose();
    await refreshLists(billImportList.name);
  };
  return (
    <Modal open width={480} title={t(uploadBill.title)} onCancel={onClose} footer={null}>
      <p className="by-hint">
        {t({
          zh: '支持微信支付交易账单（csv、gz）、支付宝业务明细（zip、csv）、银联 ZM 文件（zip）、收单机构与银行的 Excel 或 CSV。合计不符的文件不会采用',
          en: 'Bills of WeChat Pay (csv, gz), Alipay (zip, csv) and UnionPay (zip with ZM), tables of acquirers and banks (Excel, CSV). A file whose totals do not fit is not taken',
        })}
      </p>
      <p className="import-file">
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".csv,.txt,.gz,.zip,.xlsx,.xls"
          aria-label={t({ zh: '账单文件', en: 'File' })}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <Button onClick={() => chooser.current?.click()}>{t({ zh: '选择文件', en: 'Choose a file' })}</Button>
        <span>{file?.name ?? <span className="by-faint">{t({ zh: '未选择', en: 'None chosen' })}</span>}</span>
      </p>
      <RecordForm
        fields={uploadBill.input}
        columns={1}
        submitText={t({ zh: '导入', en: 'Import' })}
        onCancel={onClose}
        onSubmit={upload}
      />
    </Modal>
  );
}
