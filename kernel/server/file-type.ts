/** Content type by extension; any other file is offered as a download. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  mp4: 'video/mp4',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
  apk: 'application/vnd.android.package-archive',
};

/** Detects the type of a file from its first bytes and returns its extension; null for a type that is not accepted. */
export function contentType(bytes: Buffer): string | null {
  const begins = (signature: string) => bytes.subarray(0, signature.length / 2).toString('hex') === signature;
  if (begins('ffd8ff')) return 'jpg';
  if (begins('89504e470d0a1a0a')) return 'png';
  if (begins('255044462d')) return 'pdf';
  // A workbook is a zip archive with parts below `xl/`.
  if (begins('504b0304') && bytes.includes('xl/')) return 'xlsx';
  if (begins('504b0304') && bytes.includes('AndroidManifest.xml')) return 'apk';
  return null;
}
