import './plate-contact.css';
import type { Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  can,
  ListPage,
  notify,
  OperationDialog,
  Plate,
  RecordForm,
  refreshLists,
  useText,
} from '@boyun/kernel/web';
import { MessageSquareText, Phone, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import {
  ContactSource,
  callPlateContact,
  findPlateContact,
  plateLookupList,
  textPlateContact,
} from './plate-contact.contract.ts';

type Found = Output<typeof findPlateContact> & { readonly plate: string };

/** Finds the owner of a plate, contacts the owner without showing the number, and lists the look-ups. */
export default function PlateToMobilePage() {
  const t = useText();
  const [found, setFound] = useState<Found | null>(null);
  return (
    <div className="plate-contact">
      <section className="by-card-box plate-contact-desk">
        <div>
          <h2 className="by-card-title">{t(findPlateContact.title)}</h2>
          <RecordForm
            key={found?.lookupId}
            fields={findPlateContact.input}
            columns={1}
            submitText={t({ zh: '查询', en: 'Look up' })}
            onSubmit={async (values) => {
              setFound({ ...(await call(findPlateContact, values)), plate: values.plate });
              await refreshLists(plateLookupList.name);
            }}
          />
        </div>
        <Result found={found} />
      </section>
      {can(plateLookupList.access) && <LookUps />}
    </div>
  );
}

/** The masked owner of the last look-up, and the ways to reach the owner. */
function Result({ found }: { found: Found | null }) {
  const t = useText();
  const [isTexting, setTexting] = useState(false);
  if (!found)
    return (
      <div className="plate-contact-result is-empty">
        <ShieldCheck aria-hidden />
        <p>
          {t({
            zh: '号码始终遮挡，由系统发送短信；每次查询都会记入操作日志。',
            en: 'The number stays masked and the product sends the SMS. Each look-up is in the audit log.',
          })}
        </p>
      </div>
    );
  const { lookupId, plate, mobileMark, ownerMark, source, canCall, leftCount } = found;
  return (
    <div className="plate-contact-result" aria-live="polite">
      <Plate text={plate} size="large" />
      {mobileMark ? (
        <>
          <p className="plate-contact-mobile by-figure">{mobileMark}</p>
          <p className="by-faint">{[ownerMark, source && t(ContactSource[source])].filter(Boolean).join(' · ')}</p>
          <div className="by-row">
            <ActButton
              type="primary"
              icon={<MessageSquareText />}
              access={textPlateContact.access}
              onAct={() => setTexting(true)}
            >
              {t(textPlateContact.title)}
            </ActButton>
            {canCall && (
              <ActButton
                icon={<Phone />}
                access={callPlateContact.access}
                onAct={async () => {
                  await call(callPlateContact, { lookupId });
                  notify('good', { zh: '正在接通，请接听来电', en: 'Connecting. Please answer your telephone' });
                  await refreshLists(plateLookupList.name);
                }}
              >
                {t(callPlateContact.title)}
              </ActButton>
            )}
          </div>
        </>
      ) : (
        <p>{t({ zh: '没有登记可用的手机号', en: 'No mobile is known of this plate' })}</p>
      )}
      <p className="by-faint by-small">
        {t({ zh: '本小时还可查询 {leftCount} 次', en: '{leftCount} look-ups left this hour' }, { leftCount })}
      </p>
      <OperationDialog
        of={textPlateContact}
        fields={{ note: textPlateContact.input.note, callback: textPlateContact.input.callback }}
        given={{ lookupId }}
        okText={{ zh: '发送', en: 'Send' }}
        isOpen={isTexting}
        onClose={() => setTexting(false)}
        done={{ zh: '短信已提交发送', en: 'The SMS is on its way' }}
        refreshes={[plateLookupList.name]}
      />
    </div>
  );
}

/** Who looked up which plate, why, and what was done. */
function LookUps() {
  const t = useText();
  return (
    <ListPage
      source={plateLookupList}
      columns={[
        'at',
        'plate',
        'actorName',
        'reason',
        'mobileMark',
        'ownerMark',
        'source',
        'lotId',
        'smsCount',
        'callCount',
        'contactedAt',
      ]}
      filters={['plate', 'actorName', 'isFound', 'from', 'to']}
      cells={{
        at: { width: 156 },
        plate: { width: 132, cell: (row) => <Plate text={row.plate} /> },
        actorName: { width: 120, isGrowing: false },
        reason: { width: 200, isGrowing: true },
        mobileMark: {
          width: 130,
          isGrowing: false,
          cell: (row) =>
            row.mobileMark ? (
              <span className="by-figure">{row.mobileMark}</span>
            ) : (
              <span className="by-faint">{t({ zh: '未找到', en: 'Not found' })}</span>
            ),
        },
        ownerMark: { width: 80, isGrowing: false },
        callCount: { isHiddenAtFirst: true },
        contactedAt: { width: 156 },
      }}
      empty={{
        title: { zh: '还没有查询', en: 'No look-ups yet' },
        hint: { zh: '每次查询都会记录在这里', en: 'Each look-up is recorded here' },
      }}
    />
  );
}
