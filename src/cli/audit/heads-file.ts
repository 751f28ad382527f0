import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parseHeadsLines } from '../../domain/transparency/heads-file.ts'
import { parseVerifierKey } from '../../domain/transparency/note.ts'
import type { Store } from '../../store/store.ts'
import { verifyAgainstHeads, type HeadsFinding } from '../../store/long-reads/verify-heads.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { counted } from '../../terminal/text.ts'

/** A file of a witness. It is rotated when it has grown too large (docs/specification/transparency.md#heads-file). */
export interface HeadsFile {
  readonly name: string
  readonly text: string
}

/**
 * Reads the rotated files of a witness, the oldest first, and then the current one. If only the current one is missing, it counts as empty.
 * @throws CommandError if one cannot be read
 */
export function readHeads(path: string): readonly HeadsFile[] {
  const [folder, current] = [dirname(path), basename(path)]
  const numberOf = (name: string) => name.slice(current.length + 1)
  const read = (name: string): HeadsFile => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  })
  try {
    // The current file is read before the folder is listed, so that no line is missed if the file is rotated in between.
    const newest = existsSync(path) ? read(current) : undefined
    const earlier = readdirSync(folder)
      .filter((name) => name.startsWith(`${current}.`) && /^\d+$/.test(numberOf(name)))
      .toSorted((a, b) => Number(numberOf(a)) - Number(numberOf(b)))
      .map(read)
    // If there is no file at all, reading the current one fails with the reason.
    if (earlier.length === 0) return [newest ?? read(current)]
    return [...earlier, newest ?? { name: current, text: '' }]
  } catch (cause) {
    throw new CommandError(`--heads ${path} cannot be read: ${(cause as Error).message}.`)
  }
}

/** A file of a witness with its lines. */
export interface ReadHeadsFile extends ReturnType<typeof parseHeadsLines> {
  readonly name: string
}

/** Parses the files. @throws UsageError if there is only one, and it is empty */
export function parseHeadsFiles(files: readonly HeadsFile[]): readonly ReadHeadsFile[] {
  const read = files.map(({ name, text }) => ({ name, ...parseHeadsLines(text) }))
  const [only] = read
  if (read.length === 1 && isEmpty(only!))
    throw new UsageError(
      `The file ${only!.name} given with --heads is empty; pass the file that the witness wrote.`,
    )
  return read
}

const isEmpty = ({ lines, damaged }: ReadHeadsFile): boolean =>
  lines.length === 0 && damaged.length === 0

/** Returns the chains whose heads the files state. */
export const chainsOfHeads = (files: readonly ReadHeadsFile[]): readonly string[] => [
  ...new Set(
    files.flatMap(({ lines }) => lines.flatMap(({ heads }) => heads.map(({ chain }) => chain))),
  ),
]

/** What a line of a file shows, or that a file has no lines although the witness wrote other files. */
export type FileFinding = UnnamedFinding & { readonly file: string }

type UnnamedFinding = HeadsFinding | { readonly kind: 'file_empty' }

/** Compares a store with the files of a witness. @throws UsageError if a key is malformed */
export async function compareHeads(
  store: Store,
  files: readonly ReadHeadsFile[],
  log_keys: readonly string[],
): Promise<readonly FileFinding[]> {
  const keys = log_keys.map(parseVerifierKey).filter((key) => key !== undefined)
  if (keys.length < log_keys.length)
    throw new UsageError('--log-key is not a verifier key. A registry shows its own at /log/key.')
  const findings: FileFinding[] = []
  // Each file begins with all heads, so it is verified on its own.
  for (const file of files) {
    const found: readonly UnnamedFinding[] = [
      // Somebody may have removed the lines that prove what is missing from the store.
      ...(isEmpty(file) ? [{ kind: 'file_empty' } as const] : []),
      ...file.damaged.map((line) => ({ kind: 'line_damaged', line }) as const),
      ...(await verifyAgainstHeads(store, file.lines, keys)),
    ]
    findings.push(...found.map((finding) => ({ ...finding, file: file.name })))
  }
  return findings
}

/** Describes a finding for people. */
export function describeFinding(finding: FileFinding): string {
  if (finding.kind === 'file_empty')
    return `The file ${finding.file} is missing or has no lines, although the witness wrote other files, so what was published at that time cannot be verified. If the registry was stopped while it was creating the file, run the command again after the next publication; otherwise somebody removed the lines.`
  const source = `(line ${finding.line} of ${finding.file})`
  switch (finding.kind) {
    case 'line_damaged':
      return `Line ${finding.line} of ${finding.file} is damaged: it does not state the heads to which its entry commits.`
    case 'line_forged':
      return `Line ${finding.line} of ${finding.file} is forged: it is not signed by any given key of the log that was in use at that time.`
    case 'chain_gone':
      return `The chain of ${finding.chain} is gone, although its head was published ${source}.`
    case 'chain_truncated':
      return `The chain of ${finding.chain} was truncated: record ${finding.sequence} is missing, although a head of that record or a later one was published ${source}.`
    case 'chain_purged_early':
      return `The chain of ${finding.chain} was purged too early: record ${finding.sequence} was younger than the retention that the checkpoint states ${source}.`
    case 'chain_replaced':
      return `The chain of ${finding.chain} was replaced: record ${finding.sequence} is not the one that was published ${source}.`
    case 'log_truncated':
      return `The transparency log was truncated: it had ${counted(finding.size, 'entry', 'entries')} ${source}.`
    case 'log_forked':
      return `The transparency log was forked: its first ${counted(finding.size, 'entry', 'entries')} ${finding.size === 1 ? 'is not the one that was' : 'are not those that were'} published ${source}.`
    case 'log_restored':
      return `This store was restored or copied when the log ${finding.origin} had ${counted(finding.size, 'entry', 'entries')}. What was recorded after that is not in it and cannot be verified ${source}.`
    case 'log_unknown':
      return `Line ${finding.line} of ${finding.file} is about the log ${finding.origin}, which is neither that of this store nor one before it.`
  }
}
