import { expect } from 'vitest'
import { eventually } from '../../kit/bounds.ts'
import { masked, type Step } from '../../kit/console.ts'
import { freePort } from '../../kit/port.ts'
import type { terminal } from '../shell.ts'

/** A session in which the ports of a document are replaced with free ones. */
export interface Session {
  /** Replaces the ports of the document with those of this session. */
  withSessionPorts(text: string): string
  /** Runs the steps one after another, and expects that each prints what the document shows; a step that ends with `&` keeps running. */
  run(steps: readonly Step[], enter: string): Promise<void>
}

/** Opens a session in a terminal. @param shown the ports in the document */
export async function openSession(
  shell: ReturnType<typeof terminal>,
  shown: readonly number[],
): Promise<Session> {
  const ports = await Promise.all(shown.map(async (port) => [port, await freePort()] as const))
  const withSessionPorts = (text: string) =>
    ports.reduce((sofar, [port, used]) => sofar.replaceAll(portPattern(port), String(used)), text)
  const runStep = async ({ command, output }: Step, enter: string): Promise<void> => {
    const [, job] = /^kill %(\d+)$/.exec(command) ?? []
    if (job !== undefined) return shell.end(Number(job))
    const script = `${enter}\n${withSessionPorts(command.replace(/ &$/, ''))}`
    if (command.endsWith('&')) return void (await shell.start(script, READY))
    await eventually(() => expect(masked(shell.run(script))).toBe(masked(output)))
  }
  return {
    withSessionPorts,
    async run(steps, enter) {
      for (const step of steps) await runStep(step, enter)
    },
  }
}

/** What the programs of a session print when they can be used. */
const READY = /is ready|ready to receive|Loading success/

const portPattern = (port: number): RegExp => new RegExp(`\\b${port}\\b`, 'g')
