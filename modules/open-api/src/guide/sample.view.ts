import { encode, type Field, type PublicEvent } from '@boyun/kernel/contract';
import { PAYLOAD_VERSION, payloadFields } from '../webhook/public-event.contract.ts';

const ID = '019b8c41-5b6e-7c1a-9d2f-3e4a5b6c7d8e';

/** Realistic sample values by field; other fields get a value by kind. */
const VALUES: Readonly<Record<string, unknown>> = {
  orderNo: 'P260131083000A1B2C3',
  plate: '粤B12345',
  plateColor: 1,
  standing: 'temporary',
  enteredAt: '2026-01-31T08:30:00.000Z',
  leftAt: '2026-01-31T10:05:00.000Z',
  happenedAt: '2026-01-31T10:05:00.000Z',
  parkedMinutes: 95,
  hasLeft: true,
  feeFen: 1200,
  paidFen: 1200,
  amountFen: 1200,
  paymentNo: 'T260131100400D4E5F6',
  channel: 'sandbox',
  kind: 'black-entry',
  severity: 'high',
  titleZh: '黑名单车辆入场',
  titleEn: 'Blacklisted car',
  descriptionZh: '万象城停车场 入口1号车道 粤B12345',
  descriptionEn: 'Blacklisted car 粤B12345 at the entry',
  outcome: 'handled',
  laneName: '出口1号车道',
  direction: 'exit',
  decision: 'open',
  confidence: 97,
  reasonZh: '已结清',
  reasonEn: 'Nothing is due',
  reason: '重复入场',
  name: '出口1号车道相机',
};

const BY_KIND: Partial<Record<Field['kind'], unknown>> = { money: 0, integer: 0, decimal: 0, flag: false };

/** Returns a sample of a public event as a receiver gets it. */
export function sampleOf({ name: kind, fields }: PublicEvent): string {
  const values = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, VALUES[key] ?? BY_KIND[field.kind] ?? ID]),
  );
  const context = { zone: 'UTC' };
  const head = {
    id: ID,
    kind,
    version: PAYLOAD_VERSION,
    at: '2026-01-31T10:05:00.000Z',
    lotId: ID,
    lotName: '万象城停车场',
  };
  return JSON.stringify({ ...encode(payloadFields, head, context), Data: encode(fields, values, context) }, null, 2);
}

/** Example of signature verification in Node.js. */
export const NODE_CHECK = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const time = request.headers['x-boyun-timestamp'];
  const want = 'v1=' + createHmac('sha256', process.env.BOYUN_SECRET).update(time + '.' + body).digest('hex');
  const given = String(request.headers['x-boyun-signature']);
  const isOurs = given.length === want.length && timingSafeEqual(Buffer.from(given), Buffer.from(want));
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  if (!isOurs || !isFresh) return response.writeHead(401).end();
  const event = JSON.parse(body);
  console.log(event.Kind, event.Data.OrderNo, event.Data.Paid);
  response.writeHead(204).end();
}).listen(3000);`;

/** Example of signature verification in Python. */
export const PYTHON_CHECK = `import hashlib, hmac, os, time
from flask import Flask, request

app = Flask(__name__)

@app.post("/boyun")
def boyun():
    at = request.headers["X-Boyun-Timestamp"]
    text = at.encode() + b"." + request.get_data()
    want = "v1=" + hmac.new(os.environ["BOYUN_SECRET"].encode(), text, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(want, request.headers["X-Boyun-Signature"]) or abs(time.time() - int(at)) > 300:
        return "", 401
    event = request.get_json()
    print(event["Kind"], event["Data"].get("OrderNo"))
    return "", 204`;
