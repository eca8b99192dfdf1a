import type { PageHelps } from '@boyun/kernel/web';
import { ReviewState } from '../review/review.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  review: {
    purpose: {
      zh: '需要第二个人同意的操作都在这里：左边申请列表，右边内容、图片与影响。',
      en: 'Acts that need a second person: requests on the left, and on the right what changes, with pictures.',
    },
    steps: [
      {
        zh: '先看“变更前 / 变更后”和图片，再决定。',
        en: 'Compare before and after, look at the pictures, then decide.',
      },
      { zh: '驳回必须写原因，申请人会收到消息。', en: 'A rejection needs a reason; the applicant gets a message.' },
      { zh: '不能审核自己提交的申请。', en: 'You cannot decide your own request.' },
    ],
    states: [
      { state: ReviewState.pending, means: { zh: '等待审核', en: 'Waits for a decision' } },
      {
        state: ReviewState.approved,
        means: { zh: '最后一级已通过并生效', en: 'Approved at the last level and carried out' },
      },
      { state: ReviewState.rejected, means: { zh: '未同意，内容未变', en: 'Refused; nothing changed' } },
      { state: ReviewState.withdrawn, means: { zh: '申请人撤回', en: 'Taken back by the applicant' } },
    ],
  },
  reviewFlow: {
    purpose: {
      zh: '哪些操作需要审核、几级、由哪个角色审核、从多少金额起。',
      en: 'Which acts need approval, by how many levels and roles, and from which amount.',
    },
    steps: [
      { zh: '变更流程本身需要另一位管理员同意。', en: 'A change of a flow needs another administrator.' },
      {
        zh: '角色人数为1时会提示：此人提交的申请将无人可审。',
        en: 'You are warned where a role has one person: nobody could decide that person’s requests.',
      },
    ],
  },
};
export default helps;
