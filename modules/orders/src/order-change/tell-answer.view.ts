import { refreshLists, SENT_FOR_REVIEW, tell } from '@boyun/kernel/web';

/** Says what became of an act that another person may have to agree to. */
export async function tellAnswer(answer: { isPending: boolean }): Promise<void> {
  tell('good', answer.isPending ? SENT_FOR_REVIEW : { zh: '已生效', en: 'Done' });
  await refreshLists('review');
}
