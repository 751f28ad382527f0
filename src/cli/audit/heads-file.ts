import { readFileSync } from 'node:fs'
import { parseHeadsLines } from '../../domain/transparency/heads-file.ts'
import { parseVerifierKey } from '../../domain/transparency/note.ts'
import type { Store } from '../../store/store.ts'
import { verifyAgainstHeads, type HeadsFinding } from '../../store/verify-heads.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'

/** Reads the file of a witness. @throws CommandError if it cannot be read */
export function readHeads(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new CommandError(`--heads ${path} cannot be read: ${(cause as Error).message}.`)
  }
}

/** Returns the chains whose heads a file states. */
export const chainsOfHeads = (text: string): readonly string[] => [
  ...new Set(parseHeadsLines(text).lines.flatMap(({ heads }) => heads.map(({ chain }) => chain))),
]

/** Compares a store with the file of a witness. @throws UsageError if the key is malformed, or the file empty */
export async function compareHeads(
  store: Store,
  text: string,
  log_keys: readonly string[],
): Promise<readonly HeadsFinding[]> {
  const keys = log_keys.map(parseVerifierKey).filter((key) => key !== undefined)
  if (keys.length < log_keys.length)
    throw new UsageError('--log-key is not a verifier key. A registry shows its own at /log/key.')
  const { lines, damaged } = parseHeadsLines(text)
  if (lines.length === 0 && damaged.length === 0)
    throw new UsageError('The file of --heads is empty, so it proves nothing.')
  return [
    ...damaged.map((line): HeadsFinding => ({ kind: 'line_damaged', line })),
    ...(await verifyAgainstHeads(store, lines, keys)),
  ]
}

/** Describes a finding for people. */
export function describeFinding(finding: HeadsFinding): string {
  const source = `(line ${finding.line} of the file)`
  switch (finding.kind) {
    case 'line_damaged':
      return `Line ${finding.line} of the file is damaged: it does not state the heads to which its entry commits.`
    case 'line_forged':
      return `Line ${finding.line} of the file is forged: none of the given keys of the log signed it in its time.`
    case 'chain_gone':
      return `The chain of ${finding.chain} is gone, although its head was published ${source}.`
    case 'chain_cut':
      return `The chain of ${finding.chain} was cut: record ${finding.sequence} is missing, although a later head was published ${source}.`
    case 'chain_purged_early':
      return `The chain of ${finding.chain} was purged too early: record ${finding.sequence} was younger than the retention that the checkpoint states ${source}.`
    case 'chain_replaced':
      return `The chain of ${finding.chain} was replaced: record ${finding.sequence} is not the one that was published ${source}.`
    case 'log_cut':
      return `The transparency log was cut: it had ${finding.size} entries ${source}.`
    case 'log_forked':
      return `The transparency log was forked: its first ${finding.size} entries are not those that were published ${source}.`
    case 'log_restored':
      return `This store was restored or copied when the log ${finding.origin} had ${finding.size} entries. What was recorded after that is not in it and cannot be verified ${source}.`
    case 'log_unknown':
      return `Line ${finding.line} of the file is about the log ${finding.origin}, which is neither that of this store nor one before it.`
  }
}
