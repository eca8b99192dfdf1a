import type { Output, ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  choicesOf,
  countText,
  ErrorState,
  FilterSwitch,
  ListPage,
  listLink,
  Money,
  Skeleton,
  StateDot,
  TimeText,
  useAddressWord,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { billImportList, getBillImport, ImportState, uploadBill } from '../bill-import/bill-import.contract.ts';
import { BankEntries } from './bank-entry.view.tsx';
import { UploadForm } from './upload.form.tsx';
import './import.css';

type Row = ReportRow<typeof billImportList>;

const STATES = choicesOf(ImportState);
const EVERY_MS = 4000;

/** Files with bills, and the entries of bank statements. */
export default function ImportPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const [isUploading, setUploading] = useState(false);
  const tabs = (
    <>
      <ActButton type="primary" access={uploadBill.access} onAct={() => setUploading(true)}>
        {t(uploadBill.title)}
      </ActButton>
      <Segmented
        value={word === 'bank' ? 'bank' : 'files'}
        options={[
          { value: 'files', label: t({ zh: '账单文件', en: 'Files' }) },
          { value: 'bank', label: t({ zh: '银行流水', en: 'Bank entries' }) },
        ]}
        onChange={(next) => setWord(next === 'bank' ? next : null)}
      />
    </>
  );
  return (
    <>
      {word === 'bank' ? <BankEntries tabs={tabs} /> : <Files tabs={tabs} />}
      {isUploading && <UploadForm onClose={() => setUploading(false)} />}
    </>
  );
}

function Files({ tabs }: { tabs: ReactNode }) {
  return (
    <ListPage
      source={billImportList}
      columns={[
        'createdAt',
        'sourceId',
        'fileName',
        'state',
        'firstDay',
        'total',
        'successNum',
        'repeatNum',
        'failedNum',
        'amountFen',
        'feeFen',
        'way',
        'actorName',
        'kind',
        'lastDay',
      ]}
      filters={['sourceId', 'kind', 'state', 'from', 'to']}
      everyMs={EVERY_MS}
      cells={{
        createdAt: { width: 156 },
        sourceId: { width: 150 },
        fileName: { width: 220, isGrowing: true },
        state: {
          width: 100,
          cell: (row) => <StateDot tone={ImportState[row.state].tone} label={ImportState[row.state]} />,
        },
        firstDay: { width: 184, label: { zh: '账单日', en: 'Days' }, cell: (row) => <Days row={row} /> },
        total: { width: 80 },
        successNum: { width: 80 },
        repeatNum: { width: 84 },
        failedNum: {
          width: 80,
          cell: (row) =>
            row.failedNum > 0 ? (
              <b className="by-figure by-tone-bad">{countText(row.failedNum)}</b>
            ) : (
              <span className="by-figure by-faint">0</span>
            ),
        },
        amountFen: { width: 112, cell: (row) => <Money fen={row.amountFen} /> },
        feeFen: { width: 88 },
        way: { width: 92 },
        actorName: { width: 92 },
        kind: { isHiddenAtFirst: true },
        lastDay: { isHiddenAtFirst: true },
      }}
      toolbar={(context) => (
        <>
          {tabs}
          <FilterSwitch context={context} filter="state" choices={STATES} />
        </>
      )}
      detailTitle={(row) => row.fileName}
      detailWidth={620}
      detail={(row) => <Result id={row.id} />}
      empty={{
        title: { zh: '还没有账单文件', en: 'No bills yet' },
        hint: {
          zh: '渠道账单每天自动获取；其他来源点击“导入账单”',
          en: 'Bills of payment channels are fetched every day; import those of others',
        },
      }}
    />
  );
}

function Days({ row }: { row: Row }) {
  if (!row.firstDay) return <span className="by-faint">—</span>;
  const isOne = row.firstDay === row.lastDay;
  return <span className="by-figure">{isOne ? row.firstDay : `${row.firstDay} – ${row.lastDay}`}</span>;
}

/** What became of a file: its figures, what is wrong by row, and the days it is the bill of. */
function Result({ id }: { id: string }) {
  const asked = useQuery({
    queryKey: ['list', billImportList.name, 'one', id],
    queryFn: ({ signal }) => call(getBillImport, { importId: id }, { signal, isQuiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? EVERY_MS : false),
  });
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton />;
  return <ShownResult result={asked.data} />;
}

function ShownResult({ result }: { result: Output<typeof getBillImport> }) {
  const t = useText();
  return (
    <>
      <dl className="by-facts">
        <div>
          <dt>{t({ zh: '来源', en: 'Source' })}</dt>
          <dd>{result.sourceName}</dd>
        </div>
        <div>
          <dt>{t({ zh: '完成时间', en: 'Ended' })}</dt>
          <dd>
            <TimeText at={result.endedAt} />
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '总数 / 新增 / 重复', en: 'Rows / new / repeated' })}</dt>
          <dd className="by-figure">
            {countText(result.total)} / {countText(result.successNum)} / {countText(result.repeatNum)}
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '金额 / 手续费', en: 'Amount / fees' })}</dt>
          <dd>
            <Money fen={result.amountFen} /> / <Money fen={result.feeFen} />
          </dd>
        </div>
      </dl>
      <p className="by-row">
        <a href={result.url}>{t({ zh: '下载原文件', en: 'Download the file' })}</a>
        {result.dayIds.slice(0, 10).map((dayId) => (
          <Link key={dayId} to={listLink('/_cloud_operation/reconciliationDay', { dayId })}>
            {t({ zh: '查看对账日', en: 'Open the day' })}
          </Link>
        ))}
      </p>
      {result.faults.length > 0 && (
        <>
          <p className="by-tone-bad">
            {t({
              zh: '文件有误，未采用其中任何一行。请更正后重新导入：',
              en: 'The file is not right, so none of its rows was taken. Correct it and import it again:',
            })}
          </p>
          <ol className="import-faults">
            {result.faults.map(({ row, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row can have two faults
              <li key={index}>
                <span className="by-faint">
                  {row === 0 ? t({ zh: '整个文件', en: 'File' }) : t({ zh: '第{row}行', en: 'Row {row}' }, { row })}
                </span>
                <span>{message}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
