import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import forge from 'node-forge';

/** A certificate file (PKCS#12) in base64, and its password. */
export interface PfxTask {
  readonly file: string;
  readonly password: string;
}

/** What a certificate file holds, as PEM, or why it cannot be read. */
export type PfxContent = { readonly certificate: string; readonly privateKey: string } | 'not-a-pfx' | 'pfx-password';

const { pki, pkcs12, asn1 } = forge;

/** Reads the private key of a file and the certificate that belongs to it. */
function read({ file, password }: PfxTask): PfxContent {
  const tree = asn1.fromDer(forge.util.decode64(file));
  const opened = pkcs12.pkcs12FromAsn1(tree, password);
  const bags = (type: string) => opened.getBags({ bagType: type })[type] ?? [];
  const { keyBag, pkcs8ShroudedKeyBag, certBag } = pki.oids as Record<string, string>;
  const key = [...bags(pkcs8ShroudedKeyBag!), ...bags(keyBag!)].flatMap((one) => one.key ?? [])[0];
  if (!key) return 'not-a-pfx';
  const privateKey = pki.privateKeyInfoToPem(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)));
  const ofKey = createPrivateKey(privateKey);
  const certificate = bags(certBag!)
    .flatMap(({ cert }) => (cert ? [pki.certificateToPem(cert)] : []))
    .find((pem) => new X509Certificate(pem).checkPrivateKey(ofKey));
  return certificate ? { certificate, privateKey } : 'not-a-pfx';
}

// A separate thread: a file states itself how long deriving its key takes.
try {
  parentPort!.postMessage(read(workerData as PfxTask));
} catch (error) {
  const isLocked = /password|decrypt/i.test((error as Error).message);
  parentPort!.postMessage((isLocked ? 'pfx-password' : 'not-a-pfx') satisfies PfxContent);
}
