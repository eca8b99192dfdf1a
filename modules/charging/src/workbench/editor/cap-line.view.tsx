import type { Cap, Nth, Text } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { freeId } from './edit-tariff.view.ts';
import { useEditor, usePlan, useValue } from './editor-context.view.ts';
import { NameInputs } from './name-box.view.tsx';
import { ScopeBox } from './scope-box.view.tsx';
import { CountRange, Line, ManyBox, MoneyBox, Say } from './typed-box.view.tsx';
import { useWindowName } from './window-words.view.ts';

/** A list in the plan, one entry per line, with a button to add one. */
export function Entries<T extends { id: string }>({
  path,
  entries,
  label,
  add,
  fresh,
  render,
}: {
  path: string;
  entries: readonly T[] | undefined;
  label: { zh: string; en: string };
  add: { zh: string; en: string };
  fresh: () => T;
  render: (entry: T, path: string) => ReactNode;
}) {
  const t = useText();
  const { set } = useValue<T[]>(path);
  const list = entries ?? [];
  return (
    <Line label={label}>
      <div className="te-entries" data-path={path}>
        {list.map((entry, i) => (
          <div className="te-say" key={entry.id}>
            {render(entry, `${path}.${i}`)}
            <Button
              type="text"
              size="small"
              aria-label={t({ zh: '删除', en: 'Delete' })}
              onClick={() => set(list.length > 1 ? list.filter((_, j) => j !== i) : undefined)}
            >
              ×
            </Button>
          </div>
        ))}
        <Button type="link" size="small" onClick={() => set([...list, fresh()])}>
          + {t(add)}
        </Button>
      </div>
    </Line>
  );
}

/** The caps of a plan. */
export function CapLines({ path }: { path: string }) {
  const { plan } = usePlan(path);
  const name = useWindowName();
  const windows = plan.windows.map((window) => {
    const label = name(window);
    return { value: window.id, label: { zh: label, en: label } };
  });
  return (
    <Entries<Cap>
      path={`${path}.caps`}
      entries={plan.caps}
      label={{ zh: '封顶', en: 'Caps' }}
      add={{ zh: '加封顶', en: 'Add a cap' }}
      fresh={() => ({ id: freeId('cap', plan.caps ?? []), amountFen: 3000, scope: { per: 'hours', hours: 24 } })}
      render={(cap, at) => (
        <>
          <ScopeBox path={`${at}.scope`} label={{ zh: '封顶范围', en: 'The cap applies' }} />
          <Say zh="最高" en="at most" />
          <MoneyBox path={`${at}.amountFen`} label={{ zh: '封顶金额', en: 'Cap' }} width={104} />
          {(windows.length > 1 || cap.windows) && (
            <ManyBox
              path={`${at}.windows`}
              label={{ zh: '封顶的时段', en: 'Periods the cap counts' }}
              options={windows}
              placeholder={{ zh: '全部时段', en: 'All periods' }}
            />
          )}
          {(cap.scope.per === 'hours' || cap.scope.per === 'day') && (
            <NthBox path={`${at}.nth`} of="stretch" fresh={{ from: 1, to: 1 }} />
          )}
          <SharedBox path={`${at}.isShared`} />
          <OwnName path={`${at}.name`} fresh={{ zh: '封顶', en: 'Cap' }} />
        </>
      )}
    />
  );
}

/** Words of a box that chooses among stretches or times: Chinese measure word, English noun, and the invitation. */
const nthWords = {
  stretch: {
    measure: '段',
    noun: 'stretch',
    all: 'All stretches',
    add: { zh: '只限第几段', en: 'Only some stretches' },
  },
  time: { measure: '次', noun: 'time', all: 'Every time', add: { zh: '只限第几次', en: 'Only some times' } },
} as const;

/** Limits a cap to some of its stretches, or an amount to some of its times. */
export function NthBox({ path, of, fresh }: { path: string; of: keyof typeof nthWords; fresh: Nth }) {
  const t = useText();
  const { value, set } = useValue<Nth>(path);
  const { measure, noun, all, add } = nthWords[of];
  if (!value)
    return (
      <Button type="link" size="small" data-path={path} onClick={() => set(fresh)}>
        {t(add)}
      </Button>
    );
  return (
    <>
      <Say zh="第" en={noun} />
      <CountRange
        from={{ path: `${path}.from`, label: { zh: `从第几${measure}`, en: `From ${noun}` } }}
        to={{
          path: `${path}.to`,
          label: { zh: `到第几${measure}`, en: `To ${noun}` },
          placeholder: { zh: '∞', en: '∞' },
        }}
        max={366}
        width={52}
      />
      <Say zh={measure} en="" />
      <Button type="text" size="small" aria-label={t({ zh: `不限${measure}`, en: all })} onClick={() => set(undefined)}>
        ×
      </Button>
    </>
  );
}

function SharedBox({ path }: { path: string }) {
  const t = useText();
  const { tariff } = useEditor();
  const { value, set } = useValue<boolean>(path);
  if (!tariff.linking && value === undefined) return null;
  return (
    <span data-path={path}>
      <Checkbox checked={value === true} onChange={(event) => set(event.target.checked || undefined)}>
        {t({ zh: '多次停车共用', en: 'Shared by linked stays' })}
      </Checkbox>
    </span>
  );
}

/** An optional name for the line on the receipt. */
export function OwnName({ path, fresh }: { path: string; fresh: Text }) {
  const t = useText();
  const { value, set } = useValue<Text>(path);
  if (value) return <NameInputs path={path} width={112} />;
  return (
    <Button type="link" size="small" data-path={path} onClick={() => set(fresh)}>
      {t({ zh: '命名', en: 'Name it' })}
    </Button>
  );
}
