import type { Label, WordList } from '@boyun/kernel/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useText } from './language.ts';

/** The tenant's words, by list. */
export type Words = Readonly<Partial<Record<WordList, readonly Label[]>>>;

let load: () => Promise<Words> = async () => ({});

/** Says where the tenant's words come from. */
export function offerWords(next: () => Promise<Words>): void {
  load = next;
}

const FRESH_MS = 30_000;

/** Words of the tenant's dictionary as buttons: a click takes one over. Nothing where there are none. */
export function WordChips({ list, onChoose }: { list: WordList; onChoose: (word: string) => void }) {
  const t = useText();
  const { data } = useQuery({ queryKey: ['words'], queryFn: () => load(), staleTime: FRESH_MS });
  const words = data?.[list] ?? [];
  if (words.length === 0) return null;
  return (
    <div className="by-chips">
      {words.map((word) => (
        <Button key={`${word.zh} ${word.en}`} size="small" onClick={() => onChoose(t(word))}>
          {t(word)}
        </Button>
      ))}
    </div>
  );
}
