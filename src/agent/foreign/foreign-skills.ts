import { canonicalize } from '../../domain/crypto/hash.ts'
import type {
  A2aRun,
  AgentLogger,
  CommandRun,
  JsonSchema,
  McpRun,
  SkillCall,
  SkillRun,
} from '../definition.ts'
import type { StartCommand } from '../external/command-task.ts'
import type { Environment } from '../external/environment.ts'
import { RUN_LIMITS, slotsOf } from '../external/limits.ts'
import type { Semaphore } from '../external/semaphore.ts'
import { compileSchema, type Check } from '../schemas/compile.ts'
import { createSizeLimit, TOO_LARGE } from '../schemas/cost.ts'
import { ForeignError } from '../tasks/skill-errors.ts'
import { checkedResult } from '../tasks/results.ts'
import { AgentDefinitionError } from '../tasks/skills.ts'
import { createA2aClient } from './a2a-client.ts'
import { askA2aAgent } from './a2a-skill.ts'
import { readCredentials, readSecrets, type Credentials, type Redactor } from './credentials.ts'
import type { McpConnection } from './mcp-connection.ts'
import { connectMcpHttp } from './mcp-http.ts'
import { callMcpTool } from './mcp-skill.ts'
import { connectMcpStdio } from './mcp-stdio.ts'
import { loggable } from './mismatch.ts'

type ForeignRun = A2aRun | McpRun
export type RunTask = (call: SkillCall) => Promise<unknown>

export interface ForeignOptions {
  readonly env: Environment
  readonly starter: (command: Pick<CommandRun, 'command' | 'env'>) => StartCommand
  readonly logger: AgentLogger
}

/** The skills that foreign agents and servers run. */
export interface ForeignSkills {
  /** @throws AgentDefinitionError for a credential that cannot be sent */
  taskOf(run: ForeignRun, output_schema: JsonSchema): RunTask
  close(): Promise<void>
}

/**
 * Creates the functions of skills that pass their tasks on (docs/specification/bridge.md#tasks). Skills with the same address
 * or command, settings and limits share one concurrency limit, and one MCP session or process.
 */
export function openForeignSkills({ env, starter, logger }: ForeignOptions): ForeignSkills {
  const connections: McpConnection[] = []
  const share = createShare()
  const { credentialsOf, secretsOf } = createSecretReader({ env, logger }, share)
  const connectionOf = (run: McpRun): McpConnection => {
    const { mcp, max_output_bytes: max_bytes = RUN_LIMITS.foreign_max_output_bytes } = run
    return share([mcp, max_bytes], () => {
      const { revision = '2025-11-25' } = mcp
      const { redact, redactJson } = secretsOf(run)
      const log = (message: string, fields: object = {}) =>
        logger.info(redactJson(fields) as object, message)
      const connection =
        'command' in mcp
          ? connectMcpStdio({ start: () => starter(mcp)({}), max_bytes, log, redact }, revision)
          : connectMcpHttp(
              { url: mcp.url, credentials: credentialsOf(mcp.headers_env), max_bytes },
              revision,
            )
      connections.push(connection)
      return connection
    })
  }
  /** Returns the function that passes a task on, and the secrets to remove from what it returns. */
  const foreignCallOf = (run: ForeignRun): Pick<GuardedCall, 'ask' | 'secrets'> => {
    if ('mcp' in run) {
      const connection = connectionOf(run)
      return { ask: (call) => callMcpTool(connection, call, run), secrets: secretsOf(run) }
    }
    const { a2a: url, version = '1.0', skill, headers_env } = run
    const { max_output_bytes: max_bytes = RUN_LIMITS.foreign_max_output_bytes } = run
    const credentials = credentialsOf(headers_env)
    const client = createA2aClient({ url, credentials, max_bytes }, version)
    return { ask: (call) => askA2aAgent(client, call, skill), secrets: credentials }
  }

  return {
    taskOf(run, output_schema) {
      const slots = share(['slots', sharedPartOf(run)], () => slotsOf(run, concurrencyOf(run)))
      const compiled = compileSchema(output_schema)
      // A schema that does not compile is reported when the agent is created.
      const outputFault: Check = typeof compiled === 'function' ? compiled : () => undefined
      const isTooLarge = createSizeLimit(output_schema)
      return withGuards({ ...foreignCallOf(run), slots, outputFault, isTooLarge })
    },
    async close() {
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** Creates a value for a key once, and returns the same one afterwards. */
type Share = <T>(key: unknown, create: () => T) => T

export function createShare(): Share {
  const shared = new Map<string, unknown>()
  return (key, create) => {
    const name = canonicalize(key)
    if (!shared.has(name)) shared.set(name, create())
    return shared.get(name) as ReturnType<typeof create>
  }
}

/** Creates functions that read the secrets of foreign agents from the environment, and report unset variables once. */
function createSecretReader({ env, logger }: Pick<ForeignOptions, 'env' | 'logger'>, share: Share) {
  const credentialsOf = (names: A2aRun['headers_env']): Credentials =>
    share(['credentials', names ?? {}], () => {
      const credentials = readOrRefuse(names, env)
      for (const name of credentials.unset)
        logger.warn({ name }, 'an environment variable that svc.yml names for a header is not set')
      return credentials
    })
  const secretsOf = ({ mcp }: McpRun): Redactor =>
    'command' in mcp ? readSecrets(mcp.env, env) : credentialsOf(mcp.headers_env)
  return { credentialsOf, secretsOf }
}

interface GuardedCall {
  readonly ask: RunTask
  readonly secrets: Redactor
  readonly slots: Semaphore
  readonly outputFault: Check
  readonly isTooLarge: (result: unknown) => boolean
}

/**
 * Returns a function that asks the foreign agent within its limits, checks the result, and keeps secrets out of results, progress and
 * errors.
 */
function withGuards(guarded: GuardedCall): RunTask {
  const { ask, secrets, slots, outputFault, isTooLarge } = guarded
  return async (call) => {
    const free = await slots.acquire(call.signal)
    try {
      const progress = (text: string): void => call.progress(secrets.redact(text))
      const returned = secrets.redactJson(await ask({ ...call, progress }))
      if (isTooLarge(returned)) throw invalidResult(TOO_LARGE)
      const checked = checkedResult(returned, outputFault)
      if ('fault' in checked) throw invalidResult(checked.fault)
      return checked.result
    } catch (cause) {
      throw loggable(cause, secrets)
    } finally {
      free()
    }
  }
}

/**
 * Returns the error for a result that violates the schema of the skill. A caller may have caused it, so it fails the task as it does for
 * any skill.
 */
const invalidResult = (fault: string): ForeignError =>
  new ForeignError('EXECUTION_ERROR', `the result is invalid: ${fault}`)

function readOrRefuse(names: A2aRun['headers_env'], env: Environment): Credentials {
  try {
    return readCredentials(names, env)
  } catch (cause) {
    throw new AgentDefinitionError([(cause as Error).message])
  }
}

/** Returns the part of `run` that skills with shared limits have in common. */
function sharedPartOf(run: ForeignRun): object {
  const { max_concurrent, max_waiting } = run
  const target = 'mcp' in run ? run.mcp : run.a2a
  return { target, max_concurrent: max_concurrent ?? null, max_waiting: max_waiting ?? null }
}

const concurrencyOf = (run: SkillRun): number =>
  'mcp' in run && 'command' in run.mcp
    ? RUN_LIMITS.command_max_concurrent
    : RUN_LIMITS.address_max_concurrent
