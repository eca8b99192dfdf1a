import { dayText, ResourcePage, useText } from '@boyun/kernel/web';
import { banner } from './banner.contract.ts';

/** The banners on the console and on payment pages, with their number of clicks. */
export default function BannerPage() {
  const t = useText();
  return (
    <ResourcePage
      of={banner}
      cells={{
        name: { isGrowing: true, width: 220, cell: (row) => <b className="by-strong">{row.name}</b> },
        picture: { width: 110 },
        place: { width: 130 },
        validFrom: { width: 120, cell: (row) => dayText(row.validFrom) },
        validUntil: {
          width: 120,
          cell: (row) => (row.validUntil ? dayText(row.validUntil) : t({ zh: '长期', en: 'No end' })),
        },
        position: { width: 80 },
        isActive: { width: 80 },
        clickCount: { width: 100 },
      }}
    />
  );
}
