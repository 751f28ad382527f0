import type {
  AddressRun,
  AgentLogger,
  CommandRun,
  SkillDeclaration,
  SkillFunction,
  SkillRun,
} from '../definition.ts'
import { createShare, openForeignSkills, type RunTask } from '../foreign/foreign-skills.ts'
import { AgentDefinitionError } from '../tasks/skills.ts'
import { runAtAddress } from './address.ts'
import { runPerTask, type StartCommand } from './command-task.ts'
import { environmentOf, type Environment } from './environment.ts'
import { createPersistentPool } from './persistent-pool.ts'
import { RUN_LIMITS, slotsOf } from './limits.ts'
import { startProcessGroup, type ProcessGroup } from '../../child-processes/process-group.ts'
import { programFault } from './programs.ts'

export interface ExternalOptions {
  readonly skills: readonly SkillDeclaration[]
  /** The agent's folder, in which commands run. */
  readonly dir: string
  readonly env: Environment
  readonly logger: AgentLogger
}

/** The functions of skills that a command, a local service, or a foreign agent or server runs. */
export interface ExternalSkills {
  readonly functions: Readonly<Record<string, SkillFunction>>
  /** Ends all processes. Resolves once they have ended. */
  close(): Promise<void>
  /** Kills all processes immediately. It is called when the agent's own process exits. */
  kill(): void
}

type ExternalSkill = SkillDeclaration & { readonly run: SkillRun }

/**
 * Creates the functions of the skills that have `run` (docs/specification/agent-protocol.md#external-skills). Skills with equal `run` share
 * its limits and its long-running processes.
 * @throws AgentDefinitionError naming every program that is missing
 */
export function openExternalSkills(options: ExternalOptions): ExternalSkills {
  const { skills, dir, env, logger } = options
  const groups = new Set<ProcessGroup>()
  const stops: (() => void)[] = []
  const declared = skills.flatMap((skill) => (skill.run ? [{ ...skill, run: skill.run }] : []))
  const faults = declared.flatMap((skill) => missingProgram(skill, options))
  if (faults.length > 0) throw new AgentDefinitionError(faults)
  for (const name of unsetVariables(declared, env))
    logger.warn({ name }, 'an environment variable that svc.yml names for a command is not set')

  const starter =
    ({
      command,
      env: names,
      stop_ms = RUN_LIMITS.stop_ms,
    }: Pick<CommandRun, 'command' | 'env' | 'stop_ms'>): StartCommand =>
    (variables) => {
      const environment = { ...environmentOf(env, names), ...variables }
      const group = startProcessGroup({ command, cwd: dir, env: environment, stop_ms })
      groups.add(group)
      void group.ended.then(() => groups.delete(group))
      return group
    }
  const log = (message: string, fields: object = {}) => logger.info(fields, message)
  const foreign = openForeignSkills({ env, starter, logger })
  const openCommand = (run: CommandRun): RunTask => {
    const { format, kept, persistent = kept } = run
    const { max_output_bytes = RUN_LIMITS.max_output_bytes } = run
    const slots = slotsOf(run, RUN_LIMITS.command_max_concurrent)
    const settings = { format, max_output_bytes, slots, start: starter(run) }
    if (!persistent) return runPerTask(settings)
    const pool = createPersistentPool(settings, log)
    stops.push(pool.stop)
    return pool.run
  }
  const share = createShare()
  const taskOf = (run: CommandRun | AddressRun): RunTask =>
    share(run, () => ('command' in run ? openCommand(run) : openAddress(run)))
  const functionOf = ({ run, output_schema }: ExternalSkill): RunTask =>
    'a2a' in run || 'mcp' in run ? foreign.taskOf(run, output_schema) : taskOf(run)

  return {
    functions: Object.fromEntries(declared.map((skill) => [skill.name, functionOf(skill)])),
    async close() {
      for (const stop of stops) stop()
      await foreign.close()
      for (const group of groups) group.stop()
      await Promise.all([...groups].map(({ ended }) => ended))
    },
    kill() {
      for (const group of groups) group.kill()
    },
  }
}

function openAddress(run: AddressRun): RunTask {
  const { url, method, max_output_bytes = RUN_LIMITS.max_output_bytes } = run
  const slots = slotsOf(run, RUN_LIMITS.address_max_concurrent)
  return runAtAddress({ url, method, max_output_bytes, slots })
}

/** Returns the command that a skill needs, if any, with its environment variables. */
function commandOf(run: SkillRun): Pick<CommandRun, 'command' | 'env'> | undefined {
  if ('mcp' in run) return 'command' in run.mcp ? run.mcp : undefined
  return 'command' in run ? run : undefined
}

/** Returns a message if the program of a skill is missing, and otherwise nothing. */
function missingProgram({ name, run }: ExternalSkill, { dir, env }: ExternalOptions): string[] {
  const program = commandOf(run)?.command[0]
  const fault = program === undefined ? undefined : programFault(program, dir, env['PATH'])
  return fault === undefined ? [] : [`skill ${name}: ${fault}`]
}

/** Returns the declared environment variables of commands that are not set. */
function unsetVariables(
  declared: readonly { readonly run: SkillRun }[],
  env: Environment,
): ReadonlySet<string> {
  const names = declared.flatMap(({ run }) => commandOf(run)?.env ?? [])
  return new Set(names.filter((name) => env[name] === undefined))
}
