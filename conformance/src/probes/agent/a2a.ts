import { NotSent, required, type ProbeContext } from '../../engine/probe-context.ts'
import { allowedOrigins } from '../../engine/settings.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { BINDING, hasCapability, interfacesOf, isCard, likelyUrl } from '../../judge/a2a-card.ts'
import { objectsOf } from '../../judge/a2a-objects.ts'
import { isAbsoluteUrl, isObject, notApplicable } from '../../judge/assertions.ts'
import { member, parseJson, valueAt } from '../../judge/json.ts'
import { A2A_03, A2A_10, type A2aDialect } from './a2a-dialects.ts'
import { messagesToTry } from './a2a-message.ts'
import { noResponse, otherHost } from './card.ts'

const CARD_PATH = '/.well-known/agent-card.json'
/** A version that no agent supports. */
const UNSUPPORTED = '99.0'
/** An address to which nothing can be sent (RFC 2606). */
const NOTIFICATION_URL = 'https://notifications.invalid/'

/** Returns the address of the interface that is judged. @throws NotSent if there is none */
function endpointOf(context: ProbeContext, { version }: A2aDialect): string {
  const [card] = context.recorded('a2a.card')
  if (card === undefined || !isCard(card))
    throw new NotSent(notApplicable('The agent has no A2A card.'))
  const listed = interfacesOf(card, version)
  const usable = listed.filter(({ binding }) => binding === BINDING)
  if (listed.length > 0 && usable.length === 0)
    throw new NotSent(
      notApplicable(
        `The card lists no A2A ${version} interface with the ${BINDING} binding; other bindings are not judged.`,
      ),
    )
  const url = usable.length === 0 ? likelyUrl(card, context.settings.base) : usable[0]?.url
  if (!isAbsoluteUrl(url))
    throw new NotSent({
      kind: 'blocked',
      root: `${version === '1.0' ? 'A2A10' : 'A2A03'}-02`,
      reason: 'The card lists no absolute URL for this version.',
    })
  if (!allowedOrigins(context.settings).has(new URL(url).origin)) throw new NotSent(otherHost(url))
  return url
}

type Params = Readonly<Record<string, unknown>>
type Run = (context: ProbeContext, dialect: A2aDialect) => Promise<Exchange | void>

/** Calls a method at the interface that the card lists. */
async function call(
  context: ProbeContext,
  dialect: A2aDialect,
  method: string,
  params: object,
  headers = dialect.headers,
): Promise<Exchange> {
  return context.send({
    path: endpointOf(context, dialect),
    headers: { Accept: 'application/json, text/event-stream', ...headers },
    json: { jsonrpc: '2.0', id: context.random.uuid(), method, params },
  })
}

/** Returns the exchange whose message had a result, or the last one if none had. Most other requests repeat it or refer to its task. */
export const controlOf = (sent: readonly Exchange[]): Exchange | undefined =>
  sent.find((exchange) => isObject(member(exchange, '/result'))) ?? sent.at(-1)

const sentOf = (context: ProbeContext, { prefix }: A2aDialect): Exchange | undefined =>
  controlOf(context.recorded(`${prefix}.send`))

const paramsOf = (control: Exchange | undefined): Params => {
  const params = valueAt(parseJson(control?.request.body ?? ''), '/params')
  return isObject(params) ? params : {}
}

/** Returns the task that the agent created for the message; undefined if it responded with a message. */
export function taskOf(
  sent: readonly Exchange[],
  { version }: A2aDialect,
): { readonly id: string; readonly state: unknown } | undefined {
  const control = controlOf(sent)
  const [object] = control ? objectsOf([control], version) : []
  const id = object?.kind === 'task' ? object.value['id'] : undefined
  return typeof id === 'string' && id !== ''
    ? { id, state: valueAt(object?.value, '/status/state') }
    : undefined
}

/** Sends messages until one is not refused for its parameters (-32602). */
const sendMessages: Run = async (context, dialect) => {
  for (const params of messagesToTry(context, dialect)) {
    const sent = await call(context, dialect, dialect.methods.send, params)
    if (sent.outcome.kind !== 'response' || member(sent, '/error/code') !== -32602) return
  }
}

