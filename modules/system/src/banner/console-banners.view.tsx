import { Carousel, call, useText } from '@boyun/kernel/web';
import { useQuery } from '@tanstack/react-query';
import { banner, getBanners } from './banner.contract.ts';

const FRESH_MS = 5 * 60_000;

/** The banners of the console; nothing where there are none. */
export default function ConsoleBanners() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['list', banner.name, 'console'],
    queryFn: ({ signal }) => call(getBanners, {}, { signal, isQuiet: true }),
    staleTime: FRESH_MS,
  });
  if (!data || data.banners.length === 0) return null;
  return <Carousel label={t(banner.title)} slides={data.banners} />;
}
