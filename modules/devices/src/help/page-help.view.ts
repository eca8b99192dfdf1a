import type { PageHelps } from '@boyun/kernel/web';
import { DeviceState } from '../camera/camera.contract.ts';
import { CommandState } from '../command/command.contract.ts';
import { PlaylistState } from '../lcd/lcd-playlist.contract.ts';

/** Help of the pages of this module. */
const helps: PageHelps = {
  camera: {
    purpose: { zh: '识别相机及其在线状态、接入密钥。', en: 'Cameras that read plates, with state and key.' },
    steps: [
      {
        zh: '“重置密钥”显示令牌与地址，仅此一次；重置后旧密钥失效。',
        en: '"New secret" shows token and addresses once; the old ones stop working.',
      },
      {
        zh: '相机详情中可抓拍、校时、重启等；厂家不支持的会注明。',
        en: 'Snapshots, the clock, restarts and the like are in the details of a camera, with what its maker does not offer.',
      },
      {
        zh: '海康、大华相机需设置“控制地址”，云端据此开关道闸；内网地址须由管理员放行。',
        en: 'Hikvision and Dahua cameras need a "Control" address by which the cloud moves the barrier; private ones must be permitted by the administrator.',
      },
    ],
    states: [
      { state: DeviceState.never, means: { zh: '还没有收到过心跳', en: 'No heartbeat has arrived yet' } },
      { state: DeviceState.online, means: { zh: '心跳正常', en: 'Its heartbeats arrive' } },
      {
        state: DeviceState.offline,
        means: { zh: '心跳中断，请检查电源与网络', en: 'Its heartbeats stopped: check power and network' },
      },
    ],
  },
  screen: {
    purpose: { zh: '车道屏与余位引导屏。', en: 'Screens of lanes and of free spots.' },
    steps: [
      {
        zh: '车道屏接在相机串口上，或有自己的网络地址；引导屏须有网络地址，余位变化后几秒内更新。',
        en: 'A lane screen hangs on the serial line of its camera or has an address of its own. Guidance screens need an address and follow the free spots within seconds.',
      },
      {
        zh: '“推送”立即显示一段文字并告知屏是否应答；下一辆车或余位变化会覆盖它。',
        en: '"Show" puts words on the screen and tells whether it answered; the next car or count replaces them.',
      },
      {
        zh: '只有 64FF 卡支持分时亮度；二维码仅简单帧的屏能画，其他屏请张贴收款码。',
        en: 'Only 64FF cards take a brightness by hour. QR codes are drawn by screens with plain frames; put up a sign beside others.',
      },
    ],
    states: [
      { state: DeviceState.online, means: { zh: '最近一次已送达', en: 'The last words arrived' } },
      { state: DeviceState.offline, means: { zh: '连续三次连接不上', en: 'It could not be reached three times' } },
    ],
  },
  loraNetwork: {
    purpose: {
      zh: '把 LoRaWAN 网络服务器（ChirpStack v4、The Things Stack v3）收到的地磁数据接进来，并说明报文里哪里是车位状态和电量。',
      en: 'Brings in what detectors send through a network server of LoRaWAN (ChirpStack v4, The Things Stack v3), and says where in it the state and the battery are.',
    },
    steps: [
      {
        zh: '每个网络或应用登记一条；网络服务器有解码器时填解码字段，否则填原始字节的位置。',
        en: 'Add one for each network or application. With a decoder in the network server enter its fields, else the places of the bytes.',
      },
      {
        zh: '用“重置令牌”取得地址：ChirpStack 填入 HTTP 集成，The Things Stack 的 Webhook 基址去掉 /up、启用上行并以 /up 为路径。',
        en: '"New token" shows the address: for the HTTP integration of ChirpStack; a webhook of The Things Stack has it without /up as base, and /up as the path of uplinks.',
      },
      {
        zh: '也可由网络服务器或其 MQTT 服务器桥接到本系统的 MQTT，用户名 lora、密码为令牌；Mosquitto 桥接须设 notifications false。',
        en: 'Or a network server, or the broker beside it, connects to the MQTT of this system as lora with the token as password; a bridge of Mosquitto needs notifications false.',
      },
      {
        zh: '地磁页以 DevEUI 为编号登记；详情里的“最近报文”显示按当前设置读出的结果。',
        en: 'Add the detectors with their DevEUI as number. "Latest message" in the details shows what the present settings read.',
      },
    ],
  },
  magnetic: {
    purpose: {
      zh: '车位下的地磁：电量、信号、最后联系、绑定的车位和误报率。',
      en: 'Detectors below spots: battery, signal, last contact, spot and false reports.',
    },
    steps: [
      {
        zh: '登记编号并绑定车位，在详情中用“重置地磁密钥”取得上报地址；经盒子上报的地磁自动登记，LoRaWAN 地磁以 DevEUI 为编号。',
        en: 'Add its number, bind it to a spot and get its address with "New detector secret" in its details. Detectors behind a box are added by themselves; those of LoRaWAN have their DevEUI as number.',
      },
      {
        zh: '路侧车场按车场设置由地磁开单、结单；车牌由收费员或相机补录。短于确认时间的变化视为误报。',
        en: 'In roadside lots they open and close stays where the lot says so; a collector or camera adds the plate. Changes shorter than the times of the lot count as false.',
      },
      {
        zh: '“测试”期间只显示报文；“屏蔽”期间不影响订单也不报警。',
        en: 'In a test its messages are only shown; while muted it books nothing and raises no alarm.',
      },
    ],
    states: [
      { state: DeviceState.never, means: { zh: '还没有收到过报文', en: 'No message has come yet' } },
      { state: DeviceState.online, means: { zh: '心跳正常', en: 'Its heartbeats arrive' } },
      { state: DeviceState.offline, means: { zh: '连续三次没有心跳', en: 'Three heartbeats did not come' } },
    ],
  },
  screenTemplate: {
    purpose: { zh: '各场景下屏幕显示与播报的内容。', en: 'What screens show and say in each situation.' },
    steps: [
      {
        zh: '没有模板的场景使用系统默认文字；值为空的行自动省略。',
        en: "Without a template the product's own words are shown; a line whose values are empty is left out.",
      },
    ],
  },
  lcd: {
    purpose: {
      zh: '播放广告、公告与收费码的LCD屏；任何带浏览器的电视、平板都可以作屏。',
      en: 'Displays of programmes and pay codes: any television or tablet with a browser can be one.',
    },
    steps: [
      {
        zh: '新增后点“配对”，在屏上打开 /lcd/tv 输入配对码；配对码15分钟内有效，只能用一次。',
        en: 'Add it and press "Pair", then open /lcd/tv on the display and enter the code, which works once within 15 minutes.',
      },
      {
        zh: '断网时屏继续播放已下载的节目并注明“离线播放”，恢复后补报播放记录；断网超过30天停播。',
        en: 'Without a line a display goes on with what it has, says so, and reports its shows later; after 30 days it stops.',
      },
      {
        zh: '超过一分半没有心跳即为离线，生成设备报警。',
        en: 'After a minute and a half of silence it is offline, which raises a device alarm.',
      },
    ],
    states: [
      { state: DeviceState.online, means: { zh: '正在播放并上报', en: 'It shows and reports itself' } },
      {
        state: DeviceState.offline,
        means: { zh: '没有心跳，可能仍在离线播放', en: 'Silent; it may go on without a line' },
      },
    ],
  },
  lcdProgramme: {
    purpose: {
      zh: 'LCD屏播放的内容：图片、视频、文字和收费码。',
      en: 'What displays show: pictures, videos, words and pay codes.',
    },
    steps: [
      {
        zh: '详情里预览横屏与竖屏的效果；形状不合的图片完整显示，四周以自身虚化填充。',
        en: 'The details show it on a wide and an upright display. Pictures of another shape are shown whole, over themselves blurred.',
      },
      {
        zh: '“收费码”显示屏所在车道的固定码，未选车道的屏显示车场的码。',
        en: 'A pay code is the fixed code of the lane of each display, or of its lot.',
      },
      {
        zh: '正在播放的节目不能修改，请先撤下播放单。',
        en: 'A programme that is shown cannot be changed: take its playlist off first.',
      },
    ],
  },
  lcdPlaylist: {
    purpose: {
      zh: '把节目排成播放单，设定日期、星期、时段和播放的屏。',
      en: 'Programmes in their order, with days, hours and the displays that show them.',
    },
    steps: [
      {
        zh: '发布后各屏在半分钟内播放；修改前先撤下。',
        en: 'Once published, displays show it within half a minute; take it off to change it.',
      },
      {
        zh: '同一时段有多个播放单时依次播放；“独占播放”的播放单在其时段内单独播放。',
        en: 'Playlists of the same time follow each other; one that is "shown alone" has its hours for itself.',
      },
      {
        zh: '日期、时段按车场当地时间；止不晚于起表示播到次日。',
        en: 'Days and hours are those of the lot; an end not after the start means the next morning.',
      },
    ],
    states: [
      { state: PlaylistState.draft, means: { zh: '只保存，不播放', en: 'Kept, not shown' } },
      { state: PlaylistState.published, means: { zh: '按设定的时间播放', en: 'Shown at its times' } },
    ],
  },
  lcdPlay: {
    purpose: {
      zh: '播放证明：每个节目在哪些屏、何时、播放了多少次。',
      en: 'Proof of play: where, when and how often each programme was shown.',
    },
    steps: [
      {
        zh: '播完一次计一次，中途撤下不计；断网期间的播放在恢复后补报，计入实际播放的小时。',
        en: 'A show counts at its end, not when it is cut short. Shows without a line arrive later and count in their own hour.',
      },
      { zh: '可导出给广告主。', en: 'Export it for your advertisers.' },
    ],
  },
  deviceCommand: {
    purpose: {
      zh: '发给道闸与相机的每条指令及其结果。',
      en: 'Every command to a barrier or camera and what became of it.',
    },
    steps: [
      {
        zh: '道闸指令不会自动重发，“不确定”请到现场核实。',
        en: 'Commands are never sent again by themselves; check "uncertain" ones at the lane.',
      },
    ],
    states: [
      { state: CommandState.queued, means: { zh: '等待设备来取', en: 'Waits for the device' } },
      { state: CommandState.sent, means: { zh: '已交给设备', en: 'Handed to the device' } },
      { state: CommandState.accepted, means: { zh: '设备已接收', en: 'The device took it' } },
      { state: CommandState.opened, means: { zh: '道闸已开到位', en: 'The barrier is open' } },
      { state: CommandState.passed, means: { zh: '车辆已通过', en: 'The car has passed' } },
      { state: CommandState.done, means: { zh: '相机已执行', en: 'The camera has done it' } },
      { state: CommandState.failed, means: { zh: '未领取，或相机拒绝', en: 'It was not fetched, or refused' } },
      {
        state: CommandState.unreported,
        means: { zh: '已送达，设备不反馈结果', en: 'It arrived; such devices report no outcome' },
      },
      { state: CommandState.uncertain, means: { zh: '没有收到结果', en: 'No outcome was reported' } },
    ],
  },
};
export default helps;
