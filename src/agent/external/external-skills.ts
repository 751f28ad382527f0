import { canonicalize } from '../../domain/crypto/hash.ts'
import type {
  AddressRun,
  AgentLogger,
  CommandRun,
  SkillCall,
  SkillDeclaration,
  SkillFunction,
  SkillRun,
} from '../definition.ts'
import { AgentDefinitionError } from '../tasks/skills.ts'
import { runAtAddress } from './address.ts'
import { runPerTask, type StartCommand } from './command-task.ts'
import { environmentOf, type Environment } from './environment.ts'
import { createKeptPool } from './kept-pool.ts'
import { startProcessGroup, type ProcessGroup } from './process-group.ts'
import { programFault } from './programs.ts'
import { createSlots, type Slots } from './slots.ts'

/** The limits of a skill that states no others. */
const RUN_DEFAULTS = {
  command_max_concurrent: 4,
  address_max_concurrent: 64,
  max_waiting: 32,
  max_output_bytes: 1024 * 1024,
  stop_ms: 2000,
} as const

export interface ExternalOptions {
  readonly skills: readonly SkillDeclaration[]
  /** The agent's folder, in which commands run. */
  readonly dir: string
  readonly env: Environment
  readonly logger: AgentLogger
}

/** The functions of skills that a command or a local address runs. */
export interface ExternalSkills {
  readonly functions: Readonly<Record<string, SkillFunction>>
  /** Ends all processes. Resolves once they have ended. */
  close(): Promise<void>
  /** Kills all processes at once, for the end of the agent's own process. */
  kill(): void
}

type RunTask = (call: SkillCall) => Promise<unknown>

/**
 * Creates the functions of the skills that have `run` (docs/specification/agent-protocol.md#external-skills). Skills with equal `run` share
 * its limits and its kept processes.
 * @throws AgentDefinitionError naming every program that is missing
 */
export function openExternalSkills(options: ExternalOptions): ExternalSkills {
  const { skills, dir, env, logger } = options
  const groups = new Set<ProcessGroup>()
  const stops: (() => void)[] = []
  const declared = skills.flatMap(({ name, run }) => (run ? [{ name, run }] : []))
  const faults = declared.flatMap(({ name, run }) => {
    const fault = 'command' in run ? programFault(run.command[0]!, dir, env['PATH']) : undefined
    return fault === undefined ? [] : [`skill ${name}: ${fault}`]
  })
  if (faults.length > 0) throw new AgentDefinitionError(faults)
  for (const name of unsetVariables(declared, env))
    logger.warn({ name }, 'an environment variable that svc.yml names for a command is not set')

  const starter =
    ({ command, env: names, stop_ms = RUN_DEFAULTS.stop_ms }: CommandRun): StartCommand =>
    (variables) => {
      const environment = { ...environmentOf(env, names), ...variables }
      const group = startProcessGroup({ command, cwd: dir, env: environment, stop_ms })
      groups.add(group)
      void group.ended.then(() => groups.delete(group))
      return group
    }
  const openCommand = (run: CommandRun): RunTask => {
    const { format, kept, max_output_bytes = RUN_DEFAULTS.max_output_bytes } = run
    const slots = slotsOf(run, RUN_DEFAULTS.command_max_concurrent)
    const settings = { format, max_output_bytes, slots, start: starter(run) }
    if (!kept) return runPerTask(settings)
    const log = (message: string, fields: object = {}) => logger.info(fields, message)
    const pool = createKeptPool(settings, log)
    stops.push(pool.stop)
    return pool.run
  }
  const runs = new Map<string, RunTask>()
  const taskOf = (run: SkillRun): RunTask => {
    const key = canonicalize(run)
    const task = runs.get(key) ?? ('command' in run ? openCommand(run) : openAddress(run))
    runs.set(key, task)
    return task
  }

  return {
    functions: Object.fromEntries(declared.map(({ name, run }) => [name, taskOf(run)])),
    async close() {
      for (const stop of stops) stop()
      for (const group of groups) group.stop()
      await Promise.all([...groups].map(({ ended }) => ended))
    },
    kill() {
      for (const group of groups) group.kill()
    },
  }
}

function openAddress(run: AddressRun): RunTask {
  const { url, method, max_output_bytes = RUN_DEFAULTS.max_output_bytes } = run
  const slots = slotsOf(run, RUN_DEFAULTS.address_max_concurrent)
  return runAtAddress({ url, method, max_output_bytes, slots })
}

function slotsOf(run: SkillRun, default_concurrent: number): Slots {
  const { max_concurrent = default_concurrent, max_waiting = RUN_DEFAULTS.max_waiting } = run
  return createSlots({ max_concurrent, max_waiting })
}

/** Returns the variables that commands are to get and that are not set. */
function unsetVariables(
  declared: readonly { readonly run: SkillRun }[],
  env: Environment,
): ReadonlySet<string> {
  const names = declared.flatMap(({ run }) => ('command' in run ? (run.env ?? []) : []))
  return new Set(names.filter((name) => env[name] === undefined))
}
