import type { Fields, Label, Report, Resource } from '@boyun/kernel/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getRow, isResource, type ListShape } from '../call.ts';
import { choiceLabel, StateDot } from '../cell.tsx';
import { Drawer } from '../drawer.tsx';
import { useText } from '../language.ts';
import type { RowOf } from '../query.ts';
import { CrashGuard } from '../state.tsx';
import { FieldList } from './field-list.tsx';
import type { ListContext } from './list-place.tsx';

interface RowDrawerProps<S extends Resource | Report> {
  readonly source: S;
  readonly title?: Label;
  readonly shape: ListShape;
  readonly context: ListContext<RowOf<S>>;
  /** The body; all fields by default. */
  readonly detail?: ((row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode) | null;
  readonly detailTitle?: (row: RowOf<S>) => ReactNode;
  readonly detailActs?: (row: RowOf<S>, context: ListContext<RowOf<S>>) => ReactNode;
  readonly detailWidth?: number;
}

/** The drawer of the row that the address names, on this page of the list or another one. */
export function RowDrawer<S extends Resource | Report>(props: RowDrawerProps<S>) {
  const { source, shape, context, detail, detailTitle, detailActs, detailWidth } = props;
  const { state, listing } = context;
  const t = useText();
  const listed = listing?.rows.find((row) => (row as { readonly id: string }).id === state.openId);
  const lone = useLinkedRow(source, listing && !listed ? state.openId : null);
  const row = (state.openId ? (listed ?? lone) : undefined) as RowOf<S> | undefined;
  return (
    <Drawer
      isOpen={row !== undefined}
      title={
        row && (
          <RowTitle name={detailTitle?.(row) ?? t(props.title ?? source.title)} fields={shape.rowFields} row={row} />
        )
      }
      extra={row && detailActs?.(row, context)}
      width={detailWidth}
      onClose={() => state.setOpen(null)}
    >
      {row && (
        <CrashGuard>
          {detail ? detail(row, context) : <FieldList fields={shape.rowFields} row={row as Record<string, unknown>} />}
        </CrashGuard>
      )}
    </Drawer>
  );
}

/** What a drawer is about, and the state of it. */
function RowTitle({ name, fields, row }: { name: ReactNode; fields: Fields; row: object }) {
  const { state } = row as { readonly state?: unknown };
  const label = fields.state?.kind === 'choice' ? choiceLabel(fields.state, state) : null;
  return (
    <span className="by-row">
      {name}
      {label?.tone && <StateDot tone={label.tone} label={label} />}
    </span>
  );
}

// Fetches the row that a link opens but the current page does not contain, if its source has `get`.
function useLinkedRow(source: Resource | Report, id: string | null): unknown {
  const canGet = isResource(source) && source.verbs.includes('get');
  const asked = useQuery({
    queryKey: ['list', source.name, 'row', id],
    queryFn: ({ signal }) => getRow(source as Resource, id!, { signal, isQuiet: true }),
    enabled: canGet && id !== null,
  });
  return asked.data;
}
