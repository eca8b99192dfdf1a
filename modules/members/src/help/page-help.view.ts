import type { PageHelps } from '@boyun/kernel/web';
import { CarState } from '../car/car.contract.ts';
import { CustomerState } from '../customer/customer.contract.ts';
import { CampaignState } from '../sms/sms.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  customer: {
    purpose: {
      zh: '在车主端注册的客户和由员工开户的客户，按手机号识别。',
      en: 'Customers by their mobile: those who registered in the app, and those staff entered.',
    },
    steps: [
      {
        zh: '手机号默认打码；点“查看完整手机号”须填写原因，并记入操作日志。',
        en: 'Mobiles are masked. Showing one in full takes a reason and leaves an entry in the audit log.',
      },
      {
        zh: '客户换号后有两个账号时，打开要保留的一个，点“合并客户”并填写另一个手机号。',
        en: 'Who has two accounts after a new number keeps one: open it and press "Merge customers".',
      },
      { zh: '冻结后，客户的手机立即退出登录。', en: 'Freezing signs the customer’s phones out at once.' },
    ],
    states: [
      { state: CustomerState.normal, means: { zh: '可使用车主端', en: 'Uses the app' } },
      {
        state: CustomerState.frozen,
        means: { zh: '不能登录，车辆和余额保留', en: 'Cannot sign in; cars and money stay' },
      },
      { state: CustomerState.deleted, means: { zh: '客户已注销账号', en: 'The customer deleted the account' } },
    ],
  },
  car: {
    purpose: {
      zh: '客户认领的车辆。认证后，客户才能看到车停在哪里，并使用本人的优惠。',
      en: 'Cars that customers claim. Certified ones show where they are parked, and use the customer’s coupons.',
    },
    steps: [
      {
        zh: '打开待审核的车辆，核对行驶证照片与车牌。',
        en: 'Open a car to be checked and compare the licence with the plate.',
      },
      {
        zh: '车辆已认证给他人时，通过后还需另一人审批，才会转移。',
        en: 'A car that is certified for somebody else moves once a second person approves it.',
      },
    ],
    states: [
      { state: CarState.claimed, means: { zh: '只是添加，未申请认证', en: 'Added, but not claimed with a proof' } },
      { state: CarState.pending, means: { zh: '等待员工核对', en: 'Waits for staff' } },
      { state: CarState.certified, means: { zh: '确认属于该客户', en: 'Known to be the customer’s' } },
      {
        state: CarState.rejected,
        means: { zh: '证明不足，客户可重新申请', en: 'Not proven; the customer may ask again' },
      },
      { state: CarState.moved, means: { zh: '已认证给另一客户', en: 'Certified for another customer' } },
    ],
  },
  sms: {
    purpose: {
      zh: '向客户群发短信：模板由短信服务商审核，推广短信只发给同意接收的客户。',
      en: 'SMS to many customers. The provider approves the texts; advertising goes only to those who agreed to it.',
    },
    steps: [
      {
        zh: '在“短信模板”新建并提交审核；推广模板须含退订链接 {stop}。未通过时按原因修改后重新提交。',
        en: 'Make a text under Texts and submit it; advertising needs the link {stop}. A refused one is mended and submitted again.',
      },
      {
        zh: '“群发短信”先选模板和客户范围，预览人数、内容和条数，再填写原因并输入密码确认；设有审批流程时先审批。',
        en: 'Send to many: choose text and customers, look at number, words and cost, then confirm with reason and password. An approval flow comes first.',
      },
      {
        zh: '免打扰时段内暂停，结束后继续；发送前再次核对是否已退订。详情列出每个号码的结果。客户点短信中的链接，或回复 TD、退订，即不再收到推广短信。',
        en: 'It pauses in quiet hours, and looks again for each number whether it unsubscribed. The detail has the outcome of each. The link in the text, or an answer such as TD, ends them.',
      },
    ],
    states: [
      { state: CampaignState.pending, means: { zh: '等待另一人批准', en: 'A second person has to agree' } },
      { state: CampaignState.sending, means: { zh: '正在发送，可停止', en: 'Being sent; can be stopped' } },
      { state: CampaignState.done, means: { zh: '全部处理完', en: 'All receivers are handled' } },
      { state: CampaignState.stopped, means: { zh: '已停止，其余不发', en: 'Stopped; the rest gets nothing' } },
    ],
  },
  privacy: {
    purpose: {
      zh: '客户同意的隐私政策，以及客户查阅、注销个人信息的请求和处理结果。',
      en: 'What customers agree to, and what they asked about their data with what was done.',
    },
    steps: [
      {
        zh: '客户在车主端提出，或由员工核实身份后登记。系统自动处理：查阅生成文件，保留一周；注销删除或匿名化，交易和发票依法留存，详情列出依据和期限。',
        en: 'Customers ask in the app, or staff enters it once the person has proved who they are. A job writes a file for a week, or erases; the detail names what the law keeps, why and until when.',
      },
      {
        zh: '发布新的隐私政策后，客户下次打开车主端时需重新同意。',
        en: 'After a new text is published, customers agree anew when they next open the app.',
      },
    ],
  },
};
export default helps;
