/** Strokes of the icons of the app, on a grid of 24. */
const STROKES: Readonly<Record<string, string>> = {
  stay: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
  wallet: 'M3 7h18v12H3zM3 7l12-4v4M16 13h2',
  coupon: 'M3 7h18v4a2 2 0 0 0 0 4v4H3v-4a2 2 0 0 0 0-4zM14 7v12',
  pack: 'M4 5h16v15H4zM4 10h16M8 3v4M16 3v4',
  appointment: 'M4 5h16v15H4zM8 3v4M16 3v4M9 14l2 2 4-4',
  share: 'M5 20V4h8a5 5 0 0 1 0 10H5M17 17l3 3M20 17l-3 3',
  visit: 'M4 20a8 8 0 0 1 16 0M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  invoice: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  feedback: 'M4 4h16v12H9l-5 4z',
  message: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
  account: 'M4 20a8 8 0 0 1 16 0M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M17 7h4M19 5v4',
  cars: 'M4 16v-4l2-5h12l2 5v4zM4 12h16M7 16v2M17 16v2',
  other: 'M5 5h6v6H5zM13 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6z',
};

/** The icon of an entry of the app. */
export function AppIcon({ name }: { name: string }) {
  return (
    <svg className="app-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={STROKES[name] ?? STROKES.other} />
    </svg>
  );
}
