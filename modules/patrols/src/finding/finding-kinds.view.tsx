import '../look/patrol.css';
import { FindingKind } from '@boyun/domain/patrol';
import { StateDot } from '@boyun/kernel/web';

/** The kinds of findings of one plate. */
export function FindingKinds({ kinds }: { kinds: readonly FindingKind[] }) {
  if (kinds.length === 0) return <span className="by-faint">—</span>;
  return (
    <span className="patrol-kinds">
      {kinds.map((kind) => (
        <StateDot key={kind} tone={FindingKind[kind].tone} label={FindingKind[kind]} />
      ))}
    </span>
  );
}
