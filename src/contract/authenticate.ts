import type { AnyOptions } from './hooks.ts'
import type { Incoming, TableEntry } from './typed.ts'

type Authenticators = AnyOptions['authenticators']

/** No alternative of the operation's security held. Not null, which is the caller of a public operation. */
export const NOBODY = Symbol('nobody')

/**
 * The caller: that of the first security requirement object whose schemes all hold, in the order of the document, so
 * that no credential is looked up in vain. Rejects when an authenticator does: an outage is not a bad credential.
 */
export async function authenticate(
  authenticators: Authenticators,
  operation: TableEntry,
  request: Incoming,
): Promise<unknown> {
  if (operation.security.length === 0) return null
  for (const schemes of operation.security) {
    const callers = await callersOf(authenticators, schemes, operation, request)
    if (callers) return combined(callers)
  }
  return NOBODY
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

function combined(callers: readonly unknown[]): unknown {
  if (callers.length === 0) return null
  return callers.length === 1 ? callers[0] : (Object.assign({}, ...callers) as object)
}
