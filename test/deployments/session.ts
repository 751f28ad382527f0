import { setTimeout as pause } from 'node:timers/promises'
import { masked, type Step } from '../kit/console.ts'
import type { ProgramResult } from './programs.ts'

/** Where the commands of a session run. */
export interface SessionEnvironment {
  run(command: string): Promise<ProgramResult>
}

/** A step with the comment "after N s" is repeated for at most this long, in milliseconds, until it prints what is documented. */
const REPEATED_MS = 90_000

/** Runs the steps one after another, and stops at the first that prints anything other than what the document shows. */
export async function runSession(
  steps: readonly Step[],
  environment: SessionEnvironment,
): Promise<{ readonly seconds: number; readonly failure?: string }> {
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  for (const step of steps) {
    const since = elapsed()
    const ran = await runStep(step, environment)
    console.log(`$ ${step.command.padEnd(100)}  # ${(elapsed() - since).toFixed(1)} s`)
    if (ran.output.trim() !== '') console.log(ran.output.trimEnd())
    if (isExpected(step, ran)) continue
    console.log(`${ran.errors}\nDocumented:\n${step.output}`)
    return { seconds: elapsed(), failure: `differs at: ${step.command}` }
  }
  return { seconds: elapsed() }
}

const isExpected = ({ output }: Step, ran: ProgramResult): boolean =>
  ran.succeeded && masked(ran.output) === masked(output)

async function runStep(step: Step, environment: SessionEnvironment): Promise<ProgramResult> {
  const began = performance.now()
  for (;;) {
    const ran = await environment.run(step.command)
    const mayRepeat = step.comment.startsWith('after') && performance.now() - began < REPEATED_MS
    if (isExpected(step, ran) || !mayRepeat) return ran
    await pause(1000)
  }
}
