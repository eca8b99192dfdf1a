import type { Fields } from '@boyun/kernel/contract';
import { useText } from '@boyun/kernel/web';
import { Typography } from 'antd';
import { payloadFields, publicEvents } from '../webhook/public-event.contract.ts';
import { NODE_CHECK, PYTHON_CHECK, sampleOf } from './sample.view.ts';

/** How to call the API and receive events, with code to copy. */
export function Guide() {
  const t = useText();
  const origin = window.location.origin;
  const curl = [
    `curl -X POST ${origin}/api/order/getOrderPage \\`,
    "  -H 'Authorization: Bearer bk-…' \\",
    "  -H 'Content-Type: application/json' \\",
    '  -d \'{"From":"2026-01-01","Page":1,"PerPage":20}\'',
  ].join('\n');
  return (
    <div className="by-card-box open-api-guide">
      <section>
        <h2>{t({ zh: '一、接收事件（约五分钟）', en: '1. Receive events (about five minutes)' })}</h2>
        <ol>
          <li>
            {t({
              zh: '准备一个公网 https 地址，收到 POST 后 10 秒内答复 2xx。',
              en: 'Provide a public https address that answers a POST with 2xx within 10 seconds.',
            })}
          </li>
          <li>
            {t({
              zh: '在“事件推送”中新增推送，填写该地址，勾选“订单结束”，保存弹出的签名密钥。',
              en: 'Add a webhook with that address, select "A stay ended", and store the signing secret shown.',
            })}
          </li>
          <li>
            {t({
              zh: '点击“测试”，确认送达；之后每有车辆离场，几秒内就会收到 order.closed。',
              en: 'Press Test. From then on every car that leaves triggers an order.closed event within seconds.',
            })}
          </li>
        </ol>
        <p>
          {t({
            zh: '失败后按 5 秒、30 秒、2 分钟、10 分钟、30 分钟、1 小时、3 小时、6 小时、12 小时重试，最多 10 次；连续失败超过 24 小时自动暂停并发送消息。同一事件可能送达不止一次，请按 Id 去重；不保证先后顺序，请以 At 为准。',
            en: 'A failed delivery is retried after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 3 h, 6 h and 12 h, ten times in all; a webhook that fails for 24 hours is paused and you are notified. An event may be delivered more than once: detect duplicates by Id. Order is not guaranteed: sort by At.',
          })}
        </p>
        <h3>{t({ zh: '核对签名', en: 'Check the signature' })}</h3>
        <p>
          {t({
            zh: 'X-Boyun-Signature 等于 v1= 加上 HMAC-SHA256(签名密钥, “X-Boyun-Timestamp.请求体原文”) 的十六进制；时间戳与当前相差超过 5 分钟的请求应拒绝。',
            en: 'X-Boyun-Signature is v1= and the hex of HMAC-SHA256(signing secret, "X-Boyun-Timestamp.raw body"). Reject requests whose timestamp is off by more than 5 minutes.',
          })}
        </p>
        <Code title="Node.js" text={NODE_CHECK} />
        <Code title="Python" text={PYTHON_CHECK} />
      </section>
      <section>
        <h2>{t({ zh: '二、事件目录', en: '2. Events' })}</h2>
        {[...publicEvents.values()].map((one) => (
          <details key={one.name} open={one.name === 'order.closed'}>
            <summary>
              <code>{one.name}</code> {t(one.label)}
            </summary>
            <FieldTable fields={one.fields} />
            <Code title={t({ zh: '示例', en: 'Example' })} text={sampleOf(one)} />
          </details>
        ))}
        <details>
          <summary>{t({ zh: '每个事件都有的内容', en: 'Common fields of all events' })}</summary>
          <FieldTable fields={payloadFields} />
        </details>
      </section>
      <section>
        <h2>{t({ zh: '三、调用接口', en: '3. Call the API' })}</h2>
        <p>
          {t({
            zh: '在“接口密钥”中新建密钥并授予权限；请求均为 POST，JSON 或表单。答复的 state 为 success 表示成功，否则见 code 与 message；401 密钥无效，429 超出每分钟上限。金额为元的字符串，时间为 ISO 8601。',
            en: 'Create a key and grant it scopes. Calls are POST, JSON or form-encoded. If state is not success, see code and message. 401: invalid key; 429: too many calls per minute. Amounts are strings in yuan, times are ISO 8601.',
          })}
        </p>
        <Code title="curl" text={curl} />
        <p>
          <a href="/api/docs" target="_blank" rel="noreferrer">
            {t({ zh: '全部接口与所需权限', en: 'All operations and the scopes they require' })}
          </a>
          {' · '}
          <a href="/api/openapi.json" target="_blank" rel="noreferrer">
            OpenAPI 3.1
          </a>
        </p>
      </section>
    </div>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <figure className="open-api-figure">
      <figcaption>
        <span>{title}</span>
        <Typography.Text copyable={{ text }} />
      </figcaption>
      <pre className="open-api-code">{text}</pre>
    </figure>
  );
}

function FieldTable({ fields }: { fields: Fields }) {
  const t = useText();
  return (
    <div className="open-api-fields">
      <table>
        <tbody>
          {Object.entries(fields).map(([key, field]) => (
            <tr key={key}>
              <td>
                <code>{key.charAt(0).toUpperCase() + key.slice(1).replace(/Fen$/, '')}</code>
              </td>
              <td>{t(field.label)}</td>
              <td className="by-faint">
                {field.kind === 'money' ? t({ zh: '元，字符串', en: 'yuan, a string' }) : field.kind}
                {field.isOptional && t({ zh: '，可为空', en: ', may be null' })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
