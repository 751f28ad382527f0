import { createHash } from 'node:crypto'
import { NOW_MS, type TestRequest, type TestResponse } from '../support/handler.ts'

export type Json = Readonly<Record<string, unknown>>
export const PLANS = ['free', 'starter', 'professional', 'enterprise']
export const DAY_MS = 86_400_000

/** The differences between conforming platforms. */
export interface Shape {
  readonly created: number
  readonly invalid: number
  readonly workspace_id: string
  readonly more: Json
  /** How far the clock was advanced before the run. The Date header is not affected. */
  readonly advanced_ms: number
}

export interface Installation {
  readonly id: string
  readonly upstream: string
  readonly capabilities: readonly unknown[]
  readonly org: string
  readonly agent: string
  readonly workspace: string
  refresh: string
  version: number
  tokens: Map<string, number>
}

interface InstallToken {
  readonly agent: string
  readonly workspace: string
  readonly expires_ms: number
  used?: { at: number; by: Installation }
}

/** An authorized request with valid members. */
export interface Call {
  readonly org: string
  /** The variable segments of the path. */
  readonly path: readonly string[]
  readonly given: Json
  readonly request: TestRequest
}

export type Route = readonly [
  id: string,
  method: string,
  path: RegExp,
  plan: string | undefined,
  members: Readonly<Record<string, 'string' | 'integer' | 'array' | 'object'>>,
  run: (call: Call) => TestResponse,
]

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): TestResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export const empty = (): TestResponse => jsonResponse(200, {})
export const notFound = (): TestResponse => jsonResponse(404, { error: 'not_found' })
export const unauthorized = (): TestResponse => jsonResponse(401, { error: 'unauthorized' })

/** Returns members that have to be strings. */
export const strings = (...names: readonly string[]): Readonly<Record<string, 'string'>> =>
  Object.fromEntries(names.map((name) => [name, 'string']))

/** The data of a reference platform, and the functions that all its routes use. */
export class PlatformState {
  readonly shape: Shape
  readonly agents = new Map<string, Json>()
  readonly workspaces = new Map<string, Json>()
  readonly tokens = new Map<string, InstallToken>()
  readonly installations = new Map<string, Installation>()
  readonly challenges = new Map<string, { readonly pin: string; used: boolean }>()
  readonly messages: Json[] = []
  now: number
  #counter = 0

  constructor(shape: Shape) {
    this.shape = shape
    this.now = NOW_MS + shape.advanced_ms
  }

  hash(): string {
    this.#counter += 1
    return createHash('sha256').update(String(this.#counter)).digest('hex')
  }

  uuid(): string {
    return this.hash().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  }

  pin(): string {
    return String(100_000 + this.#counter)
  }

  /** Returns the timestamp of the moment that is `ms` milliseconds from now. */
  time(ms: number): string {
    return new Date(this.now + ms).toISOString()
  }

  invalid(): TestResponse {
    return jsonResponse(this.shape.invalid, { error: 'validation_error' })
  }

  created(body: Json): TestResponse {
    return jsonResponse(this.shape.created, { ...body, ...this.shape.more })
  }

  /** Runs a function with a workspace of the calling organization. For any other workspace, the response is 404. */
  inWorkspace(
    segment: number,
    run: (workspace: Json, call: Call) => TestResponse,
  ): (call: Call) => TestResponse {
    return (call) => {
      const workspace = this.workspaces.get(call.path[segment] ?? '')
      return workspace?.['org'] === call.org ? run(workspace, call) : notFound()
    }
  }

  workspaceRecord({ id, name, description }: Json): Json {
    return { [this.shape.workspace_id]: id, name, description, ...this.shape.more }
  }
}
