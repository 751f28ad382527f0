import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../../disk/durable-write.ts'
import { canonicalize } from '../../domain/crypto/hash.ts'
import { CommandError, UsageError } from '../../terminal/errors.ts'
import { formatFields } from '../../terminal/text.ts'
import { discover, type DiscoveryOptions } from '../bridge/discover.ts'
import { newManifest, providedOf, updatedManifest } from '../bridge/manifest-file.ts'
import { compareWithPin } from '../bridge/pin.ts'
import type { BridgeSource, Omitted, Surface } from '../bridge/surface.ts'
import { FILES, readAgentFolder } from '../folder/folder.ts'
import { keyFileOf } from '../folder/keys.ts'
import { DEFAULT_PORT } from '../server/options.ts'
import { rethrowAsCommandError } from './bridge-pin.ts'
import type { Suggest } from './define.ts'
import { ignoreSecrets, nameOfFolder } from './folder.ts'

export interface WrittenBridge {
  readonly surface: Surface
  readonly isNew: boolean
}

interface NewBridge {
  readonly name: string | undefined
  readonly port: string | undefined
  readonly options: DiscoveryOptions
}

/** Writes a new bridge. If that fails, `dir` is removed again if it was created here and is empty. */
export async function createBridge(
  dir: string,
  source: BridgeSource | undefined,
  bridge: NewBridge,
): Promise<WrittenBridge> {
  if (!source)
    throw new UsageError(
      `There is no ${FILES.manifest} in ${dir}; give an address, or the command of an MCP server after \`--\`.`,
    )
  // A command runs in this folder, so it has to exist before the discovery.
  const isNewFolder = mkdirSync(dir, { recursive: true }) !== undefined
  try {
    return await writeBridge(dir, source, bridge)
  } catch (cause) {
    if (isNewFolder) removeIfEmpty(dir)
    throw cause
  }
}

function removeIfEmpty(dir: string): void {
  try {
    rmdirSync(dir)
  } catch {
    // The command wrote something.
  }
}

async function writeBridge(
  dir: string,
  source: BridgeSource,
  { name, port = String(DEFAULT_PORT), options }: NewBridge,
): Promise<WrittenBridge> {
  const surface = await discover(source, options).catch(rethrowAsCommandError)
  const left_out = omittedText(surface.omitted)
  if (surface.skills.length === 0)
    throw new CommandError(
      `${targetOf(source)} offers nothing that can be bridged.${left_out === undefined ? '' : ` Left out: ${left_out}`}`,
    )
  const text = withCommandErrors(() =>
    newManifest(surface, {
      name: name ?? (surface.name || nameOfFolder(dir)),
      upstream_url: `http://127.0.0.1:${port}/a2a/tasks`,
    }),
  )
  writeFileSync(join(dir, FILES.manifest), text, { flag: 'wx' })
  if (!existsSync(join(dir, FILES.key)))
    writeFileSync(join(dir, FILES.key), keyFileOf(randomBytes(32)), { mode: 0o600, flag: 'wx' })
  ignoreSecrets(join(dir, '.gitignore'))
  return { surface, isNew: true }
}

/** Returns the identity of a source: its address or its command. */
const targetOf = (source: BridgeSource): string =>
  'url' in source ? source.url : JSON.stringify(source.command)

/** Returns whether the headers or variables on the command line differ from those in the manifest. */
function differsInSettings(given: BridgeSource, pinned: BridgeSource): boolean {
  const stated = (source: BridgeSource) => ('url' in source ? source.headers_env : source.env)
  const own = stated(given)
  return own !== undefined && canonicalize(own) !== canonicalize(stated(pinned) ?? null)
}

interface UpdateOptions {
  readonly name: string | undefined
  /** The port for a new bridge; an update refuses it. */
  readonly port: string | undefined
  readonly update: boolean
  readonly options: DiscoveryOptions
  readonly program: string
  readonly suggest: Suggest
}

/** Writes a new version of an existing bridge if that was requested. */
export async function updateBridge(
  dir: string,
  source: BridgeSource | undefined,
  { name, port, update, options, program, suggest }: UpdateOptions,
): Promise<WrittenBridge | undefined> {
  const folder = readAgentFolder(dir, program)
  const { bridge: pinned, skills } = folder.manifest
  if (!pinned)
    throw new CommandError(
      `${dir} contains an agent that is not a bridge, so nothing was changed; choose another folder with --dir.`,
    )
  if (source && targetOf(source) !== targetOf(pinned.source))
    throw new CommandError(
      `${dir} contains the bridge to another agent or server, so nothing was changed; choose another folder with --dir.`,
    )
  const hasNewSettings = name !== undefined || port !== undefined
  if (hasNewSettings || (source && differsInSettings(source, pinned.source)))
    throw new UsageError(
      `--name, --header, --env, and --port with --write-only apply only to a new bridge; edit ${FILES.manifest} in ${dir} instead.`,
    )
  // What changed is reported when the agent is served.
  if (!update) return undefined
  const comparison = await compareWithPin(folder, options).catch(rethrowAsCommandError)
  if (comparison.kind === 'unknown') throw new CommandError(comparison.reason)
  if (comparison.kind === 'unchanged') return undefined
  const { surface } = comparison
  if (surface.skills.length === 0)
    throw new CommandError(
      `${targetOf(pinned.source)} no longer offers anything that can be bridged, so nothing was changed. \`${suggest('bridge')}\` will not serve it until it does.`,
    )
  const path = join(dir, FILES.manifest)
  const text = withCommandErrors(() => updatedManifest(readFileSync(path, 'utf8'), skills, surface))
  await writeDurably(path, text)
  return { surface, isNew: false }
}

/** Calls a function, and converts a BridgeError that it throws to a CommandError. */
function withCommandErrors(write: () => string): string {
  try {
    return write()
  } catch (cause) {
    return rethrowAsCommandError(cause)
  }
}

const MAX_SHOWN = 20

/** Returns what was left out and why, or undefined if nothing was. */
function omittedText(omitted: readonly Omitted[]): string | undefined {
  if (omitted.length === 0) return undefined
  const shown = omitted
    .slice(0, MAX_SHOWN)
    .map(({ name, reason }) => `${name || '(no name)'}: ${reason}`)
  const more = omitted.length > MAX_SHOWN ? [`and ${omitted.length - MAX_SHOWN} more`] : []
  return `${[...shown, ...more].join('; ')}.`
}

/** Describes a bridge that was written. */
export function summaryOf({ surface, isNew }: WrittenBridge, dir: string): string {
  const { protocol, version, skills, omitted } = surface
  const unrouted = skills.length - providedOf(skills).length
  return [
    isNew
      ? `The bridge is ready in ${dir}.`
      : `A new version of the bridge is in ${dir}. It has a new id.`,
    '',
    formatFields(
      [
        ['Protocol', `${protocol === 'a2a' ? 'A2A' : 'MCP'} ${version}`],
        ['Skills', skills.map(({ name }) => name).join(', ')],
        ['Left out', omittedText(omitted)],
        [
          'Not routed',
          unrouted === 0
            ? undefined
            : unrouted === 1
              ? 'the last skill'
              : `the last ${unrouted} skills`,
        ],
      ],
      '  ',
    ),
    '',
  ].join('\n')
}
