/** Addresses of a live stream, with a token that is read anew for each connection. */
export interface StreamAddress {
  readonly whepUrl: string | null;
  readonly hlsUrl: string | null;
  token(): string;
}

/** How a stream is received. */
export type StreamRoute = 'webrtc' | 'hls';

/** What a connection reports. */
interface StreamEvents {
  onPlaying(route: StreamRoute): void;
  /** It ended; the caller connects again. */
  onLost(): void;
}

/** Time in milliseconds in which the first picture has to come by WebRTC. */
const WEBRTC_MS = 8000;

/** Shows a stream in a video: by WebRTC, or by HLS where that does not get through. Returns the function that ends it. */
export function connectStream(video: HTMLVideoElement, address: StreamAddress, events: StreamEvents): () => void {
  let end: (() => void) | null = null;
  let isEnded = false;
  const begin = async () => {
    const routes = [
      ...(address.whepUrl && 'RTCPeerConnection' in window ? [() => byWebRtc(video, address, events)] : []),
      ...(address.hlsUrl ? [() => byHls(video, address, events)] : []),
    ];
    for (const route of routes) {
      const made = await route().catch(() => null);
      if (isEnded) return made?.();
      if (!made) continue;
      end = made;
      return;
    }
    if (!isEnded) events.onLost();
  };
  void begin();
  return () => {
    isEnded = true;
    end?.();
  };
}

async function byWebRtc(video: HTMLVideoElement, address: StreamAddress, events: StreamEvents): Promise<() => void> {
  const { WHEPClient } = await import('whip-whep/whep.js');
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  const client = new WHEPClient();
  const end = () => {
    video.srcObject = null;
    peer.close();
    // A session the server has not confirmed yet needs no end.
    void client.stop().catch(() => null);
  };
  peer.addTransceiver('video', { direction: 'recvonly' });
  peer.addTransceiver('audio', { direction: 'recvonly' });
  const stream = new MediaStream();
  const first = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no picture in time')), WEBRTC_MS);
    video.addEventListener(
      'playing',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
  peer.ontrack = ({ track }) => {
    stream.addTrack(track);
    video.srcObject = stream;
    void video.play().catch(() => null);
  };
  try {
    await Promise.all([client.view(peer, address.whepUrl!, address.token()), first]);
  } catch (error) {
    end();
    throw error;
  }
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === 'failed' || peer.connectionState === 'disconnected') events.onLost();
  };
  events.onPlaying('webrtc');
  return end;
}

async function byHls(video: HTMLVideoElement, address: StreamAddress, events: StreamEvents): Promise<() => void> {
  const { default: Hls } = await import('hls.js');
  if (!Hls.isSupported()) throw new Error('this browser plays no HLS');
  const hls = new Hls({
    enableWorker: false,
    lowLatencyMode: true,
    xhrSetup: (request) => request.setRequestHeader('Authorization', `Bearer ${address.token()}`),
  });
  const begun = new Promise<void>((resolve, reject) => {
    hls.on(Hls.Events.MANIFEST_PARSED, () => resolve());
    hls.on(Hls.Events.ERROR, (_, { fatal, details }) => {
      if (!fatal) return;
      reject(new Error(details));
      events.onLost();
    });
  });
  hls.loadSource(address.hlsUrl!);
  hls.attachMedia(video);
  try {
    await begun;
  } catch (error) {
    hls.destroy();
    throw error;
  }
  void video.play().catch(() => null);
  events.onPlaying('hls');
  return () => hls.destroy();
}
