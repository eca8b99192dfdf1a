import { refreshLists, tell } from '@boyun/kernel/web';

/** Says what became of an act that another person may have to agree to. */
export async function tellAnswer(answer: { isPending: boolean }): Promise<void> {
  tell(
    'good',
    answer.isPending
      ? { zh: '已提交审核，通过后生效', en: 'Sent for review, it takes effect once approved' }
      : { zh: '已生效', en: 'Done' },
  );
  await refreshLists('review');
}
