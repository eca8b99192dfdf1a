import { notify, refreshLists, SENT_FOR_REVIEW } from '@boyun/kernel/web';

/** Notifies whether an act took effect or waits for a review. */
export async function notifyAnswer(answer: { isPending: boolean }): Promise<void> {
  notify('good', answer.isPending ? SENT_FOR_REVIEW : { zh: '已生效', en: 'Done' });
  await refreshLists('review');
}
