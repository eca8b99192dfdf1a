import type { PageHelps } from '@boyun/kernel/web';
import { BulletinState } from '../bulletin/bulletin.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  announcement: {
    purpose: {
      zh: '阅读公司的公告；有权限的人在“管理”中撰写、发布和撤回，并查看谁已读、谁未读。',
      en: 'Read what the company announces. Under Manage, those who may write, publish and withdraw announcements and see who has read them.',
    },
    steps: [
      {
        zh: '新公告会出现在收件箱的“更新”和控制台上，打开即记为已读。',
        en: 'New announcements appear in the inbox under News and on the console; opening one records that you read it.',
      },
      {
        zh: '先存为草稿再发布；按角色、车场选择对象，到结束时间自动不再显示。',
        en: 'Save a draft, then publish it. Choose readers by role and lot; after its end it is no longer shown.',
      },
      {
        zh: '发布后修改标题或内容，会变为未读，需要重新阅读。',
        en: 'Changing the title or the text of a published announcement makes it unread again.',
      },
    ],
    states: [
      { state: BulletinState.draft, means: { zh: '只有管理者能看到', en: 'Only managers see it' } },
      {
        state: BulletinState.published,
        means: { zh: '在有效期内对象可见', en: 'Its readers see it from its beginning to its end' },
      },
      {
        state: BulletinState.withdrawn,
        means: { zh: '不再显示，阅读记录保留', en: 'No longer shown; receipts are kept' },
      },
    ],
  },
  plateToMobile: {
    purpose: {
      zh: '车辆挡道、占用消防通道等情况下联系车主。号码始终遮挡，短信由系统发送，每次查询都记入操作日志。',
      en: 'Reach the owner of a car that is in the way. The number stays masked, the product sends the SMS, and each look-up is in the audit log.',
    },
    steps: [
      {
        zh: '输入完整车牌和原因后查询；联系人来自客户、月卡、名单、访客登记。',
        en: 'Enter the whole plate and a reason. The contact is from customers, packs, lists and visitors.',
      },
      {
        zh: '点“短信通知车主”，可补充位置和回电号码；五分钟内不能重复发送。',
        en: 'Text the owner, with a note and a number to call back; not again within five minutes.',
      },
      {
        zh: '只能查看部分车场的账号，只能查到停在这些车场内的车辆。',
        en: 'Accounts limited to some lots find only cars that stand in one of them.',
      },
    ],
  },
  ocr: {
    purpose: {
      zh: '上传或拍摄图片，由启用的识别服务读出车牌、颜色和置信度，并在图片上框出位置。',
      en: 'Upload or take a picture. The enabled recogniser reads plate, colour and confidence, and the plate is framed in the picture.',
    },
    steps: [
      {
        zh: '手机上点“拍照”，电脑上点“上传图片”；大图会先缩小，最大 3 MB。',
        en: 'On a phone press Take picture, on a computer Upload. Large pictures are scaled down; at most 3 MB.',
      },
      {
        zh: '“识别服务”里设置服务商、密钥、价格与每月上限；密钥加密保存，不再显示。',
        en: 'Recognisers has providers, secrets, prices and monthly limits. Secrets are stored encrypted and never shown.',
      },
    ],
  },
};
export default helps;
