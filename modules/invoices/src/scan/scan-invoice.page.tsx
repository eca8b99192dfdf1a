import type { ReportRow } from '@boyun/kernel/contract';
import { ActButton, countText, ListPage, useText } from '@boyun/kernel/web';
import { useState } from 'react';
import { scanPlaceList } from './scan.contract.ts';
import { ScanCodes } from './scan-codes.view.tsx';
import './scan-codes.css';

type Row = ReportRow<typeof scanPlaceList> & { readonly lotName: string };

/** Lots with their codes for invoices. */
export default function ScanInvoicePage() {
  const t = useText();
  const [shown, setShown] = useState<Row | null>(null);
  return (
    <ListPage
      source={scanPlaceList}
      columns={['lotId', 'isOpen', 'issuerName', 'laneCount', 'askedCount', 'issuedFen', 'failedCount']}
      filters={['lotId']}
      cells={{
        lotId: { width: 220, isGrowing: true },
        issuerName: { width: 240 },
        failedCount: {
          cell: (row) => (
            <span className={row.failedCount > 0 ? 'by-figure scan-failed' : 'by-figure'}>
              {countText(row.failedCount)}
            </span>
          ),
        },
      }}
      rowActs={(row) => (
        <ActButton type="link" onAct={() => setShown(row as Row)}>
          {t({ zh: '查看与打印', en: 'Show and print' })}
        </ActButton>
      )}
      actsWidth={140}
      detail={null}
      empty={{
        title: { zh: '没有车场', en: 'No parking lots' },
        hint: { zh: '新建车场后，即可打印开票码', en: 'Add a lot to print its codes here' },
      }}
    >
      {() => shown && <ScanCodes lotId={shown.lotId} isOpen={shown.isOpen} onClose={() => setShown(null)} />}
    </ListPage>
  );
}
