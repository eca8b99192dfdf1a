import { FileInput, ResourcePage, useText } from '@boyun/kernel/web';
import { type LcdKind, lcdProgramme, uploadLcdFile } from '../lcd/lcd-programme.contract.ts';
import { LcdMini, LcdPreviews } from './lcd-preview.view.tsx';

const ACCEPT: Readonly<Partial<Record<LcdKind, string>>> = {
  picture: 'image/jpeg,image/png',
  video: 'video/mp4',
};
const PLACE = { zh: '停车场 · 出口', en: 'Car park · exit' };

/** What displays show: pictures, videos, words and pay codes, each as it will look. */
export default function LcdProgrammePage() {
  const t = useText();
  return (
    <ResourcePage
      of={lcdProgramme}
      cells={{
        name: { width: 170, isGrowing: true, cell: (row) => <b className="by-strong">{row.name}</b> },
        kind: { width: 90 },
        file: {
          width: 120,
          label: { zh: '预览', en: 'Preview' },
          cell: (row) => <LcdMini row={row} placeName={t(PLACE)} />,
        },
        headline: { width: 180 },
        words: { width: 220, isGrowing: true },
        look: { isHiddenAtFirst: true },
        seconds: { width: 90 },
        isActive: { width: 76 },
      }}
      formParts={({ kind }) => {
        const accept = ACCEPT[kind ?? 'text'];
        return {
          file: accept
            ? ({ id, value, onChange }) => (
                <FileInput
                  key={accept}
                  id={id}
                  path={uploadLcdFile.path}
                  accept={accept}
                  label={lcdProgramme.fields.file.label}
                  value={value}
                  onChange={onChange}
                />
              )
            : null,
          ...(accept ? { look: null } : {}),
          ...(kind === 'video' ? { seconds: null } : {}),
        };
      }}
      moreDetail={(row) => <LcdPreviews row={row} placeName={t(PLACE)} />}
    />
  );
}
