import type { Border, Clock, Mark, Plan } from '@boyun/domain/fee';
import { useText } from '@boyun/kernel/web';
import { Button } from 'antd';
import { CapLines, Entries, NthBox, OwnName } from './cap-line.view.tsx';
import { freeId } from './edit-tariff.view.ts';
import { useEditor, usePlan, useValue } from './editor-context.view.ts';
import { DaysBox, ScopeBox } from './scope-box.view.tsx';
import { ChoiceBox, ClockBox, CountBox, Line, MoneyBox, OptionLine, Say, SpanBox } from './typed-box.view.tsx';

/** Settings of a plan besides its periods: free time, caps, whole blocks, one-off amounts, and more. */
export function PlanPanel({ path }: { path: string }) {
  return (
    <>
      <FreeLine path={`${path}.free`} />
      <CapLines path={path} />
      <OptionLine
        path={`${path}.whole`}
        label={{ zh: '整段包价', en: 'Whole blocks' }}
        fresh={{ hours: 24, amountFen: 5000 }}
        hint={{ zh: '不按整段包价', en: 'No block price' }}
      >
        <Say zh="每满" en="every full" />
        <CountBox
          path={`${path}.whole.hours`}
          label={{ zh: '小时数', en: 'Hours' }}
          unit={{ zh: '小时', en: 'h' }}
          min={1}
          max={8760}
          width={88}
        />
        <Say zh="收" en="costs" />
        <MoneyBox path={`${path}.whole.amountFen`} label={{ zh: '整段价格', en: 'Price of a block' }} />
        <Say zh="，" en="," />
        <ChoiceBox
          path={`${path}.whole.rest`}
          label={{ zh: '余下时间', en: 'The rest' }}
          byDefault="restart"
          options={[
            { value: 'restart', label: { zh: '余下时间另计', en: 'the rest is priced separately' } },
            { value: 'continue', label: { zh: '余下时间按分级接着计', en: 'the rest continues along the steps' } },
          ]}
        />
      </OptionLine>
      <MarkLines path={path} />
      <OptionLine
        path={`${path}.minimumFen`}
        label={{ zh: '最低收费', en: 'Minimum' }}
        fresh={500}
        hint={{ zh: '无最低收费', en: 'No minimum' }}
      >
        <Say zh="收费时最低" en="at least" />
        <MoneyBox path={`${path}.minimumFen`} label={{ zh: '最低收费', en: 'Minimum' }} />
      </OptionLine>
      <OptionLine
        path={`${path}.percent`}
        label={{ zh: '折扣', en: 'Discount' }}
        fresh={50}
        hint={{ zh: '按全价收取', en: 'The full price' }}
      >
        <Say zh="按" en="charge" />
        <CountBox
          path={`${path}.percent`}
          label={{ zh: '收取比例', en: 'Share charged' }}
          unit={{ zh: '%', en: '%' }}
          min={0}
          max={1000}
          stride={5}
          width={84}
        />
        <Say zh="收取" en="of the amount" />
      </OptionLine>
      <ClockLines path={path} />
    </>
  );
}

function FreeLine({ path }: { path: string }) {
  return (
    <OptionLine
      path={path}
      label={{ zh: '免费时间', en: 'Free time' }}
      fresh={{ minutes: 15, deduct: false, scope: { per: 'stay' } }}
      hint={{ zh: '没有免费时间', en: 'No free time' }}
    >
      <SpanBox path={`${path}.minutes`} label={{ zh: '免费时间', en: 'Free time' }} />
      <ChoiceBox
        path={`${path}.deduct`}
        label={{ zh: '超过后', en: 'Once exceeded' }}
        options={[
          { value: false, label: { zh: '超过后从头计费', en: 'not deducted once exceeded' } },
          { value: true, label: { zh: '超过后扣除', en: 'also deducted from longer stays' } },
        ]}
      />
      <ScopeBox path={`${path}.scope`} label={{ zh: '免费时间给予', en: 'Free time applies' }} />
      <ChoiceBox
        path={`${path}.counts`}
        label={{ zh: '哪些时间用掉免费时间', en: 'What uses up free time' }}
        byDefault="all"
        options={[
          { value: 'all', label: { zh: '计全部时间', en: 'all time counts' } },
          { value: 'charged', label: { zh: '只计收费时间', en: 'only charged time counts' } },
        ]}
      />
      <SharingBox path={`${path}.sharing`} />
    </OptionLine>
  );
}

/** How linked stays share free time; hidden where no stays are linked. */
function SharingBox({ path }: { path: string }) {
  const { tariff } = useEditor();
  const { value } = useValue<string>(path);
  if (!tariff.linking && value === undefined) return null;
  return (
    <ChoiceBox
      path={path}
      label={{ zh: '多次停车', en: 'Linked stays' }}
      byDefault="none"
      options={[
        { value: 'none', label: { zh: '每次停车都有', en: 'for every stay' } },
        { value: 'pool', label: { zh: '多次停车共用', en: 'shared by linked stays' } },
        { value: 'once', label: { zh: '仅首次停车', en: 'first of linked stays' } },
      ]}
    />
  );
}

