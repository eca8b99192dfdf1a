import { call, can, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { StepList } from '../opening/step-list.view.tsx';
import { getFirstSteps } from './first-run.contract.ts';
import { stepsLeft } from './first-step.view.ts';
import { hideSteps, useAreStepsHidden } from './hidden-steps.view.ts';

/** The first steps of a new tenant with their progress; nothing once they are done, hidden, or not for this person. */
export default function FirstSteps() {
  const isHidden = useAreStepsHidden();
  if (isHidden || !can(getFirstSteps.access)) return null;
  return <Steps />;
}

function Steps() {
  const t = useText();
  // Below the key of the lists, so that a step done elsewhere is ticked on return.
  const { data } = useQuery({
    queryKey: ['list', 'first-steps'],
    queryFn: ({ signal }) => call(getFirstSteps, {}, { signal, isQuiet: true }),
    refetchOnMount: 'always',
  });
  const own = data && stepsLeft(data, can);
  if (!own) return null;
  return (
    <StepList
      title={getFirstSteps.title}
      steps={own.map((one) => ({ ...one, to: one.to(data), isDone: data[one.key] }))}
      act={
        <Button type="text" size="small" onClick={() => hideSteps(true)}>
          {t({ zh: '隐藏', en: 'Hide' })}
        </Button>
      }
    />
  );
}
