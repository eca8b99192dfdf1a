import { type PlateColor, plateColor } from '@boyun/domain/plate';
import { tencentAuthorization } from '@boyun/push/server';
import { answerWith, READ_MS, type Reader, reading } from './reader.service.ts';

/** Colours as the service writes them; "黄绿" are large cars of new energy. */
const COLORS: Readonly<Record<string, PlateColor>> = {
  蓝: plateColor.blue.code,
  黄: plateColor.yellow.code,
  白: plateColor.white.code,
  黑: plateColor.black.code,
  绿: plateColor.newEnergy.code,
  黄绿: plateColor.newEnergy.code,
};

interface Plate {
  readonly Number: string;
  /** 0 to 100. */
  readonly Confidence: number;
  readonly Rect?: { readonly X: number; readonly Y: number; readonly Width: number; readonly Height: number };
  readonly Color?: string;
}

interface Answer extends Partial<Plate> {
  readonly LicensePlateInfos?: readonly Plate[];
  readonly Error?: { readonly Code: string; readonly Message: string };
}

/** Answers that say there is no plate in the picture. */
const NO_PLATE = /^FailedOperation\.(ImageNoText|NoPlate)/;

/** Reads plates with Tencent Cloud's LicensePlateOCR (2018-11-19, cloud.tencent.com/document/api/866/36211). */
export function tencentPlate(account: {
  readonly endpoint: string;
  readonly id: string;
  readonly secret: string;
}): Reader {
  const { endpoint, id, secret } = account;
  const { host } = new URL(endpoint);
  return async ({ bytes, at }) => {
    const body = JSON.stringify({ ImageBase64: bytes.toString('base64') });
    const seconds = Math.floor(at.getTime() / 1000);
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        authorization: tencentAuthorization({ id, secret, service: 'ocr', host, seconds, body }),
        'x-tc-action': 'LicensePlateOCR',
        'x-tc-version': '2018-11-19',
        'x-tc-timestamp': String(seconds),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(READ_MS),
    });
    const answer = ((await response.json().catch(() => ({}))) as { Response?: Answer }).Response ?? {};
    const { Error: error, LicensePlateInfos: all = [] } = answer;
    if (error && NO_PLATE.test(error.Code)) return { readings: [], fault: null, isBilled: true };
    if (error || !response.ok)
      return { readings: [], fault: error ? `${error.Code} ${error.Message}` : `${response.status}`, isBilled: false };
    const plates = all.length > 0 ? all : answer.Number ? [answer as Plate] : [];
    return answerWith(
      plates.map(({ Number: plate, Confidence, Rect, Color }) =>
        reading(
          plate,
          Confidence / 100,
          Rect ? { left: Rect.X, top: Rect.Y, right: Rect.X + Rect.Width, bottom: Rect.Y + Rect.Height } : null,
          Color === undefined ? undefined : (COLORS[Color] ?? plateColor.unknown.code),
        ),
      ),
    );
  };
}
