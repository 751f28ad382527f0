import type { Answer, Call, Handle } from '../history.ts'
import type { Intent } from './scenario.ts'

/** What answers brought, per agent, in the order in which they came. All clients share it, as thieves and restarted processes do. */
export function newWallet() {
  const tokens: Handle[] = []
  const runtimes: { installation: Handle; runtime: Handle }[] = []
  const refreshes: { installation: Handle; refresh: Handle }[] = []
  const installations: Handle[] = []

  return {
    keep(call: Call, { kind, token, installation = 'installation' in call ? call.installation : undefined, runtime, refresh }: Answer): void {
      if (kind === 'created' && token !== undefined) tokens.push(token)
      if (installation !== undefined && !installations.includes(installation)) installations.push(installation)
      if (installation !== undefined && runtime !== undefined) runtimes.push({ installation, runtime })
      if (installation !== undefined && refresh !== undefined) refreshes.push({ installation, refresh })
    },
    /** The call an intent comes to; undefined while what it would present is not there. */
    callOf({ do: name, back = 0, number, stopped = false }: Intent): Exclude<Call, { do: 'restart' }> | undefined {
      const pick = <Item>(items: readonly Item[]): Item | undefined => items[items.length - 1 - Math.min(back, items.length - 1)]
      switch (name) {
        case 'create': return { do: name, minutes: number ?? 15 }
        case 'recover': return installations.length === 0 ? undefined : { do: name }
        case 'bootstrap': {
          const token = pick(tokens)
          return token === undefined ? undefined : { do: name, token }
        }
        case 'lease': {
          const found = pick(runtimes)
          return found && { do: name, ...found, status: stopped ? 'stopped' : 'running', ...(number !== undefined && { interval: number }) }
        }
        case 'use': {
          const found = pick(runtimes)
          return found && { do: name, runtime: found.runtime }
        }
        case 'refresh': {
          const found = pick(refreshes)
          return found && { do: name, ...found }
        }
        case 'revoke': {
          const installation = pick(installations)
          return installation === undefined ? undefined : { do: name, installation, timeout: number ?? 30_000 }
        }
      }
    },
  }
}
