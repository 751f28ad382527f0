import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** One request of a run with its response and its origin. */
export interface RecordedRequest {
  readonly id: string
  readonly phase: string
  readonly method: string
  /** The path template of the contract. */
  readonly path: string
  /**
   * Whether the request is valid. The examples phase always counts as valid, because Schemathesis reports an example with a generated
   * credential as negative.
   */
  readonly positive: boolean
  readonly status: number
  /** The case whose response led to this one. */
  readonly parent: string | undefined
  /** Whether it uses values of that response. */
  readonly linked: boolean
  /** The link of the contract that provided the values; undefined for an inferred link. */
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
interface ReportLine {
  readonly ScenarioFinished?: Scenario
}
/** The requests of a run, grouped by scenario. */
export interface RunEvents {
  readonly scenarios: readonly (readonly RecordedRequest[])[]
}

/** Reads the NDJSON report that Schemathesis writes. */
export async function readEvents(path: string): Promise<RunEvents> {
  const scenarios: RecordedRequest[][] = []
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { ScenarioFinished: scenario } = JSON.parse(line) as ReportLine
    if (scenario) scenarios.push(requestsOf(scenario))
  }
  return { scenarios }
}

function requestsOf({
  phase,
  recorder: { cases = {}, interactions = {}, checks = {} },
}: Scenario): RecordedRequest[] {
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
