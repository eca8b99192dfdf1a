import { Button, Popover } from 'antd';
import { Bookmark } from 'lucide-react';
import { lazy, memo, Suspense, useEffect, useMemo, useState } from 'react';
import { useText } from '../language.ts';
import { usePhone } from '../media.ts';
import { notify } from '../notice.tsx';
import { Skeleton } from '../state.tsx';
import type { ViewPanelProps } from './list-model.ts';
import { useListViews } from './list-view.ts';

/** The button that opens the views of a list; it shows the name of the current one. */
export const ListViewButton = memo(function ListViewButton(props: Omit<ViewPanelProps, 'onClose'>) {
  const t = useText();
  const isPhone = usePhone();
  const offer = useListViews();
  const [isOpen, setOpen] = useState(false);
  const load = offer?.loadPanel;
  const Panel = useMemo(() => load && lazy(load), [load]);
  const { view, isViewMissing } = props.state;
  useEffect(() => {
    if (isViewMissing)
      notify('warn', { zh: '视图不存在，或未共享给您', en: 'This view does not exist or is not shared with you' });
  }, [isViewMissing]);
  if (!Panel) return null;
  const close = () => setOpen(false);
  const panel = (
    <Suspense fallback={<Skeleton lines={3} />}>
      <Panel {...props} onClose={close} />
    </Suspense>
  );
  const label = t({ zh: '视图', en: 'Views' });
  return (
    <Popover content={panel} open={isOpen} onOpenChange={setOpen} trigger="click" placement="bottomRight" arrow={false}>
      <Button type="text" icon={<Bookmark />} aria-label={view ? `${label} ${view.name}` : label} title={label}>
        {view && !isPhone ? view.name : null}
      </Button>
    </Popover>
  );
});
