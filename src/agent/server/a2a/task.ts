import type { JsonObject } from '../../../domain/json.ts'

export type TaskState = 'working' | 'completed' | 'failed' | 'canceled'

export interface TaskStatus {
  readonly state: TaskState
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** Why the task failed, or its progress. */
  readonly text?: string
  /** Position among the statuses that the task has had, from 0. */
  readonly number: number
}

/** A change to a task. The status of an ended task is its last change. */
export type TaskUpdate =
  | { readonly kind: 'artifact'; readonly result: JsonObject }
  | { readonly kind: 'status'; readonly status: TaskStatus }
export type Subscriber = (updates: readonly TaskUpdate[]) => void

export interface TaskIdentity {
  readonly id: string
  readonly context_id: string
  /** Who may read and cancel the task. */
  readonly owner: string
  readonly skill: string
}

const MAX_TEXT = 1024

/** An A2A task: its state, its result, and its subscribers (docs/specification/a2a.md#states). It ends once. */
export class A2aTask {
  readonly identity: TaskIdentity
  readonly #now: () => string
  readonly #canceled = new AbortController()
  readonly #subscribers = new Set<Subscriber>()
  #status: TaskStatus
  /** JSON text, because parsed values can take twenty times as much memory, and a task is kept long after it has ended. */
  #result: Buffer | undefined

  constructor(identity: TaskIdentity, now: () => string) {
    this.identity = identity
    this.#now = now
    this.#status = { state: 'working', timestamp: now(), number: 0 }
  }

  get status(): TaskStatus {
    return this.#status
  }

  /** The result of a completed task. */
  get result(): JsonObject | undefined {
    return this.#result && (JSON.parse(this.#result.toString('utf8')) as JsonObject)
  }

  /** The memory that the result takes. */
  get result_bytes(): number {
    return this.#result?.length ?? 0
  }

  get ended(): boolean {
    return this.#status.state !== 'working'
  }

  /** Aborted when the task is canceled. */
  get canceled(): AbortSignal {
    return this.#canceled.signal
  }

  progress(text: string): void {
    if (!this.ended) this.#change('working', text)
  }

  complete(result: JsonObject): void {
    if (this.ended) return
    this.#result = Buffer.from(JSON.stringify(result))
    this.#change('completed', undefined, { kind: 'artifact', result })
  }

  fail(text: string): void {
    if (!this.ended) this.#change('failed', text)
  }

  cancel(): void {
    if (this.ended) return
    this.#change('canceled')
    this.#canceled.abort()
  }

  /** Calls the subscriber with every change until the task ends. Returns a function that unsubscribes. */
  subscribe(subscriber: Subscriber): () => void {
    if (!this.ended) this.#subscribers.add(subscriber)
    return () => this.#subscribers.delete(subscriber)
  }

  #change(state: TaskState, text?: string, ...before: readonly TaskUpdate[]): void {
    const status = {
      state,
      timestamp: this.#now(),
      number: this.#status.number + 1,
      ...(text !== undefined && { text: String(text).slice(0, MAX_TEXT).toWellFormed() }),
    }
    this.#status = status
    for (const follower of this.#subscribers) follower([...before, { kind: 'status', status }])
    if (this.ended) this.#subscribers.clear()
  }
}
