import { extractText } from 'unpdf';

/** Returns the text of a PDF, without its white space. */
export async function pdfText(bytes: ArrayBuffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text.replaceAll(/\s+/g, '');
}
