import { FieldInput, ResourcePage } from '@boyun/kernel/web';
import { screenTemplate } from './screen.contract.ts';
import { TemplatePreview } from './screen-preview.view.tsx';

/** What screens show in each situation, with a preview while it is written. */
export default function ScreenTemplatePage() {
  return (
    <ResourcePage
      of={screenTemplate}
      cells={{
        name: { width: 150 },
        situation: { width: 130 },
        lines: { isGrowing: true, cell: (row) => row.lines.replaceAll('\n', ' · ') },
        voice: { width: 220 },
      }}
      formParts={({ situation, voice }) => ({
        lines: ({ id, value, isInvalid, onChange }) => (
          <>
            <FieldInput
              id={id}
              field={screenTemplate.fields.lines}
              fieldKey="lines"
              value={value}
              isInvalid={isInvalid}
              onChange={(changed) => onChange(String(changed ?? ''))}
            />
            <TemplatePreview
              of={{ situation: situation ?? 'welcome', lines: String(value ?? ''), voice: voice ?? null }}
            />
          </>
        ),
      })}
      moreDetail={(row) => <TemplatePreview of={{ ...row, voice: row.voice ?? null }} />}
    />
  );
}
