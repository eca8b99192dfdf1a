import type { Label, Resource } from '@boyun/kernel/contract';
import { now, Plate, ResourcePage, type ResourcePageProps } from '@boyun/kernel/web';
import type { ReviewKind } from '@boyun/reviews/contract';
import { ALREADY_ASKED, PendingBanner, PendingMark, PendingStrip, usePendingSubjects } from '@boyun/reviews/web';

/** The page of a list of plates: new entries under review above it, a mark and disabled buttons where a change is under review. */
export function EntryPage<R extends Resource>({
  kind,
  ...props
}: ResourcePageProps<R> & { readonly kind: ReviewKind }) {
  const pending = usePendingSubjects(kind.name);
  const isPending = (row: object) => pending.has((row as { id: string }).id);
  const cells = {
    ...props.cells,
    plate: {
      width: 156,
      cell: (row: object) => {
        const { plate } = row as { plate: string | null };
        return (
          <span className="by-row">
            {plate ? <Plate text={plate} /> : <span className="by-faint">—</span>}
            {isPending(row) && <PendingMark label={kind.label} />}
          </span>
        );
      },
    },
  };
  const list = {
    ...props,
    cells,
    startWith: () => ({ validFrom: now(), ...props.startWith?.() }),
    above: () => <PendingStrip kinds={[kind.name]} />,
    detailNotes: (row: object) => <PendingBanner subjectId={(row as { id: string }).id} />,
    changeDisabledReason: (row: object): Label | null => (isPending(row) ? ALREADY_ASKED : null),
  } as unknown as ResourcePageProps<R>;
  return <ResourcePage {...list} />;
}
