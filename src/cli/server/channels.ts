import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { redacted } from '../../config/settings.ts'
import { resolveDestination, type DestinationKind } from '../../domain/audit/exports.ts'
import { failureMessage } from '../../domain/images/failures.ts'
import { uuid7 } from '../../domain/uuid.ts'
import { httpExportSender } from '../../ports/exports/sender.ts'
import { testDestination } from '../../ports/exports/test-destinations.ts'
import type { Mail, MailResult } from '../../ports/mailer.ts'
import { checkRegistry } from '../../ports/images/registry-images.ts'
import { smtpMailer } from '../../ports/smtp.ts'
import { webhookChat } from '../../ports/chat.ts'
import { connectTo, dialWitnesses, findProgram } from './dialing.ts'

/** A channel through which the registry sends or receives data. */
export interface Channel {
  readonly name: string
  /** Describes what happens without the channel, and which settings configure it. */
  readonly hint: string
  /** Returns the target of the channel without secrets, or undefined if the channel is not configured. */
  target(config: Config): string | undefined
  /**
   * Checks, without sending a message, whether the target can be used: connects to it, signs in if it is the mail server or an image
   * registry, or looks up the program or the file. Absent if another channel connects to the same server.
   */
  readonly dial?: (config: Config) => Promise<TestResult>
  /** Tests the channel with a message that is marked as a test. Absent if no message can be sent. */
  readonly test?: (config: Config) => Promise<TestResult>
}
export interface TestResult {
  readonly ok: boolean
  readonly detail: string
}

/** All channels, in the order in which `check-config` shows them. */
export const CHANNELS: readonly Channel[] = [
  {
    name: 'Mail',
    hint: '`pin show` shows the PINs of people who sign in; set SVC_SMTP_URL and SVC_MAIL_FROM',
    target: ({ smtp }) =>
      smtp &&
      `${smtp.host}:${smtp.port}${smtp.user === undefined ? '' : ` as ${smtp.user}`}, from ${smtp.from.address}, ` +
        (smtp.secure ? 'TLS' : `STARTTLS ${smtp.starttls}`),
    dial: async ({ smtp }) =>
      testResultOf(
        await smtpMailer(smtp!).check(),
        `connected${smtp!.user === undefined ? '' : ' and signed in'}`,
      ),
  },
  mailbox(
    'Support mail',
    'mail',
    'support requests go to the chat, or wait in `ticket list`; set SVC_SUPPORT_MAIL',
  ),
  {
    name: 'Support chat',
    hint: 'support requests go by mail, or wait in `ticket list`; set SVC_SUPPORT_CHAT_URL',
    target: ({ support: { chat } }) =>
      chat && `${redacted({ secret: true }, chat.url)} (${chat.format})`,
    dial: ({ support: { chat }, outgoing }) => connectTo([chat!.url], outgoing),
    async test({ support: { chat }, outgoing }) {
      const hook = webhookChat(chat!, outgoing)
      const result = await hook.post({
        title: TEST_SUBJECT,
        facts: [],
        text: TEST_TEXT,
        truncation_notice: '',
      })
      hook.close()
      return testResultOf(result, 'a test message was posted')
    },
  },
  mailbox(
    'Customer success',
    'csm',
    'customer success requests go to support; set SVC_SUPPORT_CSM_MAIL',
  ),
  exportDestination(
    'Export to logs',
    'logs',
    'each request must supply an address and a key; set SVC_LOGS_INTAKE_URL and SVC_LOGS_API_KEY',
  ),
  exportDestination(
    'Export to a collector',
    'collector',
    'each request must supply an address and a token; set SVC_COLLECTOR_URL and SVC_COLLECTOR_TOKEN',
  ),
  exportDestination(
    'Export to alerts',
    'alerts',
    'each request must supply a key; set SVC_ALERTS_ROUTING_KEY',
  ),
  {
    name: 'Container images',
    hint: 'no image can be scanned; set SVC_IMAGES_REGISTRY',
    target: ({ images: { registries } }) =>
      registries.map(({ url }) => url).join(', ') || undefined,
    async dial({ images: { registries }, outgoing }) {
      const failures = await Promise.all(
        registries.map(async (registry) => ({
          registry,
          failure: await checkRegistry(registry, outgoing),
        })),
      )
      const faults = failures.flatMap(({ registry, failure }) =>
        failure ? [`${registry.host}: ${failureMessage(failure).replace(/\.$/, '')}`] : [],
      )
      return faults.length > 0
        ? { ok: false, detail: faults.join('; ') }
        : { ok: true, detail: 'every image registry responds' }
    },
  },
  {
    name: 'Image scanner',
    hint: 'imported advisories are used; set SVC_IMAGES_SCANNER',
    // Arguments may contain a credential.
    target: ({ images: { scanner } }) => scanner?.[0],
    dial: ({ images: { scanner } }) => findProgram(scanner![0]!),
  },
  {
    name: 'Witnesses',
    hint: 'the published audit heads are not kept outside this registry; set SVC_WITNESSES',
    target: ({ transparency: { witnesses } }) =>
      witnesses.map(({ name }) => name).join(', ') || undefined,
    dial: dialWitnesses,
  },
  {
    name: 'Traces',
    hint: 'nothing is traced; set OTEL_EXPORTER_OTLP_ENDPOINT',
    target: ({ tracing }) => tracing && redacted({ secret: true }, tracing.url),
    dial: ({ tracing, outgoing }) => connectTo([tracing!.url], { ...outgoing, http: true }),
  },
]

const TEST_SUBJECT = 'Test of the agent registry'
const TEST_TEXT =
  'This is a test: an operator ran `svc-registry check-config --send-test`, and messages of this kind arrive here.\n'

function mailbox(name: string, box: 'mail' | 'csm', hint: string): Channel {
  return {
    name,
    hint,
    target: ({ support }) => support[box],
    async test({ smtp, support }) {
      const mail: Mail = {
        id: `test.${Date.now()}.${box}`,
        to: support[box]!,
        subject: `${TEST_SUBJECT}: ${name.toLowerCase()}`,
        text: TEST_TEXT,
      }
      return testResultOf(await smtpMailer(smtp!).send(mail), 'a test e-mail was sent')
    },
  }
}

function exportDestination(name: string, kind: DestinationKind, hint: string): Channel {
  return {
    name,
    hint,
    target: ({ exports }) =>
      resolveDestination(kind, {}, exports[kind]).kind === 'override'
        ? redacted({ secret: true }, exports[kind].url!)
        : undefined,
    // Addresses that the operator configured may be plain http.
    dial: ({ exports, outgoing }) => connectTo([exports[kind].url!], { ...outgoing, http: true }),
    async test({ exports, outgoing, public_url }) {
      const sender = httpExportSender(outgoing, exports)
      const [now, id] = [new Date().toISOString(), uuid7(Date.now(), randomBytes(10))]
      const outcome = await testDestination(kind, {
        sender,
        configured: exports,
        origin: new URL(public_url).hostname,
        now,
        id,
      })
      sender.close()
      return outcome.kind === 'accepted'
        ? { ok: true, detail: 'a test event was accepted' }
        : {
            ok: false,
            detail: outcome.kind === 'refused' ? outcome.error.message.replace(/\.$/, '') : hint,
          }
    },
  }
}

const testResultOf = (result: MailResult, detail: string): TestResult =>
  result.kind === 'sent' ? { ok: true, detail } : { ok: false, detail: result.reason }
