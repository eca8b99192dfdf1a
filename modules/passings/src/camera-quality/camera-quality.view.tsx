import { Chart, can, chartFrame, colorOf, useLanguage, useListing, useText, useTheme } from '@boyun/kernel/web';
import { useMemo } from 'react';
import { cameraQuality } from './camera-quality.contract.ts';

const DAYS = 16;

/** How well a camera read in the last days, in its drawer; renders nothing before its first whole sum. */
export default function CameraQuality({ camera }: { camera: { readonly id: string } }) {
  return can(cameraQuality.access) ? <Days cameraId={camera.id} /> : null;
}

function Days({ cameraId }: { cameraId: string }) {
  const t = useText();
  const theme = useTheme();
  const language = useLanguage();
  const { data } = useListing(cameraQuality, { page: 1, perPage: DAYS, cameraId });
  const days = data?.rows.toReversed();
  const read = t({ zh: '识别率 %', en: 'Read right, %' });
  const confidence = t({ zh: '平均置信度', en: 'Mean confidence' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words follow the language, colours the theme
  const option = useMemo(() => {
    if (!days) return null;
    const frame = chartFrame(
      days.map((one) => one.day.slice(5)),
      (value) => `${value}`,
    );
    const line = (name: string, values: readonly (number | null)[], color: string) => ({
      name,
      type: 'line',
      data: values,
      showSymbol: days.length < 3,
      connectNulls: true,
      itemStyle: { color: colorOf(color) },
      lineStyle: { color: colorOf(color), width: 2 },
    });
    return {
      ...frame,
      yAxis: {
        ...frame.yAxis,
        min: (scale: { min: number }) => Math.max(0, Math.floor(scale.min / 10) * 10 - 10),
        max: 100,
      },
      series: [
        line(
          read,
          days.map((one) => one.readPercent),
          '--by-accent',
        ),
        line(
          confidence,
          days.map((one) => one.meanConfidence),
          '--by-warn-dot',
        ),
      ],
    };
  }, [data, theme, language]);
  if (!days || days.length === 0 || !option) return null;
  return (
    <>
      <h3>{t(cameraQuality.title)}</h3>
      <Chart option={option} height={180} label={t(cameraQuality.title)} />
    </>
  );
}
