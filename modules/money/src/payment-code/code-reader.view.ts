/** Reads a code from the present picture of a video; null where there is none in it. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Payment codes are shown as bars and as a QR code. */
const FORMATS = ['code_128', 'qr_code'];

/** Returns the reader of the browser, or a library's where the browser has none. */
export async function openReader(): Promise<CodeReader> {
  const { BarcodeDetector } = window as unknown as { BarcodeDetector?: DetectorClass };
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (!BarcodeDetector || !FORMATS.every((one) => known.includes(one))) return openLibrary();
  const detector = new BarcodeDetector({ formats: FORMATS });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

async function openLibrary(): Promise<CodeReader> {
  const { BarcodeFormat, BinaryBitmap, DecodeHintType, HybridBinarizer, MultiFormatReader, RGBLuminanceSource } =
    await import('@zxing/library');
  const reader = new MultiFormatReader();
  reader.setHints(
    new Map<number, unknown>([
      [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.CODE_128, BarcodeFormat.QR_CODE]],
      [DecodeHintType.TRY_HARDER, true],
    ]) as Parameters<typeof reader.setHints>[0],
  );
  const canvas = document.createElement('canvas');
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return null;
    const source = new RGBLuminanceSource(greysOf(canvas, video, width, height), width, height);
    try {
      return reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText();
    } catch {
      // It throws where it finds no code.
      return null;
    }
  };
}

/** Returns the brightness of each pixel of a picture. */
function greysOf(canvas: HTMLCanvasElement, video: HTMLVideoElement, width: number, height: number): Uint8ClampedArray {
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d', { willReadFrequently: true })!;
  brush.drawImage(video, 0, 0, width, height);
  const { data } = brush.getImageData(0, 0, width, height);
  const greys = new Uint8ClampedArray(width * height);
  for (let at = 0; at < greys.length; at += 1)
    greys[at] = (data[at * 4]! * 299 + data[at * 4 + 1]! * 587 + data[at * 4 + 2]! * 114) / 1000;
  return greys;
}
