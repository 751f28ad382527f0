import type { AnyOptions } from './hooks.ts'
import { Problem, problemFrom } from './response.ts'
import type { Incoming, TableEntry } from './typed.ts'

/**
 * Returns the caller of the first security requirement whose schemes are all satisfied, in the order of the document, so that credentials
 * are not looked up needlessly. Returns null on a public operation, and a problem if no requirement is satisfied. Rejects if an
 * authenticator rejects, because an outage does not make a credential invalid.
 */
export async function identify(
  { authenticators, unauthenticated }: AnyOptions,
  operation: TableEntry,
  incoming: Incoming,
): Promise<unknown> {
  if (operation.security.length === 0) return null
  for (const schemes of operation.security) {
    const callers = await callersOf(authenticators, schemes, operation, incoming)
    if (callers) return combine(callers)
  }
  return problemFrom(unauthenticated(operation, incoming))
}

/** Identifies the caller by the current state of the credential; returns a problem if the caller is no longer allowed. */
export async function identifyAgain(
  options: AnyOptions,
  operation: TableEntry,
  incoming: Incoming,
): Promise<unknown> {
  const caller = await identify(options, operation, incoming)
  if (caller instanceof Problem) return caller
  const outcome = await options.gates?.afterValidation?.(operation, caller, incoming)
  return outcome && 'code' in outcome ? problemFrom(outcome) : caller
}

async function callersOf(
  authenticators: AnyOptions['authenticators'],
  schemes: readonly string[],
  operation: TableEntry,
  request: Incoming,
) {
  const callers: unknown[] = []
  for (const scheme of schemes) {
    const caller = await authenticators[scheme]!(request, operation)
    if (caller === undefined || caller === null) return undefined
    callers.push(caller)
  }
  return callers
}

function combine(callers: readonly unknown[]): unknown {
  if (callers.length === 0) return null
  return callers.length === 1 ? callers[0] : (Object.assign({}, ...callers) as object)
}
