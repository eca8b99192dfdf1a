import { refusalText, shrinkPicture, useText } from '@boyun/kernel/web';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { act } from './pos-queue.view.ts';
import type { WaitingAct } from './pos-store.view.ts';

const ScanView = /* @__PURE__ */ lazy(() => import('./pos-scan.view.tsx'));

/** What every sheet of the terminal is given. */
export interface Sheet {
  readonly canCollect: boolean;
  readonly isOffline: boolean;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

/** Runs an act of the sheet; it stays open where the server refuses. */
export function useAct({ onClose, onDone }: Sheet) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (given: Partial<WaitingAct> & Pick<WaitingAct, 'kind'>, staysOpen = false) => {
    setBusy(true);
    setProblem(null);
    try {
      await act(given);
      if (!staysOpen) onClose();
      await onDone();
    } catch (error) {
      setProblem(refusalText(error));
    }
    setBusy(false);
  };
  return { problem, setProblem, isBusy, run };
}

/** A button that opens the camera to read a code. */
export function Scan({
  label,
  accept,
  onCode,
}: {
  label: ReactNode;
  accept: (text: string) => string | null;
  onCode: (found: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
    );
  return (
    <Suspense fallback={null}>
      <ScanView
        accept={accept}
        onCode={(found) => {
          setOpen(false);
          onCode(found);
        }}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
}

/** A button that takes a picture of the car. */
export function Picture({ picture, onPicture }: { picture: Blob | null; onPicture: (next: Blob) => void }) {
  const t = useText();
  return (
    <label className="pos-picture">
      {picture ? t({ zh: '已拍照 ✓', en: 'Picture taken ✓' }) : t({ zh: '拍照', en: 'Take a picture' })}
      <input
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={async (event) => {
          const [file] = (event.target as HTMLInputElement).files ?? [];
          if (file) onPicture(await shrinkPicture(file));
        }}
      />
    </label>
  );
}
