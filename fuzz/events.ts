import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** One request of a run, with its answer and how it came about. */
export interface Exchange {
  readonly id: string
  readonly phase: string
  readonly method: string
  /** The template of the document. */
  readonly path: string
  /** Meant to be accepted. Where a credential is generated beside an example, Schemathesis calls the example itself negative. */
  readonly positive: boolean
  readonly status: number
  /** The case whose answer this one follows from. */
  readonly parent: string | undefined
  /** Whether it uses values of that answer. */
  readonly linked: boolean
  /** The link of the document that brought them, as against one that was inferred. */
  readonly link: string | undefined
  readonly checks: number
  readonly elapsed_ms: number
}

interface RecordedCase {
  readonly value: {
    readonly method: string
    readonly path: string
    readonly meta?: { readonly generation: { readonly mode: string } }
  }
  readonly parent_id?: string
  readonly is_transition_applied: boolean
  readonly transition?: { readonly id: string; readonly is_inferred: boolean }
}
interface Scenario {
  readonly phase: string
  readonly recorder: {
    readonly cases?: Readonly<Record<string, RecordedCase>>
    readonly interactions?: Readonly<
      Record<
        string,
        { readonly response?: { readonly status_code: number; readonly elapsed: number } }
      >
    >
    readonly checks?: Readonly<Record<string, readonly unknown[]>>
  }
}
interface Line {
  readonly ScenarioFinished?: Scenario
}
/** What a run sent and got, scenario by scenario. */
export interface Events {
  readonly scenarios: readonly (readonly Exchange[])[]
}

/** Reads Schemathesis' NDJSON report. */
export async function readEvents(path: string): Promise<Events> {
  const scenarios: Exchange[][] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { ScenarioFinished: scenario } = JSON.parse(line) as Line
    if (scenario) scenarios.push(exchangesOf(scenario))
  }
  return { scenarios }
}

function exchangesOf({
  phase,
  recorder: { cases = {}, interactions = {}, checks = {} },
}: Scenario): Exchange[] {
  return Object.entries(cases).flatMap(
    ([id, { value, parent_id, transition, is_transition_applied }]) => {
      const response = interactions[id]?.response
      if (!response) return []
      return [
        {
          id,
          phase,
          method: value.method.toUpperCase(),
          path: value.path,
          positive: phase === 'examples' || value.meta?.generation.mode === 'positive',
          status: response.status_code,
          parent: parent_id,
          linked: transition !== undefined && is_transition_applied,
          link:
            transition && is_transition_applied && !transition.is_inferred
              ? transition.id
              : undefined,
          checks: checks[id]?.length ?? 0,
          elapsed_ms: response.elapsed * 1000,
        },
      ]
    },
  )
}
