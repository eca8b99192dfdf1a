import { can, ImportDialog, useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { lotWorkbook } from './workbook.contract.ts';

/** The button that imports whole lots from a workbook. */
export default function WorkbookImport() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!can(lotWorkbook.access)) return null;
  return (
    <>
      <Button icon={<Upload />} onClick={() => setOpen(true)}>
        {t({ zh: '导入整场工作簿', en: 'Import a whole lot' })}
      </Button>
      {isOpen && <ImportDialog of={lotWorkbook} isOpen onClose={() => setOpen(false)} />}
    </>
  );
}
