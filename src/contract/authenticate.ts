import type { AnyOptions } from './hooks.ts'
import type { Incoming, TableEntry } from './typed.ts'

type Authenticators = AnyOptions['authenticators']

/** The result when no alternative of the operation's security was satisfied. It differs from null, the caller of a public operation. */
export const UNAUTHENTICATED = Symbol('nobody')

/**
 * Returns the caller of the first security requirement object whose schemes are all satisfied, in the order of the document, so that no
 * credential is looked up needlessly. Rejects when an authenticator does, because an outage is not an invalid credential.
 */
export async function authenticate(
  authenticators: Authenticators,
  operation: TableEntry,
  request: Incoming,
): Promise<unknown> {
  if (operation.security.length === 0) return null
  for (const schemes of operation.security) {
    const callers = await callersOf(authenticators, schemes, operation, request)
    if (callers) return combine(callers)
  }
  return UNAUTHENTICATED
}

async function callersOf(
  authenticators: Authenticators,
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
