import { shellArgument, terminalJson, terminalText } from '../../terminal/text.ts'
import { gatherSettings } from '../../config/file.ts'
import type { PinChallenge } from '../../domain/records.ts'
import type { Timestamp } from '../../domain/time.ts'
import type { Images } from '../../ports/images/registry-images.ts'
import type { CallContext } from '../../store/context.ts'
import type { Signer } from '../../domain/trust/signing-keys.ts'
import type { MasterKeys } from '../../domain/trust/master-keys.ts'
import type { Store } from '../../store/store.ts'
import type { KeyAdministration } from '../trust/key-administration.ts'
import { STORE_FLAGS, storeArgument } from '../arguments/settings.ts'
import type { Argument, Command, Flags, FlagValues } from '../../terminal/command.ts'

/** The services of an operator command, which runs in its own process or in the one that serves the store. */
export interface OperatorServices {
  readonly store: Store
  readonly now: () => Timestamp
  /** Returns the call context of the operator who runs the command. */
  readonly context: () => CallContext
  /** Opens the platform's signing key. */
  readonly signer: () => Promise<Signer>
  /** Opens the signing keys of the platform for the commands that list or change them. */
  readonly keys: () => Promise<KeyAdministration>
  /**
   * Returns the function that computes the PIN of a challenge, so that commands for PINs do not handle the master keys.
   * @throws CommandError or StoreRefused if the master key is missing or wrong
   */
  readonly pins: () => Promise<(challenge: PinChallenge) => string>
  /** Opens the master keys. @throws CommandError or StoreRefused if they cannot be read */
  readonly masterKeys: () => Promise<MasterKeys>
  /** Returns the registries of container images. @throws ConfigError */
  readonly images: () => Promise<Images>
}

/**
 * The function of a command. Arguments and result are JSON, because they are sent over the socket to a serving process; `--json` prints the
 * result.
 */
type Execute<Args, Result> = (services: OperatorServices, args: Args) => Promise<Result>

export interface OperatorCommand extends Command {
  readonly execute: Execute<unknown, unknown>
}

interface Spec<F extends Flags, Args, Result>
  extends Pick<Command, 'path' | 'summary' | 'examples'>, Partial<Pick<Command, 'about'>> {
  readonly operands?: readonly Argument[]
  readonly flags: F
  /** Reads the arguments of `execute` from the command line. @throws UsageError */
  read(values: FlagValues<F>, operands: readonly string[]): Args | Promise<Args>
  /** Runs the command. @throws CommandError */
  readonly execute: Execute<Args, Result>
  /** Formats the result for people; `hint` returns a complete command line. */
  show(result: Result, hint: (command: string) => string): string
  /** Whether the result is a failure, for which the exit code is 1. */
  failed?(result: Result): boolean
  /** Whether the command creates the store if it does not exist. */
  readonly createsStore?: boolean
}

const COMMON_FLAGS = {
  ...STORE_FLAGS,
  json: { description: 'Print one JSON document' },
} as const satisfies Flags

/** Defines a command that uses a store. It runs in this process or in the one that serves the store, and its result is printed here. */
export function operatorCommand<const F extends Flags, Args, Result>(
  spec: Spec<F, Args, Result>,
): OperatorCommand {
  const { path, summary, about, operands = [], examples, createsStore = false } = spec
  const execute = spec.execute as Execute<unknown, unknown>
  return {
    path,
    summary,
    operands,
    examples,
    execute,
    flags: { ...spec.flags, ...COMMON_FLAGS },
    ...(about !== undefined && { about }),
    async run(given, terminal) {
      const args = await spec.read(given.flags as FlagValues<F>, given.operands)
      const { runCommand } = await import('./run-command.ts')
      const { store, config, json } = given.flags as FlagValues<typeof COMMON_FLAGS>
      const result = (await runCommand(
        { command: path, args, execute, createsStore },
        store,
        gatherSettings(terminal.env, config).env,
      )) as Result
      const hint = (command: string) =>
        `${terminal.program} ${command}${config === undefined ? '' : ` --config ${shellArgument(config)}`}${store === undefined ? '' : ` --store ${storeArgument(store)}`}`
      terminal.print(json ? terminalJson(result) : terminalText(spec.show(result, hint)))
      return spec.failed?.(result) ? 1 : 0
    },
  }
}
