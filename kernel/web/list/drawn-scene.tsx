import { integer, money, operation, optional, resource, text } from '@boyun/kernel/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, Segmented, Select } from 'antd';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { Drawer } from '../drawer.tsx';
import { OperationDialog } from '../form/operation-dialog.tsx';
import { PlateInput } from '../form/plate-input.tsx';
import { PlateListInput } from '../form/plate-list-input.tsx';
import { PrintButton } from '../print-slip.tsx';
import { queryClient } from '../query.ts';
import { setUser } from '../session.ts';
import { ListPage } from './list-page.tsx';

/** A row of the list of this scene, as the server sends it. */
export interface SentRow {
  readonly Id: string;
  readonly Version: string;
  readonly Name: string;
  readonly Count: string;
  readonly CreatedAt: string;
  readonly UpdatedAt: string;
}

const locker = resource('locker', {
  title: { zh: '储物柜', en: 'Lockers' },
  path: '/api/locker',
  fields: { name: text({ zh: '名称', en: 'Name' }), count: integer({ zh: '数量', en: 'Count' }) },
  columns: ['name', 'count'],
  search: {},
  verbs: ['list'],
  subject: (row) => row.name,
});

const openLocker = operation('open-locker', {
  title: { zh: '打开储物柜', en: 'Open a locker' },
  path: '/api/locker/open',
  access: 'signed-in',
  input: {
    reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 }),
    chip: text({ zh: '芯片号', en: 'Chip' }, { min: 4, max: 32 }),
  },
  output: {},
  audit: 'locker.opened',
});

const emptyLocker = operation('empty-locker', {
  title: { zh: '清空储物柜', en: 'Empty a locker' },
  path: '/api/locker/empty',
  access: 'signed-in',
  input: { reason: text({ zh: '原因', en: 'Reason' }, { min: 2, max: 255 }) },
  output: {},
  audit: 'locker.emptied',
  needsPassword: { zh: '是否清空？', en: 'Empty it?' },
});

const receipt = {
  number: text({ zh: '单号', en: 'Number' }),
  paidFen: money({ zh: '实收金额', en: 'Paid' }),
  note: optional(text({ zh: '备注', en: 'Note' })),
};

/** A drawer with an input of one plate, of several, and of a part of one. */
function PlateScene({ onClose }: { onClose: () => void }) {
  const [plate, setPlate] = useState<string | null>(null);
  const [plates, setPlates] = useState<string[]>([]);
  const [part, setPart] = useState<string | null>(null);
  return (
    <Drawer isOpen title="plates" onClose={onClose}>
      <PlateInput label="plate" value={plate} onChange={setPlate} />
      <PlateListInput values={plates} max={3} onChange={setPlates} />
      <PlateInput label="part" value={part} onChange={setPart} isFilter />
      <output>{[plate, part, ...plates].join()}</output>
    </Drawer>
  );
}

/** A list whose cells and buttons show state of the page around it, a dialog with choices above its inputs, and one that asks for the password. */
function Scene() {
  const [word, setWord] = useState('first');
  const [isOpen, setOpen] = useState(false);
  const [isEmptying, setEmptying] = useState(false);
  const [hasPlates, setPlates] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setWord('second')}>
        change the word
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        open the dialog
      </button>
      <button type="button" onClick={() => setEmptying(true)}>
        empty the locker
      </button>
      <button type="button" onClick={() => setPlates(true)}>
        open the plates
      </button>
      <PrintButton
        text={{ zh: '打印收据', en: 'Print receipt' }}
        title={{ zh: '收据', en: 'Receipt' }}
        fields={receipt}
        keys={['number', 'paidFen', 'note']}
        row={{ number: 'P-1', paidFen: 123450, note: null }}
        strongKey="paidFen"
        signers={[{ zh: '签字', en: 'Signed' }]}
      />
      {hasPlates && <PlateScene onClose={() => setPlates(false)} />}
      <ListPage
        source={locker}
        cells={{ name: (row) => `${row.name} ${word}` }}
        batch={{
          name: (row) => row.name,
          acts: (chosen) => <span>chosen: {chosen.map((one) => one.name).join()}</span>,
        }}
        rowActs={(row, { listing }) => `${row.count} of ${listing?.total} ${word}`}
      />
      <OperationDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        of={openLocker}
        given={{}}
        fields={openLocker.input}
      >
        <Segmented options={['one', 'two']} />
        <Select options={[{ value: 'three' }]} />
      </OperationDialog>
      <OperationDialog
        isOpen={isEmptying}
        onClose={() => setEmptying(false)}
        of={emptyLocker}
        given={{}}
        fields={emptyLocker.input}
        question={({ reason }) => ({ zh: `是否因“${reason}”清空？`, en: `Empty it because of ${reason}?` })}
      />
    </>
  );
}

setUser({
  userId: '1',
  tenantId: '1',
  tenantName: 'Boyun',
  userName: 'scene',
  account: 'scene',
  realName: 'Scene',
  avatarUrl: null,
  logoUrl: null,
  brandName: null,
  themeColor: null,
  hasTagBar: true,
  timeZone: 'Asia/Shanghai',
  dashboardPath: 'dashboardCd',
  isAdmin: true,
  isTrial: false,
  hasToChangePassword: false,
  isReadOnly: false,
  viewRole: null,
  supportUntil: null,
  roles: [],
  permissions: [],
  withheld: [],
});
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <Scene />
      </ConfigProvider>
    </MemoryRouter>
  </QueryClientProvider>,
);
