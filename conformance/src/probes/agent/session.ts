import { curlLine } from '../../engine/curl.ts'
import { untested, type Lab } from '../../engine/lab.ts'
import type { Exchange, Probe, Unavailable } from '../../engine/types.ts'
import { isString } from '../../judge/atoms.ts'
import { member } from '../../judge/json.ts'

const AUTH_PATH = '/svc/auth'
const CHAT_PATH = '/chat'
const NO_SESSION = untested('No session could be opened, so there is no token to chat with.')

async function open(lab: Lab, secret: string): Promise<void> {
  const exchange = await lab.send({
    path: AUTH_PATH,
    json: { client_id: `client-${lab.random.hex(8)}`, scope: ['chat'] },
  })
  const token = member(exchange, '/session_token')
  if (isString(token)) lab.secret(secret, token, obtainedBy(lab, exchange))
}

/** A shell command that opens a session like the recorded one and prints its token. */
function obtainedBy({ settings }: Lab, { request }: Exchange): string {
  return `${curlLine(settings.base, request, settings.limits.request).replace('curl -sS -i', 'curl -sS')} | sed -n 's/.*"session_token" *: *"\\([^"]*\\)".*/\\1/p'`
}

interface Words {
  readonly bearer?: string
  readonly client_id?: string
}

const clientOf = (lab: Lab): string =>
  String(
    (JSON.parse(lab.seen('session.open')[0]?.request.body ?? '{}') as { client_id?: string })
      .client_id,
  )

/** Says something in the session that was opened; `words` changes who says it. */
function chat(id: string, words: (lab: Lab) => Words): Probe {
  return {
    id,
    effect: 'call',
    after: ['session.open'],
    run: async (lab): Promise<Unavailable | undefined> => {
      const opened = lab.seen('session.open')[0]
      if (!opened || !isString(member(opened, '/session_token'))) return NO_SESSION
      const { bearer, client_id } = words(lab)
      const headers = {
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
        'X-Svc-Client-ID': client_id ?? clientOf(lab),
      }
      await lab.send({
        path: CHAT_PATH,
        headers,
        json: {
          message: 'Hello, what can you do?',
          conversation_id: `conversation-${lab.random.hex(8)}`,
        },
      })
      return undefined
    },
  }
}

const TOKEN = '{{SVC_SESSION_TOKEN}}'

export const sessionProbes: readonly Probe[] = [
  { id: 'session.open', effect: 'call', run: (lab) => open(lab, 'SVC_SESSION_TOKEN') },
  {
    id: 'session.again',
    effect: 'call',
    after: ['session.open'],
    run: (lab) => open(lab, 'SVC_OTHER_SESSION_TOKEN'),
  },
  {
    id: 'session.wrong',
    effect: 'call',
    after: ['session.open'],
    run: async (lab) => {
      await lab.send({
        path: AUTH_PATH,
        json: { client_id: `client-${lab.random.hex(8)}`, scope: 'chat' },
      })
      await lab.send({ path: AUTH_PATH, json: { scope: ['chat'] } })
    },
  },
  chat('chat', () => ({ bearer: TOKEN })),
  chat('chat.again', () => ({ bearer: TOKEN })),
  chat('chat.no_bearer', () => ({})),
  chat('chat.garbage', (lab) => ({ bearer: `sess_${lab.random.hex(32)}` })),
  chat('chat.other_client', (lab) => ({ bearer: TOKEN, client_id: `client-${lab.random.hex(8)}` })),
]
