import type { Terminal } from '../../terminal/command.ts'
import { CommandError } from '../../terminal/errors.ts'
import { compareWithPin, describeChanges } from '../bridge/pin.ts'
import { BridgeError } from '../bridge/surface.ts'
import { suggestCommand } from './define.ts'
import type { KeyedFolder } from './folder.ts'

/** Converts a BridgeError to a CommandError and throws it; rethrows any other error. */
export const rethrowAsCommandError = (cause: unknown): never => {
  throw cause instanceof BridgeError ? new CommandError(cause.message) : cause
}

/**
 * Refuses to serve a bridge whose foreign agent has changed. If it does not respond, the bridge can serve, and its tasks fail; the
 * reason is returned.
 */
export async function refuseChanged(
  folder: KeyedFolder,
  terminal: Terminal,
  dir: string | undefined,
): Promise<string | undefined> {
  const comparison = await compareWithPin(folder, { dir: folder.dir, env: terminal.env }).catch(
    rethrowAsCommandError,
  )
  if (comparison.kind === 'unknown') return comparison.reason
  if (comparison.kind === 'unchanged') return undefined
  const suggest = suggestCommand(terminal.program, dir)
  throw new CommandError(
    `The foreign agent has changed since this version was written: ${describeChanges(comparison.changes)}. To serve what it offers now, write a new version with \`${suggest('bridge --update')}\`; it has a new id, so register and install it again.`,
  )
}
