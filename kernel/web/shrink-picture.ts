const LONGEST_SIDE = 1600;
const QUALITY = 0.85;
/** Pictures up to this size are uploaded unchanged. */
const SMALL_BYTES = 400 * 1024;

/** Scales a photo down and removes its location data; returns it unchanged if the browser cannot decode it. */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return blob ? new File([blob], 'picture.jpg', { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  }
}
