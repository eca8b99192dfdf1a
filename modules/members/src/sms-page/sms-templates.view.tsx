import { disabledReason, type Listed } from '@boyun/kernel/contract';
import { ActButton, call, notify, ResourcePage, refreshLists, StateDot, TimeText, useText } from '@boyun/kernel/web';
import {
  askSmsTemplate,
  smsTemplate,
  submitSmsTemplate,
  TemplateState,
  templateTransitions,
} from '@boyun/push/contract';
import type { ReactNode } from 'react';

type Template = Listed<typeof smsTemplate>;

/** Texts with what the provider says of them. */
export function SmsTemplates({ tabs }: { tabs: ReactNode }) {
  return (
    <ResourcePage
      of={smsTemplate}
      moreTools={() => tabs}
      cells={{
        name: { width: 150 },
        purpose: { width: 90 },
        content: { width: 320, isGrowing: true, cell: (row) => <span title={row.content}>{row.content}</span> },
        state: {
          width: 110,
          cell: (row) => <StateDot tone={TemplateState[row.state].tone} label={TemplateState[row.state]} />,
        },
        reason: { width: 170 },
        providerCode: { width: 150 },
        submittedAt: { width: 140, cell: (row) => <TimeText at={row.submittedAt} style="minute" /> },
        decidedAt: { width: 140, cell: (row) => <TimeText at={row.decidedAt} style="minute" /> },
      }}
      isFixed={(row) => disabledReason(templateTransitions, 'edit', (row as unknown as Template).state) !== null}
      moreDetail={(row) => <TemplateActs row={row as unknown as Template} />}
      empty={{
        title: { zh: '还没有短信模板', en: 'No texts yet' },
        hint: {
          zh: '新建模板并提交服务商审核，通过后可群发',
          en: 'Make a text and submit it; approved ones can be sent to many',
        },
      }}
    />
  );
}

function TemplateActs({ row }: { row: Template }) {
  const t = useText();
  const given = { smsTemplateId: row.id };
  const run = async (work: Promise<unknown>, done: { zh: string; en: string }) => {
    await work;
    notify('good', done);
    await refreshLists(smsTemplate.name);
  };
  return (
    <div className="customer-acts">
      <ActButton
        access={submitSmsTemplate.access}
        disabledReason={disabledReason(templateTransitions, 'submit', row.state)}
        onAct={() => run(call(submitSmsTemplate, given), { zh: '已提交审核', en: 'Submitted' })}
      >
        {t(submitSmsTemplate.title)}
      </ActButton>
      <ActButton
        access={askSmsTemplate.access}
        disabledReason={disabledReason(templateTransitions, 'ask', row.state)}
        onAct={() => run(call(askSmsTemplate, given), { zh: '已查询', en: 'Asked' })}
      >
        {t(askSmsTemplate.title)}
      </ActButton>
    </div>
  );
}