/** Calls a method once, with parameters that depend on what was sent before. */
const once =
  (
    method: (dialect: A2aDialect) => string,
    params: (context: ProbeContext, dialect: A2aDialect) => object,
    headers?: Readonly<Record<string, string>>,
  ): Run =>
  async (context, dialect) =>
    call(context, dialect, method(dialect), params(context, dialect), headers)

const NO_TASK = notApplicable('The agent responds with a message instead of a task.')

/** Creates the function that returns the parameters for a request about the task that the message created. */
const ofTask =
  (needsEnd: boolean) =>
  (context: ProbeContext, dialect: A2aDialect): object => {
    const sent = context.recorded(`${dialect.prefix}.send`)
    const { id, state } = required(taskOf(sent, dialect), NO_TASK)
    if (needsEnd && !dialect.ended.includes(state as string))
      throw new NotSent(notApplicable('The task that the message created has not ended.'))
    return { id }
  }

/** Returns the parameters of the message that had a result, with a new message id. */
const repeatedMessage = (context: ProbeContext, dialect: A2aDialect): Params => {
  const params = paramsOf(sentOf(context, dialect))
  const message = isObject(params['message']) ? params['message'] : {}
  return { ...params, message: { ...message, messageId: context.random.uuid() } }
}

const ifCapability =
  (capability: string, wanted: boolean, run: Run, otherwise: string): Run =>
  async (context, dialect) => {
    if (hasCapability(context.recorded('a2a.card')[0], capability) !== wanted)
      throw new NotSent(notApplicable(otherwise))
    return run(context, dialect)
  }

const RUNS: Readonly<Record<string, Run>> = {
  send: sendMessages,
  get: once(({ methods }) => methods.get, ofTask(false)),
  get_unknown: once(
    ({ methods }) => methods.get,
    ({ random }) => ({ id: random.uuid() }),
  ),
  cancel: once(({ methods }) => methods.cancel, ofTask(true)),
  unknown_method: once(({ methods }) => methods.unknown, repeatedMessage),
  no_message_id: once(
    ({ methods }) => methods.send,
    (context, dialect) => {
      const params = repeatedMessage(context, dialect)
      const { messageId: _, ...message } = params['message'] as Params
      return { ...params, message }
    },
  ),
  version: once(({ methods }) => methods.send, repeatedMessage, { 'A2A-Version': UNSUPPORTED }),
  unknown_task: once(
    ({ methods }) => methods.send,
    (context, dialect) => {
      const params = repeatedMessage(context, dialect)
      return {
        ...params,
        message: { ...(params['message'] as Params), taskId: context.random.uuid() },
      }
    },
  ),
  stream: ifCapability(
    'streaming',
    true,
    once(({ methods }) => methods.stream, repeatedMessage),
    'The card does not declare streaming.',
  ),
  no_stream: ifCapability(
    'streaming',
    false,
    once(({ methods }) => methods.stream, repeatedMessage),
    'The card declares streaming.',
  ),
  notify: ifCapability(
    'pushNotifications',
    false,
    once(
      ({ methods }) => methods.notify,
      (context, dialect) => {
        const task = taskOf(context.recorded(`${dialect.prefix}.send`), dialect)
        return dialect.notification(task?.id ?? context.random.uuid(), NOTIFICATION_URL)
      },
    ),
    'The card declares push notifications.',
  ),
  malformed: async (context, dialect) => {
    const url = endpointOf(context, dialect)
    const body = `{"jsonrpc":"2.0","id":"1","method":"${dialect.methods.send}","params":{`
    return context.send({ path: url, headers: dialect.headers, body })
  },
}

/** Returns the probes of a version. */
const probesOf = (dialect: A2aDialect): readonly Probe[] =>
  Object.entries(RUNS)
    .filter(([name]) => !(dialect.version === '0.3' && ONLY_10.includes(name)))
    .map(([name, run]) => ({
      id: `${dialect.prefix}.${name}`,
      effect: 'call',
      after: name === 'send' ? ['a2a.card'] : [`${dialect.prefix}.send`],
      run: (context) => run(context, dialect),
    }))

const ONLY_10: readonly string[] = ['version', 'unknown_task']

export const a2aProbes: readonly Probe[] = [
  {
    id: 'a2a.card',
    effect: 'read',
    after: ['card'],
    run: async (context) => noResponse(context) ?? context.send({ path: CARD_PATH }),
  },
  ...probesOf(A2A_10),
  ...probesOf(A2A_03),
]
