/**
 * Handlers that the compiler must refuse, checked by `npm run lint:code`: every `@ts-expect-error` that precedes no
 * error is itself an error. `accepted` shows that the same calls compile when they are right.
 */
import { note, type Handlers, type Notes } from '../contract/notes.ts'
import type { AnyCaller, Caller, CodeFor } from '../../src/contract/typed.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

type Key = Notes['callers']['ApiKey']
type Session = Notes['callers']['Session']
type ClientId = Notes['callers']['ClientId']

// Callers follow from the security requirement objects.
holds<Equal<Caller<Notes, 'createNote'>, Key>>()
holds<Equal<Caller<Notes, 'getNote'>, Key | Session>>()
holds<Equal<Caller<Notes, 'labelParcel'>, Session & ClientId>>()
holds<Equal<Caller<Notes, 'getReport'>, null>>()
holds<Equal<Caller<Notes, 'listParcels'>, Key | null>>()
holds<Equal<AnyCaller<Notes>, Key | Session | (Session & ClientId) | null>>()

// Codes follow from the documented statuses.
type Refused400 = 'MALFORMED_REQUEST' | 'MALFORMED_JSON' | 'INVALID_PARAMETER'
type Refused404 = 'ROUTE_NOT_FOUND' | 'NOTE_NOT_FOUND'
holds<
  Equal<
    CodeFor<Notes, 'deleteNote'>,
    Refused400 | 'UNAUTHENTICATED' | Refused404 | 'INTERNAL_ERROR'
  >
>()

export const accepted = {
  async listNotes({ query, headers, caller, request, reply }) {
    const filled: readonly [number, number] = [query.limit, query.offset]
    const open: boolean | undefined = query.pinned
    const list: readonly ('open' | 'done')[] | undefined = query.status
    const depth: number | undefined = headers['X-Depth']
    const name: string = caller.kind === 'key' ? caller.org_id : caller.user_id
    const agent: string | null = request.user_agent
    const nothing = [filled, open, list, depth, name, agent].length === 0
    return nothing
      ? reply(200, { items: [], total: 0 })
      : reply(200, { items: [], total: 0 }).with({ RateLimit: '"a";r=1' })
  },
  async createNote({ body, reply, refuse }) {
    const text: string = body.body
    const due: string | undefined = body.due
    if (text === due) return refuse('PLAN_REQUIRED', { extra: { required_plan: 'starter' } })
    return reply(201, note).with({ Location: '/notes/1', 'X-Revision': 2 })
  },
  async searchNotes({ body, reply }) {
    const text: string | undefined = body?.text
    return reply(200, { items: [], total: text?.length ?? 0 })
  },
  async getReport({ reply }) {
    return Math.min(1, 2) === 1 ? reply(200, '# Report', 'text/markdown') : reply(200, { score: 1 })
  },
  async labelParcel({ body, path, caller, reply }) {
    const label: number = path.label
    const both: string = caller.user_id + caller.client_id
    return reply(200, {
      seen: body.kind === 'text' ? { text: body.text, label } : { data: body.data, both },
    })
  },
  async deleteNote({ reply }) {
    return reply(204)
  },
} satisfies Partial<Handlers>

export const wrongReplies = {
  async listNotes({ reply }) {
    // @ts-expect-error undocumented status
    return reply(418, { items: [], total: 0 })
  },
  async createNote({ reply }) {
    // @ts-expect-error missing property
    return reply(201, { note_id: 'n', title: 't' })
  },
  async searchNotes({ reply }) {
    // @ts-expect-error excess property
    return reply(200, { items: [], total: 0, secret: 's' })
  },
  async deleteNote({ reply }) {
    // @ts-expect-error body on 204
    return reply(204, {})
  },
  async getReport({ reply }) {
    // @ts-expect-error media type not named
    return reply(200, '# Report')
  },
  async labelParcel({ reply }) {
    // @ts-expect-error wrong type of a property
    return reply(200, { seen: 'all' })
  },
} satisfies Partial<Handlers>

export const noReplies = {
  // @ts-expect-error reply made by hand
  async getNote() {
    return { status: 200, body: note }
  },
  // @ts-expect-error no return
  async deleteNote() {},
  // @ts-expect-error reply of another operation
  async listNotes() {
    return accepted.deleteNote({ reply: undefined as never } as never)
  },
  // @ts-expect-error not asynchronous
  searchNotes({ reply }) {
    return reply(200, { items: [], total: 0 })
  },
} satisfies Partial<Handlers>

export const wrongCodes = {
  async deleteNote({ refuse }) {
    // @ts-expect-error status of the code is not documented here
    return refuse('PLAN_REQUIRED')
  },
  async getNote({ refuse }) {
    // @ts-expect-error no such code
    return refuse('NOTE_LOST')
  },
  async getReport({ refuse }) {
    // @ts-expect-error a problem has no such detail
    return refuse('NOTE_NOT_FOUND', { detail: 'x' })
  },
} satisfies Partial<Handlers>

export const wrongHeaders = {
  async searchNotes({ reply }) {
    // @ts-expect-error header is not documented for this status
    return reply(200, { items: [], total: 0 }).with({ Location: '/' })
  },
  async createNote({ reply }) {
    // @ts-expect-error header is an integer
    return reply(201, note).with({ 'X-Revision': 'two' })
  },
} satisfies Partial<Handlers>

export const wrongInputs = {
  async createNote({ caller, reply }) {
    // @ts-expect-error the caller of this operation is not a session
    return reply(201, { ...note, title: caller.user_id })
  },
  async getReport({ caller, reply }) {
    // @ts-expect-error a public operation has no caller
    return reply(200, { score: caller.score })
  },
  async listNotes({ query, reply }) {
    // @ts-expect-error no such query parameter
    return reply(200, { items: [], total: query.page })
  },
  async searchNotes({ body, reply }) {
    // @ts-expect-error an optional body may be missing
    return reply(200, { items: [], total: body.text.length })
  },
  async labelParcel({ path, reply }) {
    // @ts-expect-error requests cannot be changed
    path.ref = ''
    return reply(200, { seen: {} })
  },
} satisfies Partial<Handlers>

// @ts-expect-error missing operation
export const incomplete: Handlers = { ...accepted }
// @ts-expect-error unknown operation
export const unknown = { async nope() {} } satisfies Partial<Handlers>
