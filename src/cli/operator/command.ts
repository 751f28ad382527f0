import { terminalJson, terminalText } from '../../terminal/text.ts'
import { DEFAULT_STORE } from '../../config.ts'
import type { Timestamp } from '../../domain/time.ts'
import { typedStore } from '../../store/address.ts'
import type { Images } from '../../ports/registry/images.ts'
import type { CallContext } from '../../store/context.ts'
import type { Signer } from '../../store/transactions/policies/policies.ts'
import type { Store } from '../../store/store.ts'
import { CONFIG_FLAG, loadSettings } from '../arguments/settings.ts'
import type { Argument, Command, Flags, FlagValues } from '../../terminal/command.ts'

/** What an operator command works with, in its own process or in the one that serves the store. */
export interface OperatorServices {
  readonly store: Store
  readonly now: () => Timestamp
  /** Returns the context of a call by the operator who typed the command. */
  readonly context: () => CallContext
  /** Opens the platform's signing key. */
  readonly signer: () => Promise<Signer>
  /** Returns the function that computes the PIN of a challenge, so that no command gets the master key. @throws CommandError, StoreRefused without the right one */
  readonly pins: () => Promise<(challenge_id: string) => string>
  /** Returns the registries of container images. @throws ConfigError */
  readonly images: () => Promise<Images>
}

/** Its arguments and its result are data: they cross the socket to a serving process, and `--json` prints the result. */
type Execute<Args, Result> = (services: OperatorServices, args: Args) => Promise<Result>

export interface OperatorCommand extends Command {
  readonly execute: Execute<never, unknown>
}

interface Spec<F extends Flags, Args, Result>
  extends Pick<Command, 'path' | 'summary' | 'examples'>, Partial<Pick<Command, 'about'>> {
  readonly operands?: readonly Argument[]
  readonly flags: F
  /** Makes the arguments of `execute` from what was typed. @throws UsageError */
  read(values: FlagValues<F>, operands: readonly string[]): Args | Promise<Args>
  /** Runs the command. @throws CommandError */
  readonly execute: Execute<Args, Result>
  /** Formats the result for people; `hint` returns a command that can be typed as it is. */
  show(result: Result, hint: (command: string) => string): string
  /** Whether the result is a failure: exit code 1. */
  failed?(result: Result): boolean
  /** Creates the store where it does not exist yet. */
  readonly createsStore?: boolean
}

const COMMON_FLAGS = {
  ...CONFIG_FLAG,
  store: {
    value: 'ADDRESS',
    description: 'The store: sqlite:PATH, json:PATH or postgres://...',
    fallback: `SVC_STORE, else ${DEFAULT_STORE}`,
  },
  json: { description: 'Print one JSON document' },
} as const satisfies Flags

/** Defines a command over a store. Running it here or in the serving process, and printing the result, are the same for all. */
export function operatorCommand<const F extends Flags, Args, Result>(
  spec: Spec<F, Args, Result>,
): OperatorCommand {
  const { path, summary, about, operands = [], examples, execute, createsStore = false } = spec
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
        { command: path, args, execute: execute as Execute<unknown, unknown>, createsStore },
        store,
        loadSettings(terminal.env, { config }).env,
      )) as Result
      const hint = (command: string) =>
        `${terminal.program} ${command}${config === undefined ? '' : ` --config ${config}`}${store === undefined ? '' : ` --store ${typedStore(store)}`}`
      terminal.print(json ? terminalJson(result) : terminalText(spec.show(result, hint)))
      return spec.failed?.(result) ? 1 : 0
    },
  }
}
