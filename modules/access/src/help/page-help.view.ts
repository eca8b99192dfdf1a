import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  role: {
    purpose: {
      zh: '角色决定能看到哪些菜单、能做哪些操作。',
      en: 'Roles decide which pages are seen and which acts are allowed.',
    },
    steps: [
      {
        zh: '勾选权限后可“以角色身份查看”，看到的就是该角色的界面。',
        en: 'After ticking permissions, "See as a role" shows the product as that role sees it.',
      },
    ],
  },
  permission: {
    purpose: {
      zh: '权限一览与“权限诊断”：某人为什么能、或不能做某件事。',
      en: 'All permissions, and why a person can or cannot do something.',
    },
    steps: [
      {
        zh: '选择员工和操作，结果会说明来自哪个角色。',
        en: 'Choose person and act; the answer names the role it comes from.',
      },
    ],
  },
};
export default helps;
