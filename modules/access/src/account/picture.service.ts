import { kernelRefusal, Refusal, type RefusalRule } from '@boyun/kernel/contract';
import { contentType, type Kernel } from '@boyun/kernel/server';

/** Requirements for an uploaded picture; `path` is the field it came in. */
interface PictureRule {
  readonly path: string;
  readonly maxBytes: number;
  readonly wrongType: RefusalRule;
  readonly tooLarge: RefusalRule;
}

/**
 * Throws the rule's refusals for an uploaded file whose content is not JPEG or PNG or that is too large, and `not-found`
 * for a missing file.
 */
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
