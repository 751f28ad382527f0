import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { redacted } from '../../config/settings.ts'
import { aimAt, type DestinationKind } from '../../domain/audit/exports.ts'
import { failureMessage } from '../../domain/images/failures.ts'
import { uuid7 } from '../../domain/uuid.ts'
import { httpExportSender } from '../../ports/exports/sender.ts'
import { testDestination } from '../../ports/exports/test-destinations.ts'
import type { Mail, Sent } from '../../ports/mailer.ts'
import { checkRegistry } from '../../ports/registry/images.ts'
import { smtpMailer } from '../../ports/smtp.ts'
import { webhookChat } from '../../ports/support/chat.ts'

/** Where something leaves the registry: what it is for, whether it is set up, and whether it works. */
export interface Channel {
  readonly name: string
  /** What is without it, and which setting would change that. */
  readonly hint: string
  /** Where it leads, without secrets; undefined when it is not set up. */
  target(config: Config): string | undefined
  /** Uses it in earnest. What is sent says that it is a test. */
  test(config: Config): Promise<TestResult>
}
export type TestResult =
  { readonly ok: true; readonly detail: string } | { readonly ok: false; readonly detail: string }

/** Every channel, in the order in which `check-config` shows them. Whoever adds a way out adds a line. */
export const CHANNELS: readonly Channel[] = [
  {
    name: 'Mail',
    hint: '`pin show` reads the PIN of who signs in; set SVC_SMTP_URL and SVC_MAIL_FROM',
    target: ({ smtp }) =>
      smtp &&
      `${smtp.host}:${smtp.port}${smtp.user === undefined ? '' : ` as ${smtp.user}`}, from ${smtp.from.address}, ` +
        (smtp.secure ? 'TLS' : `STARTTLS ${smtp.starttls}`),
    test: async ({ smtp }) =>
      judged(
        await smtpMailer(smtp!).check(),
        `reached${smtp!.user === undefined ? '' : ' and signed in'}`,
      ),
  },
  mailbox(
    'Support mail',
    'mail',
    'support goes to the chat, or waits in `ticket list`; set SVC_SUPPORT_MAIL',
  ),
  {
    name: 'Support chat',
    hint: 'support goes by mail, or waits in `ticket list`; set SVC_SUPPORT_CHAT_URL',
    target: ({ support: { chat } }) =>
      chat && `${redacted({ secret: true }, chat.url)} (${chat.format})`,
    async test({ support: { chat }, outgoing }) {
      const hook = webhookChat(chat!, outgoing)
      const posted = await hook.post({ title: TEST_SUBJECT, facts: [], text: TEST_TEXT, rest: '' })
      hook.close()
      return judged(posted, 'a test message was posted')
    },
  },
  mailbox('Customer success', 'csm', 'customer success goes to support; set SVC_SUPPORT_CSM_MAIL'),
  destination(
    'Export to logs',
    'logs',
    'a request brings address and key; set SVC_LOGS_INTAKE_URL and SVC_LOGS_API_KEY',
  ),
  destination(
    'Export to a collector',
    'collector',
    'a request brings address and token; set SVC_COLLECTOR_URL and SVC_COLLECTOR_TOKEN',
  ),
  destination('Export to alerts', 'alerts', 'a request brings a key; set SVC_ALERTS_ROUTING_KEY'),
  {
    name: 'Container images',
    hint: 'no image can be scanned; set SVC_IMAGES_REGISTRY',
    target: ({ images: { registries } }) =>
      registries.map(({ url }) => url).join(', ') || undefined,
    async test({ images: { registries }, outgoing }) {
      const failures = await Promise.all(
        registries.map(async (registry) => ({
          registry,
          failure: await checkRegistry(registry, outgoing),
        })),
      )
      const wrong = failures.flatMap(({ registry, failure }) =>
        failure ? [`${registry.host}: ${failureMessage(failure).replace(/\.$/, '')}`] : [],
      )
      return wrong.length > 0
        ? { ok: false, detail: wrong.join('; ') }
        : { ok: true, detail: 'every registry answers' }
    },
  },
]

const TEST_SUBJECT = 'Test of the agent registry'
const TEST_TEXT =
  'This is a test: an operator ran `svc-registry check-config --send-test`, and this is where such messages arrive.\n'

function mailbox(name: string, box: 'mail' | 'csm', missing: string): Channel {
  return {
    name,
    hint: missing,
    target: ({ support }) => support[box],
    async test({ smtp, support }) {
      const mail: Mail = {
        id: `test.${Date.now()}.${box}`,
        to: support[box]!,
        subject: `${TEST_SUBJECT}: ${name.toLowerCase()}`,
        text: TEST_TEXT,
      }
      return judged(await smtpMailer(smtp!).send(mail), 'a test mail was sent')
    },
  }
}

function destination(name: string, kind: DestinationKind, missing: string): Channel {
  return {
    name,
    hint: missing,
    target: ({ exports }) =>
      aimAt(kind, {}, exports[kind]).kind === 'aim'
        ? redacted({ secret: true }, exports[kind].url!)
        : undefined,
    async test({ exports, outgoing, public_url }) {
      const sender = httpExportSender(outgoing, exports)
      const [now, id] = [new Date().toISOString(), uuid7(Date.now(), randomBytes(10))]
      const tested = await testDestination(kind, {
        sender,
        configured: exports,
        origin: new URL(public_url).hostname,
        now,
        id,
      })
      sender.close()
      return tested.kind === 'taken'
        ? { ok: true, detail: 'a test event was taken' }
        : {
            ok: false,
            detail: tested.kind === 'refused' ? tested.fault.message.replace(/\.$/, '') : missing,
          }
    },
  }
}

const judged = (sent: Sent, detail: string): TestResult =>
  sent.kind === 'sent' ? { ok: true, detail } : { ok: false, detail: sent.reason }
