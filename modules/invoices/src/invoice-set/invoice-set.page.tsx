import './invoice-set.css';
import { TaxPolicy } from '@boyun/domain/invoice';
import type { Listed, Output } from '@boyun/kernel/contract';
import {
  ActButton,
  call,
  OperationDialog,
  ResourcePage,
  refreshLists,
  StateDot,
  TestedDialog,
  useText,
} from '@boyun/kernel/web';
import { useState } from 'react';
import {
  InvoiceProviderName,
  InvoiceUse,
  invoiceSet,
  type ServiceRow,
  setInvoiceSecret,
  testInvoiceSet,
} from './invoice-set.contract.ts';
import { type DraftService, FIRST_SERVICES, ServicesInput } from './services.form.tsx';

type Row = Listed<typeof invoiceSet>;
type Tried = Output<typeof testInvoiceSet>;

/** Issuers of invoices: whom they are from, what they name, and the platform that issues them. */
export default function InvoiceSetPage() {
  const t = useText();
  const [keyed, setKeyed] = useState<Row | null>(null);
  const [tried, setTried] = useState<{ row: Row; result: Tried } | null>(null);
  return (
    <>
      <ResourcePage
        of={invoiceSet}
        actsWidth={230}
        asListed={['lotId', 'isEnabled']}
        startWith={() => ({ services: FIRST_SERVICES })}
        formParts={{
          services: ({ id, value, isInvalid, onChange }) => (
            <ServicesInput
              id={id}
              value={(value ?? []) as readonly DraftService[]}
              isInvalid={isInvalid}
              onChange={(services) => onChange(services as NonNullable<typeof value>)}
            />
          ),
        }}
        cells={{
          issuerName: { width: 220, isGrowing: true },
          taxNumber: { width: 186, cell: (row) => <span className="by-figure">{row.taxNumber}</span> },
          lotId: {
            width: 160,
            isGrowing: true,
            cell: (row) => row.lotName ?? <span className="by-faint">{t({ zh: '全部车场', en: 'All lots' })}</span>,
          },
          isEnabled: { width: 90 },
          provider: { width: 130 },
          limitFen: { width: 120 },
          withinDays: { width: 130 },
          drawer: { width: 90 },
          hasSecret: { width: 110, cell: (row) => <Secret row={row} /> },
        }}
        detailWidth={760}
        moreDetail={(row) => <Services services={row.services as unknown as readonly ServiceRow[]} />}
        rowActs={(row) => (
          <>
            {row.provider !== 'sandbox' && (
              <ActButton type="link" size="small" access={setInvoiceSecret.access} onAct={() => setKeyed(row)}>
                {t({ zh: '密钥', en: 'Secret' })}
              </ActButton>
            )}
            <ActButton
              type="link"
              size="small"
              access={testInvoiceSet.access}
              onAct={async () => setTried({ row, result: await call(testInvoiceSet, { invoiceSetId: row.id }) })}
            >
              {t({ zh: '测试', en: 'Test' })}
            </ActButton>
          </>
        )}
        empty={{
          title: { zh: '还没有开票设置', en: 'No issuers yet' },
          hint: {
            zh: '设置销售方、开票项目与税率后，后台和司机才能开具电子发票',
            en: 'Add an issuer with its services and tax rates to let staff and drivers request invoices',
          },
        }}
      />
      {keyed && <SecretDialog row={keyed} onClose={() => setKeyed(null)} />}
      <TestedDialog
        result={tried?.result ?? null}
        heading={tried ? `${t(InvoiceProviderName[tried.row.provider])} · ${tried.result.tookMs} ms` : ''}
        onClose={() => setTried(null)}
      />
    </>
  );
}

/** Stores the secret of a platform. */
function SecretDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  return (
    <OperationDialog
      isOpen
      of={setInvoiceSecret}
      given={{ invoiceSetId: row.id }}
      fields={{ appSecret: setInvoiceSecret.input.appSecret }}
      title={`${t(setInvoiceSecret.title)} · ${row.issuerName}`}
      hint={{
        zh: '密钥加密保存，保存后不再显示，只能重新设置',
        en: 'The secret is stored encrypted and never shown again; it can only be replaced',
      }}
      done={{ zh: '密钥已保存', en: 'Secret saved' }}
      onClose={onClose}
      onDone={() => refreshLists(invoiceSet.name)}
    />
  );
}

/** Whether the secret a platform needs is there. */
function Secret({ row }: { row: Row }) {
  if (row.provider === 'sandbox') return <StateDot tone="neutral" label={{ zh: '无需密钥', en: 'Not needed' }} />;
  return row.hasSecret ? (
    <StateDot tone="good" label={{ zh: '已设置', en: 'Set' }} />
  ) : (
    <StateDot tone="warn" label={{ zh: '未设置', en: 'Not set' }} />
  );
}

/** The services of an issuer, as invoices name them. */
function Services({ services }: { services: readonly ServiceRow[] }) {
  const t = useText();
  return (
    <section>
      <h3>{t(invoiceSet.fields.services.label)}</h3>
      <table className="invoice-service-list">
        <thead>
          <tr>
            <th>{t({ zh: '款项', en: 'Paid for' })}</th>
            <th>{t({ zh: '服务名称', en: 'Service' })}</th>
            <th>{t({ zh: '税收分类编码', en: 'Tax class code' })}</th>
            <th className="is-number">{t({ zh: '税率', en: 'Rate' })}</th>
            <th className="is-number">{t({ zh: '占比', en: 'Ratio' })}</th>
          </tr>
        </thead>
        <tbody>
          {services.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a service is its place in the order
            <tr key={place}>
              <td>{t(InvoiceUse[one.use])}</td>
              <td>{one.serviceName}</td>
              <td className="by-figure">{one.goodsCode}</td>
              <td className="by-figure is-number">
                {one.policy === 'exempt' || one.policy === 'untaxed' ? t(TaxPolicy[one.policy]) : `${one.taxRate}%`}
              </td>
              <td className="by-figure is-number">{one.ratio}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
