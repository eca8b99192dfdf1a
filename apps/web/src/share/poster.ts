import { qrPath } from '@boyun/kernel/web';

/** Texts of a poster. */
export interface PosterWords {
  readonly tenant: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly scan: string;
  readonly sharer: string;
}

/** Width and height of a poster in pixels. */
export const POSTER = { width: 720, height: 1180 } as const;

const FONT = `-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif`;
const CODE = 300;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const plain = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one]!);

/** Returns a poster as a self-contained SVG with its texts and the QR code of an address. */
export function drawPoster(words: PosterWords, address: string): string {
  const { width, height } = POSTER;
  const code = qrPath(address);
  const write = (text: string, y: number, size: number, fill: string, weight = 400) =>
    `<text x="${width / 2}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}">${plain(text)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"
    font-family="${plain(FONT)}" text-anchor="middle">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1c3a6b"/><stop offset="1" stop-color="#0a1427"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <g fill="none" stroke="#2b4d85" stroke-width="3"><path d="M-20 640 260 420h200l280 220"/><path d="M180 640 310 420M540 640 410 420M360 640V420"/></g>
    <rect x="312" y="96" width="96" height="96" rx="24" fill="#fff"/>
    <path d="M346 168V119h19a16.5 16.5 0 0 1 0 33h-19" fill="none" stroke="#1b6fd1" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>
    ${write(words.tenant, 256, 34, '#dbe7fb')}
    ${write(words.title, 330, 52, '#fff', 600)}
    ${words.lines.map((line, index) => write(line, 392 + index * 44, 27, '#b9cbea')).join('')}
    <rect x="150" y="600" width="420" height="470" rx="28" fill="#fff"/>
    <svg x="${(width - CODE) / 2}" y="640" width="${CODE}" height="${CODE}" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges"><path d="${code.path}" fill="#111"/></svg>
    ${write(words.scan, 990, 28, '#17294a', 600)}
    ${write(words.sharer, 1032, 22, '#5b6b85')}
    ${write('Boyun 泊云', 1132, 22, '#8fa6cc')}
  </svg>`;
}

/** Returns the poster as a PNG file that every phone can show. */
export async function posterFile(svg: string): Promise<Blob> {
  const image = new Image(POSTER.width, POSTER.height);
  image.src = posterAddress(svg);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = POSTER.width * 2;
  canvas.height = POSTER.height * 2;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png'),
  );
}

/** Returns the data URL of a poster. */
export function posterAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
