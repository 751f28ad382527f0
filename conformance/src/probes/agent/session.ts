import { curlLine } from '../../engine/reproduce/curl.ts'
import { shellPlaceholders } from '../../engine/secrets/placeholders.ts'
import type { ProbeContext } from '../../engine/probe-context.ts'
import type { Exchange, Probe } from '../../engine/types.ts'
import { isString, notApplicable, untested } from '../../judge/assertions.ts'
import { member } from '../../judge/json.ts'

const AUTH_PATH = '/svc/auth'
const CHAT_PATH = '/chat'
const NO_SESSION = untested('No session could be opened, so there is no token for /chat.')

const OWN_CREDENTIALS = notApplicable(
  'Every request has the Authorization header that was given with --header.',
)

const hasAuthorization = ({ settings }: ProbeContext): boolean =>
  Object.keys(settings.headers).some((name) => name.toLowerCase() === 'authorization')

async function openSession(context: ProbeContext, secret: string): Promise<void> {
  const exchange = await context.send({
    path: AUTH_PATH,
    json: { client_id: `client-${context.random.hex(8)}`, scope: ['chat'] },
  })
  const token = member(exchange, '/session_token')
  if (isString(token)) context.keepSecret(secret, token, commandFor(context, exchange))
}

/** Returns a shell command that opens a session like the recorded one and prints its token. */
function commandFor({ settings }: ProbeContext, { request }: Exchange): string {
  return `${curlLine(settings.base, request, settings.limits.request, shellPlaceholders(settings)).replace('curl -sS -i', 'curl -sS')} | sed -n 's/.*"session_token" *: *"\\([^"]*\\)".*/\\1/p'`
}

interface ChatCredentials {
  readonly bearer?: string
  /** Replaces the client that opened the session. */
  readonly client_id?: string
}

const clientOf = (context: ProbeContext): string =>
  String(
    (
      JSON.parse(context.recorded('session.open')[0]?.request.body ?? '{}') as {
        client_id?: string
      }
    ).client_id,
  )

/** Sends a message with the given credentials in the session that was opened. */
function chat(id: string, credentials: (context: ProbeContext) => ChatCredentials): Probe {
  return {
    id,
    effect: 'call',
    after: ['session.open'],
    run: async (context) => {
      const [session] = context.recorded('session.open')
      if (!session || !isString(member(session, '/session_token'))) return NO_SESSION
      const { bearer, client_id } = credentials(context)
      if (bearer === undefined && hasAuthorization(context)) return OWN_CREDENTIALS
      return context.send({
        path: CHAT_PATH,
        headers: {
          ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
          'X-Svc-Client-ID': client_id ?? clientOf(context),
        },
        json: {
          message: 'Hello, what can you do?',
          conversation_id: `conversation-${context.random.hex(8)}`,
        },
      })
    },
  }
}

const TOKEN = '{{SVC_SESSION_TOKEN}}'

export const sessionProbes: readonly Probe[] = [
  {
    id: 'session.open',
    effect: 'call',
    run: (context) => openSession(context, 'SVC_SESSION_TOKEN'),
  },
  {
    id: 'session.again',
    effect: 'call',
    after: ['session.open'],
    run: (context) => openSession(context, 'SVC_OTHER_SESSION_TOKEN'),
  },
  {
    id: 'session.wrong',
    effect: 'call',
    after: ['session.open'],
    run: async (context) => {
      await context.send({
        path: AUTH_PATH,
        json: { client_id: `client-${context.random.hex(8)}`, scope: 'chat' },
      })
      await context.send({ path: AUTH_PATH, json: { scope: ['chat'] } })
    },
  },
  chat('chat', () => ({ bearer: TOKEN })),
  chat('chat.again', () => ({ bearer: TOKEN })),
  chat('chat.no_bearer', () => ({})),
  chat('chat.garbage', (context) => ({ bearer: `sess_${context.random.hex(32)}` })),
  chat('chat.other_client', (context) => ({
    bearer: TOKEN,
    client_id: `client-${context.random.hex(8)}`,
  })),
]
