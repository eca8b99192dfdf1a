import type { SheetCode, SheetStyle } from './code-sheet.ts';
import { download } from './list/download.ts';

/** Saves codes as sheets of a PDF under a name. The code that draws them is loaded when the first one is saved. */
export async function saveSheets(
  codes: readonly SheetCode[],
  given: { readonly style: SheetStyle; readonly title: string; readonly onProgress?: (done: number) => void },
): Promise<void> {
  const { drawSheets } = await import('./code-sheet.ts');
  const bytes = await drawSheets(codes, given);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  download(address, `${given.title}.pdf`);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
