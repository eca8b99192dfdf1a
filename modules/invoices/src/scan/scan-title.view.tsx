import { taxNumberProblem } from '@boyun/domain/invoice';
import { useText } from '@boyun/kernel/web';
import { useState } from 'react';
import type { TitleWire } from './scan-wire.view.ts';

/** A title as it is typed. */
export interface TypedTitle {
  readonly titleType: 1 | 2;
  readonly titleName: string;
  readonly taxNumber: string;
}

/** Most titles offered at once. */
const MOST_OFFERED = 4;

/** Whether a title can be sent. */
export const isWholeTitle = ({ titleType, titleName, taxNumber }: TypedTitle): boolean =>
  titleName.trim().length >= 2 && (titleType === 2 || (taxNumber.trim() !== '' && !taxNumberProblem(taxNumber)));

/** A title as it travels. */
export const titleToSend = ({ titleType, titleName, taxNumber }: TypedTitle) => ({
  TitleType: titleType,
  TitleName: titleName.trim(),
  TaxNumber: titleType === 1 ? taxNumber.trim() : null,
});

/** The inputs of a title; of titles used before, those that fit what is typed are offered. */
export function TitleFields({
  title,
  known = [],
  onChange,
  onChoose,
}: {
  title: TypedTitle;
  known?: readonly TitleWire[];
  onChange: (part: Partial<TypedTitle>) => void;
  onChoose?: (chosen: TitleWire) => void;
}) {
  const t = useText();
  const [isLeft, setLeft] = useState(false);
  const isEnterprise = title.titleType === 1;
  const problem = isEnterprise && isLeft && title.taxNumber.trim() ? taxNumberProblem(title.taxNumber) : null;
  const fitting = known.filter(
    (one) =>
      one.TitleName.includes(title.titleName.trim()) &&
      (one.TitleName !== title.titleName || (one.TaxNumber ?? '') !== title.taxNumber),
  );
  return (
    <>
      <fieldset className="scan-types" aria-label={t({ zh: '抬头类型', en: 'Kind of title' })}>
        {([1, 2] as const).map((type) => (
          <button
            key={type}
            type="button"
            aria-pressed={title.titleType === type}
            onClick={() => onChange({ titleType: type })}
          >
            {t(type === 1 ? { zh: '企业单位', en: 'Enterprise' } : { zh: '个人', en: 'Personal' })}
          </button>
        ))}
      </fieldset>
      <label>
        {t({ zh: '发票抬头', en: 'Title' })}
        <input
          value={title.titleName}
          maxLength={100}
          autoComplete={isEnterprise ? 'organization' : 'name'}
          placeholder={t(
            isEnterprise
              ? { zh: '单位全称，与营业执照一致', en: 'The full name of the enterprise' }
              : { zh: '姓名或“个人”', en: 'A name' },
          )}
          onChange={(event) => onChange({ titleName: event.target.value })}
        />
      </label>
      {fitting.length > 0 && (
        <ul className="scan-known" aria-label={t({ zh: '常用抬头', en: 'Titles used before' })}>
          {fitting.slice(0, MOST_OFFERED).map((one) => (
            <li key={`${one.TitleType} ${one.TitleName} ${one.TaxNumber}`}>
              <button type="button" onClick={() => onChoose?.(one)}>
                {one.TitleName}
                {one.TaxNumber && <small>{one.TaxNumber}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isEnterprise && (
        <label>
          {t({ zh: '纳税人识别号', en: 'Tax number' })}
          <input
            className="scan-tax"
            value={title.taxNumber}
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            aria-invalid={problem !== null}
            placeholder={t({ zh: '18位统一社会信用代码', en: '18 characters' })}
            onChange={(event) => onChange({ taxNumber: event.target.value.toUpperCase() })}
            onBlur={() => setLeft(true)}
          />
          {problem && <span className="by-issue">{t(problem)}</span>}
        </label>
      )}
    </>
  );
}
