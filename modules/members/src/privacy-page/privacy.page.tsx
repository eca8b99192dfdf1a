import type { Output, Values } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  download,
  ErrorState,
  FieldList,
  ListPage,
  OperationDialog,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useAddressWord,
  useLanguage,
  useText,
} from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { getPrivacyTexts, publishPrivacyText } from '../consent/consent.contract.ts';
import {
  DataOutcome,
  enterPrivacyRequest,
  getPrivacyRequest,
  openPrivacyFile,
  privacyRequests,
  RequestKind,
  RequestState,
} from '../privacy/privacy.contract.ts';
import './privacy.css';

/** What customers agree to, version by version, and what they asked about their data. */
export default function PrivacyPage() {
  const t = useText();
  const [word, setWord] = useAddressWord('tab');
  const isTexts = word === 'texts';
  const tabs = (
    <Segmented
      value={isTexts ? 'texts' : 'requests'}
      options={[
        { value: 'requests', label: t({ zh: '请求', en: 'Requests' }) },
        { value: 'texts', label: t(getPrivacyTexts.title) },
      ]}
      onChange={(next) => setWord(next === 'texts' ? next : null)}
    />
  );
  return isTexts ? <Texts tabs={tabs} /> : <Requests tabs={tabs} />;
}

function Requests({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [isEntering, setEntering] = useState(false);
  const { mobile, kind, note } = enterPrivacyRequest.input;
  return (
    <>
      <OperationDialog
        isOpen={isEntering}
        of={enterPrivacyRequest}
        fields={{ mobile, kind, note }}
        given={{}}
        done={{ zh: '已登记，正在处理', en: 'Entered, and under way' }}
        onClose={() => setEntering(false)}
        onDone={() => refreshLists(privacyRequests.name)}
      />
      <ListPage
        source={privacyRequests}
        filters={['kind', 'state', 'from', 'to']}
        columns={['askedAt', 'maskedMobile', 'kind', 'state', 'enteredBy', 'doneAt', 'erasedCount', 'keptCount']}
        cells={{
          askedAt: { width: 160 },
          maskedMobile: { width: 140 },
          kind: { width: 150 },
          state: {
            width: 110,
            cell: (row) => <StateDot tone={RequestState[row.state].tone} label={RequestState[row.state]} />,
          },
          enteredBy: {
            width: 110,
            cell: (row) => row.enteredBy ?? <span className="by-faint">{t({ zh: '本人', en: 'The person' })}</span>,
          },
          doneAt: { width: 160 },
          erasedCount: { width: 130 },
          keptCount: { width: 150, isGrowing: true },
        }}
        toolbar={() => (
          <>
            {tabs}
            <ActButton access={enterPrivacyRequest.access} onAct={() => setEntering(true)}>
              {t(enterPrivacyRequest.title)}
            </ActButton>
          </>
        )}
        detailTitle={(row) => `${row.maskedMobile} · ${t(RequestKind[row.kind])}`}
        detailWidth={560}
        detail={(row) => <RequestDetail key={row.id + row.state} row={row} />}
        empty={{
          title: { zh: '还没有请求', en: 'No requests yet' },
          hint: {
            zh: '客户在手机上下载个人信息或注销账号后，会显示在这里',
            en: 'They appear once customers ask for their data or delete their accounts on their phones',
          },
        }}
      />
    </>
  );
}

/** What was done with each kind of data, and the file of an access. */
function RequestDetail({ row }: { row: Values<typeof privacyRequests.columns> }) {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const [isOpening, setOpening] = useState(false);
  const asked = useQuery({
    queryKey: ['list', privacyRequests.name, row.id, row.state],
    queryFn: ({ signal }) => call(getPrivacyRequest, { requestId: row.id }, { signal, isQuiet: true }),
  });
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <Skeleton lines={6} />;
  const { note, hasFile, report } = asked.data;
  return (
    <>
      <FieldList fields={privacyRequests.columns} row={row} />
      {note && (
        <p className="privacy-note">
          <span className="by-faint">{t(getPrivacyRequest.output.note.label)}</span> {note}
        </p>
      )}
      <ul className="privacy-report">
        {report.map((one) => (
          <li key={one.titleEn}>
            <b>{isZh ? one.titleZh : one.titleEn}</b>
            <span className="by-figure">{one.count}</span>
            <StateDot tone={DataOutcome[one.outcome].tone} label={DataOutcome[one.outcome]} />
            {one.basisZh && (
              <span className="by-faint">
                {isZh ? one.basisZh : one.basisEn}
                {one.keptUntil && t({ zh: '，至 {day}', en: ', until {day}' }, { day: one.keptUntil })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {hasFile && (
        <ActButton access={openPrivacyFile.access} onAct={() => setOpening(true)}>
          {t(openPrivacyFile.title)}
        </ActButton>
      )}
      <OperationDialog
        isOpen={isOpening}
        of={openPrivacyFile}
        fields={{ reason: openPrivacyFile.input.reason }}
        given={{ requestId: row.id }}
        onClose={() => setOpening(false)}
        onDone={({ file }) => download(file, `${row.maskedMobile}.json`)}
      />
    </>
  );
}

type Version = Output<typeof getPrivacyTexts>['versions'][number];

function Texts({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const asked = useQuery({
    queryKey: ['list', 'privacy-text'],
    queryFn: ({ signal }) => call(getPrivacyTexts, {}, { signal, isQuiet: true }),
  });
  const current = asked.data?.versions[0];
  const { textZh, textEn } = publishPrivacyText.input;
  return (
    <div className="privacy-texts">
      <div className="privacy-tools">
        {tabs}
        <ActButton type="primary" access={publishPrivacyText.access} onAct={() => setOpen(true)}>
          {t(publishPrivacyText.title)}
        </ActButton>
      </div>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : asked.data ? (
        asked.data.versions.map((one, index) => <VersionCard key={one.version} version={one} isCurrent={index === 0} />)
      ) : (
        <Skeleton lines={8} />
      )}
      {current && (
        <OperationDialog
          isOpen={isOpen}
          of={publishPrivacyText}
          fields={{ textZh, textEn }}
          given={{}}
          initial={{ textZh: current.textZh, textEn: current.textEn }}
          width={760}
          done={{ zh: '已发布', en: 'Published' }}
          onClose={() => setOpen(false)}
          onDone={() => asked.refetch()}
        />
      )}
    </div>
  );
}

function VersionCard({ version, isCurrent }: { version: Version; isCurrent: boolean }) {
  const t = useText();
  return (
    <details className="by-card-box" open={isCurrent}>
      <summary>
        <b>
          {version.version === 0
            ? t({ zh: '产品默认文本', en: 'Standard text' })
            : t({ zh: '第{n}版', en: 'Version {n}' }, { n: version.version })}
        </b>
        {isCurrent && <StateDot tone="good" label={{ zh: '生效中', en: 'In force' }} />}
        {version.version > 0 && <TimeText at={version.publishedAt} style="minute" />}
        <span className="by-faint">{version.publishedBy}</span>
        <span className="by-faint">{t({ zh: '{n}人同意', en: '{n} consents' }, { n: version.consentCount })}</span>
      </summary>
      <div className="privacy-both">
        <p>{version.textZh}</p>
        <p>{version.textEn}</p>
      </div>
    </details>
  );
}
