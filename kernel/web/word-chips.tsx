import type { Label, WordList } from '@boyun/kernel/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { singleSlot } from '../contract/slot.ts';
import { useText } from './language.ts';
import { useSlot } from './slot.tsx';

/** The tenant's words, by list. */
export type Words = Readonly<Partial<Record<WordList, readonly Label[]>>>;

/** Fetches the tenant's words. */
export const wordSource = singleSlot<() => Promise<Words>>('web.words');

const FRESH_MS = 30_000;

/** Words of the tenant's dictionary as buttons: a click inserts one. Renders nothing when there are none. */
export function WordChips({ list, onChoose }: { list: WordList; onChoose: (word: string) => void }) {
  const t = useText();
  const load = useSlot(wordSource);
  const { data } = useQuery({
    queryKey: ['words'],
    queryFn: () => load!(),
    enabled: load !== null,
    staleTime: FRESH_MS,
  });
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