function MarkLines({ path }: { path: string }) {
  const { plan } = usePlan(path);
  return (
    <Entries<Mark>
      path={`${path}.marks`}
      entries={plan.marks}
      label={{ zh: '定点收费', en: 'At moments' }}
      add={{ zh: '加一笔（如过夜费）', en: 'Add an amount (e.g. overnight fee)' }}
      fresh={() => ({ id: freeId('night', plan.marks ?? []), at: '02:00', amountFen: 1000 })}
      render={(mark, at) => (
        <>
          <MarkMoment path={at} mark={mark} />
          <MoneyBox path={`${at}.amountFen`} label={{ zh: '金额', en: 'Amount' }} />
          {mark.at !== 'entry' && (
            <>
              <ChoiceBox
                path={`${at}.includesExit`}
                label={{ zh: '恰好此时离场', en: 'An exit exactly then' }}
                byDefault={false}
                options={[
                  { value: false, label: { zh: '恰好此时离场不收', en: 'not for an exit exactly then' } },
                  { value: true, label: { zh: '恰好此时离场也收', en: 'also for an exit exactly then' } },
                ]}
              />
              <NthBox path={`${at}.nth`} of="time" fresh={{ from: 2 }} />
            </>
          )}
          <DaysBox path={`${at}.days`} label={{ zh: '适用日期', en: 'Days' }} />
          <OwnName path={`${at}.name`} fresh={{ zh: '过夜', en: 'Overnight' }} />
        </>
      )}
    />
  );
}

function MarkMoment({ path, mark }: { path: string; mark: Mark }) {
  const t = useText();
  const { set } = useValue<Mark>(path);
  const isEntry = mark.at === 'entry';
  const { includesExit: _, nth: __, ...plain } = mark;
  return (
    <>
      <Button
        type="link"
        size="small"
        data-path={`${path}.at`}
        onClick={() => set({ ...plain, at: isEntry ? '02:00' : 'entry' })}
      >
        {isEntry ? t({ zh: '每次入场', en: 'At each entry' }) : t({ zh: '每停过', en: 'Each time' })}
      </Button>
      {!isEntry && <ClockBox path={`${path}.at`} label={{ zh: '时刻', en: 'Moment' }} />}
      <Say zh="收" en={isEntry ? '' : 'passes'} />
    </>
  );
}

const counts: readonly { value: Clock['counts']; label: { zh: string; en: string } }[] = [
  { value: 'all', label: { zh: '计入场后全部时间', en: 'count all time since entry' } },
  { value: 'charged', label: { zh: '只计收费时间', en: 'count charged time only' } },
  { value: 'window', label: { zh: '按各时段自身时间', en: "count each period's own time" } },
];
/** What happens to a unit at the border of two periods. */
export const borders: readonly { value: Border; label: { zh: string; en: string } }[] = [
  { value: 'split', label: { zh: '在分界处结束，新时段重新计', en: 'ends at the border, and a new one begins' } },
  { value: 'start', label: { zh: '按开始时段的价格用完', en: 'is completed at the price it began with' } },
  { value: 'carry', label: { zh: '暂停，同一时段再开时继续', en: 'pauses, and resumes when its period opens again' } },
];

function ClockLines({ path }: { path: string }) {
  return (
    <>
      <OptionLine
        path={`${path}.clock`}
        label={{ zh: '阶梯计时', en: 'Steps' }}
        fresh={{ counts: 'all', restart: { per: 'hours', hours: 24 } } satisfies Plan['clock']}
        hint={{ zh: '从入场起连续计，不重新起算', en: 'Count all time since entry without restarting' }}
      >
        <ChoiceBox
          path={`${path}.clock.counts`}
          label={{ zh: '阶梯计哪些时间', en: 'The steps count' }}
          options={counts}
        />
        <Say zh="，" en="," />
        <ScopeBox
          path={`${path}.clock.restart`}
          label={{ zh: '何时重新起算', en: 'Restart' }}
          stayWords={{ zh: '不重新起算', en: 'never restarts' }}
        />
        <RestartWord path={`${path}.clock.restart.per`} />
      </OptionLine>
      <Line label={{ zh: '跨时段单位', en: 'At borders' }}>
        <Say zh="一个计费单位跨时段时" en="a unit across a border" />
        <ChoiceBox
          path={`${path}.border`}
          label={{ zh: '跨时段的单位', en: 'A unit across a border' }}
          byDefault="split"
          options={borders}
        />
      </Line>
      <OptionLine
        path={`${path}.cut`}
        label={{ zh: '单位截断', en: 'Cut units' }}
        fresh={{ per: 'hours', hours: 24 } satisfies Plan['cut']}
        hint={{ zh: '计费单位只在时段分界处截断', en: 'Units end at the borders of periods only' }}
      >
        <ScopeBox path={`${path}.cut`} label={{ zh: '何处截断', en: 'Where units end' }} choices={['hours', 'day']} />
        <Say zh="满时截断计费单位，分级接着计" en="ends units too; the steps go on" />
      </OptionLine>
    </>
  );
}

function RestartWord({ path }: { path: string }) {
  const { value } = useValue<string>(path);
  return value === 'stay' ? null : <Say zh="重新起算" en="they restart" />;
}
