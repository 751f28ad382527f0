import { terminalJson, terminalText } from '../../terminal/text.ts'
import { DEFAULT_STORE } from '../../config.ts'
import type { Timestamp } from '../../domain/time.ts'
import { typedStore } from '../../store/address.ts'
import type { Images } from '../../ports/registry/images.ts'
import type { CallContext } from '../../store/act.ts'
import type { Signer } from '../../store/transactions/policies/policies.ts'
import type { Store } from '../../store/store.ts'
import { CONFIG_FLAG, loadSettings } from '../arguments/settings.ts'
import type { Command, Flags, Argument, FlagValues } from '../../terminal/command.ts'

/** What an operator command works with, in its own process or in the one that serves the store. */
export interface OperatorServices {
  readonly store: Store
  readonly now: () => Timestamp
  /** An act of the operator who typed the command. */
  readonly act: () => CallContext
  /** The platform's signing key, opened when something is to be signed. */
  readonly signer: () => Promise<Signer>
  /** What computes the PIN of a challenge, so that no command has the master key. @throws Refused, StoreRefused without the right one */
  readonly pins: () => Promise<(challenge_id: string) => string>
  /** The registries of container images. @throws ConfigError */
  readonly images: () => Promise<Images>
}

/** Data in, data out: what crosses the socket to a serving process, and what `--json` prints. */
type Work<Args, Result> = (services: OperatorServices, args: Args) => Promise<Result>

export interface OperatorCommand extends Command {
  readonly work: Work<never, unknown>
}

interface Spec<F extends Flags, Args, Result>
  extends Pick<Command, 'path' | 'summary' | 'examples'>, Partial<Pick<Command, 'about'>> {
  readonly operands?: readonly Argument[]
  readonly flags: F
  /** Makes the arguments of `work` from what was typed. @throws UsageError */
  read(values: FlagValues<F>, operands: readonly string[]): Args | Promise<Args>
  /** Does it. @throws Refused with the reason */
  readonly work: Work<Args, Result>
  /** The result for people; `next` makes a command that can be typed as it stands. */
  show(result: Result, next: (command: string) => string): string
  /** The result is bad news: exit code 1. */
  failed?(result: Result): boolean
  /** May begin a store that does not exist yet. */
  readonly begins?: boolean
}

const COMMON = {
  ...CONFIG_FLAG,
  store: {
    value: 'ADDRESS',
    description: 'The store: sqlite:PATH, json:PATH or postgres://...',
    fallback: `SVC_STORE, else ${DEFAULT_STORE}`,
  },
  json: { description: 'Print one JSON document' },
} as const satisfies Flags

/** Defines a command over a store. Running it, moving it to a serving process and printing it are the same for all. */
export function operatorCommand<const F extends Flags, Args, Result>(
  spec: Spec<F, Args, Result>,
): OperatorCommand {
  const { path, summary, about, operands = [], examples, begins = false } = spec
  return {
    path,
    summary,
    operands,
    examples,
    work: spec.work,
    flags: { ...spec.flags, ...COMMON },
    ...(about !== undefined && { about }),
    async run(given, terminal) {
      const args = await spec.read(given.flags as FlagValues<F>, given.operands)
      const { runCommand: carryOut } = await import('./run-command.ts')
      const { store, config, json } = given.flags as FlagValues<typeof COMMON>
      const result = (await carryOut(
        { command: path, args, work: spec.work as Work<unknown, unknown>, begins },
        store,
        loadSettings(terminal.env, { config }).env,
      )) as Result
      terminal.print(
        json
          ? terminalJson(result)
          : terminalText(
              spec.show(
                result,
                (next) =>
                  `${terminal.program} ${next}${config === undefined ? '' : ` --config ${config}`}${store === undefined ? '' : ` --store ${typedStore(store)}`}`,
              ),
            ),
      )
      return spec.failed?.(result) ? 1 : 0
    },
  }
}
