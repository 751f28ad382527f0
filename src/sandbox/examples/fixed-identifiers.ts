import { TOKEN_PREFIXES } from '../../domain/tokens.ts'
import type { CallContext } from '../../store/context.ts'

/** The identifiers and secrets that a transaction uses instead of generating new ones. */
interface FixedIdentifiers {
  /** The identifiers of the first records, in the order in which the transaction creates them. */
  readonly ids?: readonly string[]
  /** The first secrets, in the order in which the transaction creates them. */
  readonly secrets?: readonly string[]
}

const SECRET_BYTES = 32

/** Returns a context in which a transaction creates the given identifiers and secrets. */
export function fixedContext(
  context: CallContext,
  { ids = [], secrets = [] }: FixedIdentifiers,
): CallContext {
  const remaining = secrets.values()
  return {
    ...context,
    given_ids: ids.values(),
    random(bytes) {
      const secret = bytes === SECRET_BYTES ? remaining.next().value : undefined
      return secret === undefined ? context.random(bytes) : bytesOf(secret)
    },
  }
}

/** Returns the bytes that a token encodes after its prefix. */
function bytesOf(token: string): Uint8Array {
  const prefix = TOKEN_PREFIXES.find((candidate) => token.startsWith(candidate)) ?? ''
  return Buffer.from(token.slice(prefix.length), 'base64url')
}

/** Returns the outcome if it is of the expected kind. @throws Error otherwise, because the sandbox would lack data */
export function expectKind<Outcome extends { readonly kind: string }, Kind extends Outcome['kind']>(
  outcome: Outcome,
  kind: Kind,
): Extract<Outcome, { readonly kind: Kind }> {
  if (outcome.kind !== kind)
    throw new Error(`The data of the sandbox cannot be created: ${outcome.kind}.`)
  return outcome as Extract<Outcome, { readonly kind: Kind }>
}
