import { kernelRefusal, Refusal, type RefusalRule } from '@boyun/kernel/contract';
import { contentType, type Kernel } from '@boyun/kernel/server';

/** What an uploaded picture must be; `path` is the field it came in. */
interface PictureRule {
  readonly path: string;
  readonly maxBytes: number;
  readonly wrongType: RefusalRule;
  readonly tooLarge: RefusalRule;
}

/** Refuses an uploaded file that is no jpeg or png by its content, or not small enough; throws `not-found` for one that is not there. */
export async function requirePicture(kernel: Pick<Kernel, 'files'>, key: string, rule: PictureRule): Promise<void> {
  const stream = await kernel.files.open(key);
  if (!stream) throw new Refusal(kernelRefusal['not-found'], { what: key });
  const refused = (why: RefusalRule) => new Refusal(why, {}, [{ path: rule.path, zh: why.zh, en: why.en }]);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size >= rule.maxBytes) {
      stream.destroy();
      throw refused(rule.tooLarge);
    }
    chunks.push(chunk as Buffer);
  }
  if (!['jpg', 'png'].includes(contentType(Buffer.concat(chunks)) ?? '')) throw refused(rule.wrongType);
}
