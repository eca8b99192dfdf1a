import { notify, refreshLists, SENT_FOR_REVIEW } from '@boyun/kernel/web';

/** Says what became of an act that another person may have to agree to. */
export async function notifyAnswer(answer: { isPending: boolean }): Promise<void> {
  notify('good', answer.isPending ? SENT_FOR_REVIEW : { zh: '已生效', en: 'Done' });
  await refreshLists('review');
}
