import { alignColumns } from '../../src/terminal/text.ts'
import type { Result, Call, Operation } from './history.ts'
import type { Run } from './simulation/simulate.ts'
import type { Failure } from './simulation/shrink.ts'

/** Describes a failure: the operations in order, the violations, and the command that repeats it in the simulation. */
export function describeFailure({ scenario, schedule, run }: Failure): string {
  const again = `npm run history -- --schedule ${schedule} --scenario '${JSON.stringify(scenario)}'`
  return [
    timeline(run),
    ...describeViolations(run).map((line) => `✗ ${line}`),
    `To repeat it in the simulation: ${again}`,
  ].join('\n\n')
}

/** Returns the violations of a run, one line each. */
export function describeViolations({ broken, verdict }: Run): string[] {
  const stuck = verdict?.kind === 'violation' ? verdict.stuck : []
  return [
    ...broken,
    ...stuck.map(
      ({ client, call, result }) =>
        `No order of operations explains "${describeCall(call)}" of ${client} with the response "${describeResult(result)}".`,
    ),
    ...(verdict?.kind === 'undecided'
      ? ['The history has too many possible orders to be checked.']
      : []),
  ]
}

/**
 * Formats one line for each operation in the order of the calls, or only for those of the subject of the verdict if there is one. The bars
 * show which operations overlap.
 */
export function timeline({ history, verdict }: Run): string {
  const shown = history
    .filter(({ subject }) => verdict === undefined || subject === verdict.subject)
    .toSorted((a, b) => a.called - b.called)
  const start = Math.min(...shown.map(({ at }) => at.from))
  const ticks = [...new Set(shown.flatMap(({ called, returned }) => [called, returned]))].sort(
    (a, b) => a - b,
  )
  const stuck = verdict?.kind === 'violation' ? verdict.stuck : []
  const rows = shown.map((operation) => [
    stuck.includes(operation) ? '✗' : '',
    operation.client,
    describeCall(operation.call),
    describeResult(operation.result),
    when(operation, start),
    bar(operation, ticks),
  ])
  return alignColumns([
    ['', 'CLIENT', 'CALL', 'RESPONSE', 'PLATFORM TIME', 'BETWEEN CALL AND RESPONSE'],
    ...rows,
  ])
}

function bar({ called, returned }: Operation, ticks: readonly number[]): string {
  const [from, to] = [ticks.indexOf(called), ticks.indexOf(returned)]
  return `${' '.repeat(from)}├${(returned === Infinity ? '┈' : '─').repeat(to - from - 1)}${returned === Infinity ? '┈' : '┤'}`
}

function describeCall({ do: name, ...fields }: Call): string {
  return [
    name,
    ...Object.entries(fields).map(([field, value]) =>
      /^[TIRFV]\d/.test(String(value)) ? String(value) : `${field} ${value}`,
    ),
  ].join(' ')
}

function describeResult(result: Result | undefined): string {
  if (!result) return '(lost)'
  const { kind, expires: _, lease: __, deadline: ___, ...fields } = result
  return [
    kind,
    ...Object.entries(fields).map(([field, value]) =>
      /^[TIRFV]\d/.test(String(value)) ? String(value) : `${field} ${value}`,
    ),
  ].join(' ')
}

/** Formats the time since the beginning of the history. */
function when({ at: { from, to } }: Operation, start: number): string {
  return from === to ? clock(from - start) : `${clock(from - start)} to ${clock(to - start)}`
}

function clock(milliseconds: number): string {
  const days = Math.floor(milliseconds / 86_400_000)
  return `${days > 0 ? `${days}d ` : ''}${new Date(milliseconds).toISOString().slice(11, 23)}`
}
