import type { AgentFolder } from '../folder/folder.ts'
import { discover, type DiscoveryOptions } from './discover.ts'
import { changesBetween, type SkillChanges } from './manifest-file.ts'
import { BridgeError, type Surface } from './surface.ts'

/** The result of comparing the foreign agent with the manifest of its bridge. */
export type Comparison =
  | { readonly kind: 'unchanged'; readonly surface: Surface }
  | { readonly kind: 'changed'; readonly surface: Surface; readonly changes: SkillChanges }
  /** The foreign agent did not respond, was overloaded, or refused the credentials, so nobody knows whether it has changed. */
  | { readonly kind: 'unknown'; readonly reason: string }

/** How long a comparison may take. A bridge must not wait long for a foreign agent that is down. */
const COMPARISON_MS = 20_000

/**
 * Compares what the foreign agent publishes now with the digest in the manifest (docs/specification/bridge.md#pinned-digest).
 * @throws BridgeError if it can no longer be bridged
 */
export async function compareWithPin(
  { manifest }: Pick<AgentFolder, 'manifest'>,
  options: DiscoveryOptions,
): Promise<Comparison> {
  const bridge = manifest.bridge!
  try {
    const surface = await discover(bridge.source, {
      limit_ms: COMPARISON_MS,
      pinned: bridge,
      ...options,
    })
    return surface.digest === bridge.digest && surface.version === bridge.version
      ? { kind: 'unchanged', surface }
      : { kind: 'changed', surface, changes: changesBetween(manifest.skills, surface.skills) }
  } catch (cause) {
    if (cause instanceof BridgeError && cause.temporary)
      return { kind: 'unknown', reason: cause.message }
    throw cause
  }
}

const MAX_NAMED = 20

/** Describes what changed, as a part of a sentence. */
export function describeChanges({ added, removed, changed }: SkillChanges): string {
  const parts = [
    ['added', added],
    ['removed', removed],
    ['changed', changed],
  ] as const
  const named = parts
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} ${listOf(names)}`)
  return named.length > 0
    ? named.join('; ')
    : 'no skill changed, but the version of the protocol or other parts of the card or of the list of tools did'
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown
}
