import type { Label } from '@boyun/kernel/contract';

/**
 * The text that holds while a tenant has published none: who processes what, why, how long, and what a person may ask for, as articles 17
 * and 44 to 47 of the Personal Information Protection Law of the People's Republic of China want it.
 */
export const standardText = (operator: string): Label => ({
  zh: `${operator}（以下称“我们”）在您使用停车服务时处理以下个人信息：
1. 手机号：用于登录、识别您的账号和发送与停车有关的通知。
2. 车牌号、车牌颜色和您上传的行驶证照片：用于确认车辆归属。照片仅供审核人员查看。
3. 进出场时间、地点、图片和缴费记录：用于计费、收费、开具发票和处理争议。
4. 您主动填写的姓名、反馈、预约和发票抬头：用于提供相应服务。
我们只为上述目的处理信息，不向第三方出售。支付和短信由依法取得资质的服务商处理，仅提供完成服务所必需的信息。
信息在您使用服务期间及法律、会计规定的期限内保存，期满删除或匿名化。
您可以在“我的账号”中查看、更正、下载您的个人信息，撤回同意并注销账号。注销后，依法须留存的交易和发票记录只作留存，不再用于其他用途。
如有疑问，请联系停车场工作人员或通过“意见反馈”与我们联系。`,
  en: `${operator} ("we") processes these personal data when you park with us:
1. Your mobile number, to sign you in, to know your account and to send messages about your parking.
2. Plates, their colours and the pictures of the licence you upload, to know whose car it is. Only those who check them see the pictures.
3. Times, places and pictures of entries and exits, and payments, to charge, to invoice and to settle disputes.
4. Names, feedback, bookings and invoice titles that you enter, to provide what you asked for.
We use them for these purposes only and sell them to nobody. Licensed providers of payments and SMS get what they need and no more.
We keep them while you use the service and for the terms that law and accounting require; then they are deleted or made anonymous.
Under "My account" you see, correct and download your data, withdraw your consent and delete the account. Payments and invoices that the law has us
keep are kept for that alone.
Questions? Ask the staff of the car park, or write to us under "Feedback".`,
});
