import { offerWords } from '@boyun/kernel/web';

/** Offers the tenant's words where people write; they are fetched with the first place that shows them. */
export function startWords(): void {
  offerWords(async () => (await import('./words.view.ts')).loadWords());
}
