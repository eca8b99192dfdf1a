import './json.css';
import { parseTariff, type Tariff } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { type UIEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useEditor } from './editor-context.view.ts';
import { lineOf, readJson } from './json-place.view.ts';

interface LineIssue {
  readonly line: number;
  readonly zh: string;
  readonly en: string;
}

/** The tariff as JSON; valid input is applied to the editor immediately, errors are reported by line. */
export function RawJson({ onBroken }: { onBroken: (isBroken: boolean) => void }) {
  const t = useText();
  const { tariff, change } = useEditor();
  const [typed, setTyped] = useState<{ text: string; of: Tariff } | null>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  // The typed text is kept as long as the tariff equals what it described.
  const text = typed && typed.of === tariff ? typed.text : JSON.stringify(tariff, null, 2);
  const issues = issuesOf(text);
  const isBroken = issues.length > 0;
  const report = useEffectEvent(onBroken);
  useEffect(() => {
    report(isBroken);
    return () => report(false);
  }, [isBroken]);
  const take = (next: string) => {
    const found = readJson(next);
    const parsed = 'value' in found ? parseTariff(found.value) : [];
    if (Array.isArray(parsed)) {
      setTyped({ text: next, of: tariff });
      return;
    }
    setTyped({ text: next, of: parsed });
    change(parsed, 'json');
  };
  const goTo = (line: number) => {
    const begin =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const end = text.indexOf('\n', begin);
    area.current?.focus();
    area.current?.setSelectionRange(begin, end < 0 ? text.length : end);
  };
  const lines = text.split('\n').length;
  const marked = new Set(issues.map((issue) => issue.line));
  return (
    <section className="by-card-box te-json">
      <div aria-live="polite">
        {issues.length === 0 ? (
          <p className="by-faint by-small">
            {t({ zh: '格式正确，改动即时生效', en: 'The format is valid; changes take effect immediately' })}
          </p>
        ) : (
          <ul className="te-findings" aria-label={t({ zh: '错误', en: 'Mistakes' })}>
            {issues.map((issue) => (
              <li key={`${issue.line} ${issue.en}`}>
                <button type="button" onClick={() => goTo(issue.line)}>
                  <span className="by-dot by-tone-bad" aria-hidden="true" />
                  <span>
                    <b className="by-figure">{t({ zh: '第{line}行', en: 'Line {line}' }, { line: issue.line })}</b>{' '}
                    {t(issue)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="te-json-box">
        <pre ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => i + 1).map((line) => (
            <span key={line} className={marked.has(line) ? 'is-wrong' : undefined}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
        <textarea
          ref={area}
          value={text}
          spellCheck={false}
          wrap="off"
          aria-label={t({ zh: '规则数据（JSON）', en: 'The tariff as JSON' })}
          aria-invalid={isBroken}
          onChange={(event) => take(event.target.value)}
          onScroll={(event: UIEvent<HTMLTextAreaElement>) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
    </section>
  );
}

function issuesOf(text: string): LineIssue[] {
  const found = readJson(text);
  if ('brokenLine' in found) return [{ line: found.brokenLine, zh: '不是正确的 JSON', en: 'This is not valid JSON' }];
  const parsed = parseTariff(found.value);
  if (!Array.isArray(parsed)) return [];
  return parsed.map(({ path, zh, en }) => ({
    line: lineOf(found.lines, path),
    zh: `${path}：${zh}`,
    en: `${path}: ${en}`,
  }));
}
