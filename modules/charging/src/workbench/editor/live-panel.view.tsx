import './live.css';
import {
  type Calendar,
  describeTariff,
  type ExampleStay,
  type LintFinding,
  priceStay,
  type Tariff,
  type TariffIssue,
} from '@boyun/domain/fee';
import { instantOfWall } from '@boyun/domain/period';
import { Money, moneyText, useLanguage, useText } from '@boyun/kernel/web';
import { Button, Segmented } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { Reading } from '../../charge-rule/reading.view.tsx';

/** A stay with its expected fee, in the lot's time zone. */
export interface EditorExample {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
  readonly exit: string;
  readonly vehicleKind?: string | null;
  readonly plateColor?: number | null;
  readonly expectedFen: number;
}

/** The tariff in plain words, in either language. */
export function ReadingCard({ tariff }: { tariff: Tariff }) {
  const t = useText();
  const own = useLanguage();
  const [language, setLanguage] = useState<'zh' | 'en' | null>(null);
  const shown = language ?? own;
  const reading = useMemo(() => describeTariff(tariff), [tariff]);
  return (
    <section className="by-card-box te-card">
      <h2 className="by-card-title">
        {t({ zh: '规则说明', en: 'In words' })}
        <Segmented
          size="small"
          value={shown}
          aria-label={t({ zh: '说明语言', en: 'Language of the reading' })}
          options={[
            { value: 'zh' as const, label: '中文' },
            { value: 'en' as const, label: 'English' },
          ]}
          onChange={setLanguage}
        />
      </h2>
      <div lang={shown === 'zh' ? 'zh-CN' : 'en'}>
        <Reading text={reading[shown]} />
      </div>
    </section>
  );
}

/** Errors and warnings; a click focuses the field concerned. */
export function FindingCard({
  issues,
  findings,
  onShow,
  onTry,
}: {
  issues: readonly TariffIssue[];
  findings: readonly LintFinding[] | null;
  onShow: (path: string) => void;
  /** Opens the simulator with the stay that shows a finding; undefined while there are unsaved changes. */
  onTry: ((example: ExampleStay) => void) | undefined;
}) {
  const t = useText();
  const rows = [
    ...issues.map((issue) => ({ ...issue, severity: 'error' as const, example: undefined })),
    ...(issues.length > 0 ? [] : (findings ?? [])),
  ];
  const errors = rows.filter((row) => row.severity === 'error').length;
  return (
    <section className="by-card-box te-card" aria-busy={findings === null}>
      <h2 className="by-card-title">
        {t({ zh: '检查', en: 'Check' })}
        <span className="by-small by-faint" role="status">
          {rows.length === 0
            ? t({ zh: '未发现问题', en: 'Nothing found' })
            : t(
                { zh: '{errors}处错误，{warnings}处提醒', en: 'Errors: {errors}, warnings: {warnings}' },
                {
                  errors,
                  warnings: rows.length - errors,
                },
              )}
        </span>
      </h2>
      {rows.length > 0 && (
        <ul className="te-findings">
          {rows.map((row) => (
            <li key={`${row.path} ${row.en}`}>
              <button type="button" onClick={() => onShow(row.path)}>
                <span className={`by-dot by-tone-${row.severity === 'error' ? 'bad' : 'warn'}`} aria-hidden="true" />
                <span>{t(row)}</span>
              </button>
              {row.example && (
                <p className="by-faint by-small by-figure">
                  {t({ zh: '例：', en: 'e.g. ' })}
                  {row.example.entry.replace('T', ' ')} → {row.example.exit.replace('T', ' ')}
                  {onTry && (
                    <Button type="link" size="small" onClick={() => onTry(row.example!)}>
                      {t({ zh: '试算', en: 'Try it' })}
                    </Button>
                  )}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The examples of the rule, priced by the tariff in the editor. */
export function ExampleCard({
  tariff: newest,
  examples,
  calendar,
  zone,
}: {
  tariff: Tariff;
  examples: readonly EditorExample[];
  calendar: Calendar | undefined;
  zone: string;
}) {
  const t = useText();
  const tariff = useDeferredValue(newest);
  const rows = useMemo(
    () =>
      examples.map((one) => ({
        ...one,
        gotFen: priceStay(tariff, {
          enteredAtMs: instantOfWall(one.entry, zone),
          exitAtMs: instantOfWall(one.exit, zone),
          zone,
          calendar,
          ...(one.vehicleKind ? { vehicleKind: one.vehicleKind } : {}),
          ...(one.plateColor === null || one.plateColor === undefined ? {} : { plateColor: one.plateColor }),
        }).totalFen,
      })),
    [tariff, examples, calendar, zone],
  );
  const failed = rows.filter((row) => row.gotFen !== row.expectedFen).length;
  return (
    <section className="by-card-box te-card">
      <h2 className="by-card-title">
        {t({ zh: '示例', en: 'Examples' })}
        <span className={`by-small ${failed > 0 ? 'te-bad' : 'by-faint'}`} role="status">
          {rows.length === 0
            ? t({ zh: '尚无示例，在“示例”页添加', en: 'No examples yet. Add them under "Examples"' })
            : failed === 0
              ? t({ zh: '全部{count}个相符', en: 'All {count} as expected' }, { count: rows.length })
              : t({ zh: '{failed}/{count}个不符', en: '{failed} of {count} differ' }, { failed, count: rows.length })}
        </span>
      </h2>
      {rows.length > 0 && (
        <table className="te-examples">
          <tbody>
            {rows.map((row) => {
              const isRight = row.gotFen === row.expectedFen;
              return (
                <tr key={row.id}>
                  <td>
                    <span className={`by-dot by-tone-${isRight ? 'good' : 'bad'}`} aria-hidden="true" />
                    <span className="by-sr">
                      {isRight ? t({ zh: '相符', en: 'right' }) : t({ zh: '不符', en: 'wrong' })}
                    </span>
                  </td>
                  <th scope="row" title={`${row.entry} → ${row.exit}`}>
                    {row.name}
                  </th>
                  <td>
                    <Money fen={row.gotFen} isStrong />
                    {!isRight && (
                      <small className="te-bad">
                        {t({ zh: '应收{fee}', en: 'should be {fee}' }, { fee: moneyText(row.expectedFen) })}
                      </small>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
