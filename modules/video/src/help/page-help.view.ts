import type { PageHelps } from '@boyun/kernel/web';

/** Help of the pages of this module. */
const helps: PageHelps = {
  videoLive: {
    purpose: {
      zh: '同时查看 1、4、9 或 16 路车道相机的实时画面。',
      en: 'Live pictures of 1, 4, 9 or 16 cameras of lanes at once.',
    },
    steps: [
      {
        zh: '在左侧勾选相机；选得比一屏多时可翻页，或开启轮巡每 15 秒翻一页。',
        en: 'Tick cameras on the left. More than fit are turned like pages, or by themselves every 15 seconds with the tour.',
      },
      {
        zh: '数字键 1~4 切换画面数，← → 翻页，F 全屏，L 收起列表，双击放大一路。',
        en: 'Keys 1 to 4 choose how many, ← → turn pages, F fills the screen, L hides the list, a double click enlarges one.',
      },
      {
        zh: '画面右上角注明来源：实时视频流；没有流媒体服务时为相机抓拍和过车图片，并写明是多久以前的。',
        en: 'The upper right corner says what you see: a live stream, or without a media server the latest snapshot or passing, and how old it is.',
      },
      {
        zh: '视频来源按车场或全部车场设置；播放地址按人、按相机签发，几分钟后失效，观看期间自动续期。',
        en: 'Sources of video are set per lot or for all lots. Addresses are made for one person and camera, end after minutes, and are renewed while you watch.',
      },
      {
        zh: '每次观看都记在“观看记录”和操作日志里。',
        en: 'Whoever watches is recorded under "Who watched" and in the audit log.',
      },
    ],
  },
  videoRecord: {
    purpose: {
      zh: '按相机和时间回放，或直接跳到某次过车的那一刻。',
      en: 'Plays back a camera by time, or jumps to the moment of a passing.',
    },
    steps: [
      {
        zh: '选择相机、开始时间和时长；时间轴上的竖线是过车，点右侧车牌跳到那一刻前 4 秒。',
        en: 'Choose a camera, a start and a length. Marks on the line are cars; a plate on the right jumps to 4 seconds before it.',
      },
      {
        zh: '过车记录详情和车辆面板里的“录像”打开过车前 20 秒到后 40 秒。',
        en: '"Video" in the detail of a passing and in the panel of a car opens 20 seconds before it to 40 seconds after.',
      },
      {
        zh: '空格播放或暂停，← → 后退或前进 10 秒，P、N 跳到上一辆、下一辆。',
        en: 'Space plays and pauses, ← → move by 10 seconds, P and N jump to the previous and the next car.',
      },
      {
        zh: '没有录像服务时，按时间播放抓拍和过车图片。',
        en: 'Without recordings, snapshots and pictures of passings are shown in order.',
      },
    ],
  },
};

export default helps;
