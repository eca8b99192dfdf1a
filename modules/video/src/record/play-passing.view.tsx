import { can, useText } from '@boyun/kernel/web';
import type { PassingActProps } from '@boyun/passings/web';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { playCamera } from '../viewing/viewing.contract.ts';

/** The button on a passing that plays back its moment. */
export default function PlayPassing({ passingId, isSmall = false, onLeave }: PassingActProps) {
  const t = useText();
  const navigate = useNavigate();
  if (!can(playCamera.access)) return null;
  const address = `/_cloud_video/record?passingId=${passingId}`;
  if (isSmall)
    return (
      <Link className="video-link" to={address} onClick={onLeave}>
        {t({ zh: '录像', en: 'Video' })}
      </Link>
    );
  return <Button onClick={() => navigate(address)}>{t({ zh: '录像', en: 'Video' })}</Button>;
}
