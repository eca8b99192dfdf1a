import { disabledReason, type Input, type ReportRow } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  Drawer,
  ErrorState,
  FieldList,
  ListPage,
  OperationDialog,
  RecordForm,
  refreshLists,
  Skeleton,
  StateDot,
  TimeText,
  useLanguage,
  useListing,
  useText,
} from '@boyun/kernel/web';
import { PendingStrip } from '@boyun/reviews/web';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  CampaignState,
  campaignReviews,
  campaignTransitions,
  previewCampaign,
  ReceiverOutcome,
  smsCampaigns,
  smsReceivers,
  startCampaign,
  stopCampaign,
} from '../sms/sms.contract.ts';

type Row = ReportRow<typeof smsCampaigns>;
type Audience = Input<typeof previewCampaign>;

const REFRESH_MS = 10_000;
const SHOWN = 50;
const NOBODY = { zh: '没有可发送的客户', en: 'There is nobody to send it to' };

/** SMS to many, with their progress. */
export function Campaigns({ tabs }: { tabs: ReactNode }) {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <ListPage
        source={smsCampaigns}
        everyMs={REFRESH_MS}
        filters={['title', 'state', 'from', 'to']}
        columns={[
          'createdAt',
          'title',
          isZh ? 'audienceZh' : 'audienceEn',
          'content',
          'state',
          'totalCount',
          'sentCount',
          'failedCount',
          'skippedCount',
          'createdBy',
        ]}
        cells={{
          createdAt: { width: 140, cell: (row) => <TimeText at={row.createdAt} style="minute" /> },
          title: { width: 170 },
          audienceZh: { width: 170 },
          audienceEn: { width: 170 },
          content: { width: 220, isGrowing: true, cell: (row) => <span title={row.content}>{row.content}</span> },
          state: { width: 150, cell: (row) => <Progress row={row} /> },
          totalCount: { width: 80 },
          sentCount: { width: 90 },
          failedCount: { width: 80 },
          skippedCount: { width: 80 },
          createdBy: { width: 90 },
        }}
        above={() => <PendingStrip kinds={[campaignReviews.send.name]} />}
        toolbar={() => (
          <>
            {tabs}
            <ActButton type="primary" access={startCampaign.access} onAct={() => setMaking(true)}>
              {t(startCampaign.title)}
            </ActButton>
          </>
        )}
        detailTitle={(row) => row.title}
        detailWidth={600}
        detail={(row) => <Detail row={row} />}
        empty={{
          title: { zh: '还没有群发短信', en: 'No SMS to many yet' },
          hint: {
            zh: '选择已通过审核的模板和客户范围，预览后发送',
            en: 'Choose an approved text and the customers, look at the preview, then send',
          },
        }}
      />
      <Drawer isOpen={isMaking} title={t(startCampaign.title)} width={560} onClose={() => setMaking(false)}>
        {isMaking && <Making onClose={() => setMaking(false)} />}
      </Drawer>
    </>
  );
}

function Progress({ row }: { row: Row }) {
  const { tone } = CampaignState[row.state];
  const { zh, en } = CampaignState[row.state];
  const part = row.state === 'sending' ? ` ${row.handledCount}/${row.totalCount}` : '';
  return <StateDot tone={tone} label={{ zh: zh + part, en: en + part }} />;
}

/** Chooses text and customers, then shows whom it goes to before it is confirmed. */
function Making({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [asked, setAsked] = useState<Audience | null>(null);
  return (
    <>
      <RecordForm
        fields={previewCampaign.input}
        initial={{}}
        columns={1}
        submitText={t(previewCampaign.title)}
        onCancel={onClose}
        onSubmit={async (values) => setAsked(values)}
      />
      {asked && <Confirm key={JSON.stringify(asked)} asked={asked} onBack={() => setAsked(null)} onDone={onClose} />}
    </>
  );
}

function Confirm({ asked, onBack, onDone }: { asked: Audience; onBack: () => void; onDone: () => void }) {
  const t = useText();
  const found = useQuery({
    queryKey: ['sms-preview', asked],
    queryFn: ({ signal }) => call(previewCampaign, asked, { signal, isQuiet: true }),
    gcTime: 0,
    retry: false,
  });
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton lines={3} />;
  const { receiverCount, withoutConsentCount, matchCount, sample, parts, startsAt, examples } = found.data;
  const { title, reason } = startCampaign.input;
  return (
    <OperationDialog
      isOpen
      of={startCampaign}
      fields={{ title, reason }}
      given={{ ...asked, receiverCount }}
      isDangerous
      done={({ isPending }) =>
        isPending ? { zh: '已提交审批', en: 'Waits for approval' } : { zh: '开始发送', en: 'Sending' }
      }
      onClose={onBack}
      onDone={() => {
        onDone();
        return refreshLists(smsCampaigns.name);
      }}
      disabledReason={() => (receiverCount === 0 ? NOBODY : null)}
    >
      <div className="sms-preview">
        <p className="sms-text">{sample}</p>
        <p>
          {t(
            {
              zh: '符合条件 {all} 人，将发送 {n} 人，未同意接收 {no} 人不发送',
              en: '{all} customers fit, {n} get it, {no} did not agree and are left out',
            },
            { all: matchCount, n: receiverCount, no: withoutConsentCount },
          )}
        </p>
        <p className="by-faint">
          {t(
            {
              zh: '每人计 {parts} 条，共约 {sum} 条；号码如 {some}',
              en: '{parts} SMS each, about {sum} in all; such as {some}',
            },
            { parts, sum: parts * receiverCount, some: examples.join('、') || '—' },
          )}
        </p>
        <p className="by-faint">
          {t({ zh: '开始发送：', en: 'Begins: ' })}
          <TimeText at={startsAt} style="minute" />
        </p>
      </div>
    </OperationDialog>
  );
}

/** A campaign with its receivers. */
function Detail({ row }: { row: Row }) {
  const t = useText();
  const isZh = useLanguage() === 'zh';
  const [isStopping, setStopping] = useState(false);
  const { audienceZh, audienceEn, ...others } = smsCampaigns.columns;
  const fields = { ...others, ...(isZh ? { audienceZh } : { audienceEn }) };
  const found = useListing(smsReceivers, { campaignId: row.id, page: 1, perPage: SHOWN }, { everyMs: REFRESH_MS });
  return (
    <>
      <FieldList fields={fields} row={row} />
      <div className="customer-acts">
        <ActButton
          danger
          access={stopCampaign.access}
          disabledReason={disabledReason(campaignTransitions, 'stop', row.state)}
          onAct={() => setStopping(true)}
        >
          {t(stopCampaign.title)}
        </ActButton>
      </div>
      {found.data ? (
        <ul className="sms-receivers">
          {found.data.rows.map((one) => (
            <li key={one.id}>
              <span className="by-figure">{one.maskedMobile}</span>
              <StateDot tone={ReceiverOutcome[one.outcome].tone} label={ReceiverOutcome[one.outcome]} />
              <span className="by-faint">{one.answer ?? <TimeText at={one.at} style="minute" />}</span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton lines={4} />
      )}
      <OperationDialog
        isOpen={isStopping}
        of={stopCampaign}
        fields={{ note: stopCampaign.input.note }}
        given={{ campaignId: row.id }}
        isDangerous
        done={{ zh: '已停止', en: 'Stopped' }}
        onClose={() => setStopping(false)}
        onDone={() => refreshLists(smsCampaigns.name)}
      />
    </>
  );
}
