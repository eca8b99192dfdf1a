import { Carousel, post, useText } from '@boyun/kernel/web';
import { useEffect, useState } from 'react';

type Slides = Parameters<typeof Carousel>[0]['slides'];

// Asked by hand for the same reason as the page around it.
const BANNERS = '/api/banner/getPayBanners';

/** The banners the tenant shows beside a payment; nothing where there are none or they cannot be fetched. */
export function PayBanners({ code }: { code: string }) {
  const t = useText();
  const [slides, setSlides] = useState<Slides>([]);
  useEffect(() => {
    post(BANNERS, { Code: code }, { isQuiet: true })
      .then((answer) => {
        const { Banners: rows } = answer.data as { Banners: readonly Readonly<Record<string, string | null>>[] };
        setSlides(
          rows.map((one) => ({
            id: one.Id ?? '',
            name: one.Name ?? '',
            pictureUrl: one.PictureUrl ?? null,
            url: one.Url ?? null,
          })),
        );
      })
      .catch(() => undefined);
  }, [code]);
  if (slides.length === 0) return null;
  return <Carousel label={t({ zh: '广告', en: 'Banners' })} slides={slides} />;
}
