import { taxNumberProblem } from '@boyun/domain/invoice';
import type { Label } from '@boyun/kernel/contract';
import { post, useText } from '@boyun/kernel/web';
import { useEffect, useEffectEvent, useState } from 'react';
import { SHORTEST_WORD, useSettled } from '../title-search/settled.view.ts';
import type { FoundWire, TitleWire } from './scan-wire.view.ts';

const FIND = '/api/scanInvoice/findTitles';

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

/**
 * Enterprises whose name contains what is typed; one that is named in full is left out once it has filled in its tax number.
 */
function useEnterprises(code: string, title: TypedTitle, onNumber: (taxNumber: string) => void): readonly FoundWire[] {
  const [found, setFound] = useState<readonly FoundWire[]>([]);
  const { titleType, titleName, taxNumber } = title;
  const word = useSettled(titleName.trim());
  const take = useEffectEvent((titles: readonly FoundWire[]) => {
    const exact = titles.find((one) => one.TitleName === titleName.trim() && one.TaxNumber);
    if (exact && !taxNumber) onNumber(exact.TaxNumber!);
    setFound(exact ? [] : titles);
  });
  useEffect(() => {
    if (titleType !== 1 || word.length < SHORTEST_WORD) return setFound([]);
    let isOver = false;
    post(FIND, { Code: code, Word: word }, { isQuiet: true }).then(
      ({ data }) => isOver || take((data as { Titles: readonly FoundWire[] }).Titles),
      // The title can be typed all the same.
      () => isOver || setFound([]),
    );
    return () => {
      isOver = true;
    };
  }, [code, titleType, word]);
  return found;
}

/** The inputs of a title; of titles used before, those that fit what is typed are offered, then enterprises that are called so. */
export function TitleFields({
  code,
  title,
  isSpecial = false,
  known = [],
  onChange,
  onChoose,
}: {
  code: string;
  title: TypedTitle;
  /** Only an enterprise can be chosen. */
  isSpecial?: boolean;
  known?: readonly TitleWire[];
  onChange: (part: Partial<TypedTitle>) => void;
  onChoose?: (chosen: TitleWire) => void;
}) {
  const t = useText();
  const [isLeft, setLeft] = useState(false);
  const found = useEnterprises(code, title, (taxNumber) => onChange({ taxNumber }));
  const isEnterprise = title.titleType === 1;
  const problem = isEnterprise && isLeft && title.taxNumber.trim() ? taxNumberProblem(title.taxNumber) : null;
  const fitting = known.filter(
    (one) =>
      one.TitleName.includes(title.titleName.trim()) &&
      (one.TitleName !== title.titleName || (one.TaxNumber ?? '') !== title.taxNumber),
  );
  const others = found.filter((one) => !fitting.some((used) => used.TitleName === one.TitleName));
  return (
    <>
      {!isSpecial && <KindOfTitle type={title.titleType} onChoose={(titleType) => onChange({ titleType })} />}
      <label>
        {t({ zh: '发票抬头', en: 'Title' })}
        <input
          value={title.titleName}
          maxLength={100}
          autoComplete={isEnterprise ? 'organization' : 'name'}
          placeholder={t(
            isEnterprise
              ? { zh: '单位全称，与营业执照一致', en: 'Registered company name' }
              : { zh: '姓名或“个人”', en: 'Your name' },
          )}
          onChange={(event) => onChange({ titleName: event.target.value })}
        />
      </label>
      <Suggestions
        label={{ zh: '常用抬头', en: 'Saved titles' }}
        titles={fitting}
        onChoose={(one) => onChoose?.(one)}
      />
      <Suggestions
        label={{ zh: '企业名录', en: 'Enterprises' }}
        titles={others}
        onChoose={(one) => onChange({ titleName: one.TitleName, taxNumber: one.TaxNumber ?? '' })}
      />
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

/** An enterprise or a person. */
function KindOfTitle({ type, onChoose }: { type: 1 | 2; onChoose: (type: 1 | 2) => void }) {
  const t = useText();
  return (
    <fieldset className="scan-types" aria-label={t({ zh: '抬头类型', en: 'Title type' })}>
      {([1, 2] as const).map((one) => (
        <button key={one} type="button" aria-pressed={type === one} onClick={() => onChoose(one)}>
          {t(one === 1 ? { zh: '企业单位', en: 'Enterprise' } : { zh: '个人', en: 'Personal' })}
        </button>
      ))}
    </fieldset>
  );
}

/** Titles that can be taken with one touch. */
function Suggestions<T extends FoundWire>({
  label,
  titles,
  onChoose,
}: {
  label: Label;
  titles: readonly T[];
  onChoose: (title: T) => void;
}) {
  const t = useText();
  if (titles.length === 0) return null;
  return (
    <ul className="scan-known" aria-label={t(label)}>
      {titles.slice(0, MOST_OFFERED).map((one) => (
        <li key={`${one.TitleName} ${one.TaxNumber}`}>
          <button type="button" onClick={() => onChoose(one)}>
            {one.TitleName}
            {one.TaxNumber && <small>{one.TaxNumber}</small>}
          </button>
        </li>
      ))}
    </ul>
  );
}
