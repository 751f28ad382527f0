import { sha256Hex } from '../../domain/crypto/hash.ts'
import type { AgentLogger } from '../definition.ts'
import type { PlatformCommand } from './answers.ts'
import { ATTEMPTS_PER_MINUTE } from './backoff.ts'
import { carryOut } from './carry-out.ts'
import { processClock, within } from './clock.ts'
import { fileDisk, openCredentials } from './credentials-file.ts'
import { isText, type Credentials, type Kept } from './credentials.ts'
import type { Place } from '../platform-link.ts'
import { createKeeper } from './keeper.ts'
import { begin, step, type Action, type Event, type Setup, type Step } from './machine.ts'
import type { Installation, InstallationOptions } from './options.ts'
import { platformClient } from './platform-client.ts'
import { issuerOf } from '../issuer.ts'
import { createPlatformLink } from './platform-link.ts'
import { createPlatformTime } from './platform-time.ts'
import { wireRequest } from './requests.ts'

export type { Installation, InstallationOptions, InstallationStatus } from './options.ts'

const ANSWER_TIMEOUT_MS = 10_000
/** How long a stop waits for its last heartbeat. */
const FAREWELL_MS = 5000

/** Brings an agent onto its platform and keeps it there. Rejects only when the credentials file cannot be read, or the API key is none. */
export async function startInstallation(given: InstallationOptions): Promise<Installation> {
  const options = {
    ...given,
    platform_url: given.platform_url.replace(/\/+$/, ''),
    logger: careful(given.logger),
  }
  const { logger, clock = processClock, random = Math.random, disk = fileDisk } = options
  // Not quoted: it is a secret with a line break, or something else that lay in its place.
  if (options.api_key !== undefined && !isText(options.api_key))
    throw new TypeError('api_key: expected visible ASCII characters without spaces or line breaks')
  if (options.issuer !== undefined && !isText(options.issuer))
    throw new TypeError('issuer: expected visible ASCII characters without spaces or line breaks')
  const moment = () => ({ now: clock.now(), dice: random() })
  const { kept, write } = await openCredentials(disk, options)
  const setup = setupOf(options, kept)
  const first = begin(setup, kept, moment())

  let { state } = first
  /** The newest content the disk has answered for, and the newest that it has. */
  let answered = 0
  let stored = 0
  let cancelWake = () => {}
  let waiting: (() => void)[] = []

  const over_and_out = new AbortController()
  const time = createPlatformTime(clock)
  const ask = platformClient({
    platform_url: setup.platform_url,
    fetch: options.fetch ?? globalThis.fetch,
    clock,
    timeout_ms: options.timeout_ms ?? ANSWER_TIMEOUT_MS,
    signal: over_and_out.signal,
  })
  const keeper = createKeeper({ write, clock, dice: random, onResult: diskAnswered })
  const link = createPlatformLink({
    ask,
    setup,
    clock,
    logger,
    time: time.now,
    place: () => placeOf(state.current, setup),
    mode: () => state.mode,
    paused: () => state.paused,
    token: () => state.current?.runtime_token ?? null,
    // While requests fail anyway, the backoff decides when the next one leaves.
    refused: () => {
      if (state.failures === 0) dispatch({ type: 'nudged' })
    },
  })

  function dispatch(event: Event): void {
    take(step(state, event, moment()))
  }
  function take(next: Step): void {
    const renewed = next.state.lease_expires_at !== state.lease_expires_at
    state = next.state
    for (const action of next.actions) act(action)
    if (renewed) link.renewed()
    if (!isSettled()) return
    const told = waiting
    waiting = []
    for (const resolve of told) resolve()
  }
  function act(action: Action): void {
    switch (action.type) {
      case 'send': {
        const sent_at = clock.now()
        return void ask(wireRequest(action.request, setup, options)).then((answer) => {
          if (answer.kind === 'ok') time.learn(answer.clock_ms, sent_at)
          dispatch({ type: 'answered', attempt: action.attempt, answer })
        })
      }
      case 'save':
        return keeper.keep(action.save, action.kept)
      case 'wake':
        return wakeAt(action.at)
      case 'obey':
        return void obey(action.command)
      case 'log':
        return logger[action.level](
          { installation_id: state.current?.installation_id, ...action.facts },
          action.message,
        )
      case 'ended':
        return ended(action.reason)
    }
  }
  function wakeAt(at: number): void {
    cancelWake()
    cancelWake = clock.after(Math.max(0, at - clock.now()), () => dispatch({ type: 'woke' }))
  }
  async function obey(command: PlatformCommand): Promise<void> {
    const reloaded = command.type !== 'reload_policy' || (await link.reload())
    const outcome = reloaded
      ? await carryOut(command, options.onCommand, clock, logger)
      : ({ status: 'failed', message: 'the policy could not be loaded' } as const)
    dispatch({ type: 'obeyed', id: command.id, ...outcome })
  }
  function ended(reason: string): void {
    cancelWake()
    try {
      options.onEnded?.(reason)
    } catch (cause) {
      logger.error({ err: cause }, 'onEnded failed')
    }
  }
  function diskAnswered(save: number, error: unknown): void {
    answered = Math.max(answered, save)
    if (error)
      logger.error(
        { err: error, file: options.credentials_file },
        'the credentials cannot be written; the agent goes on from memory and keeps trying',
      )
    else stored = Math.max(stored, save)
    dispatch({ type: error ? 'unstored' : 'stored', save })
  }

  const isSettled = () =>
    state.mode === 'stopped' ||
    (!state.flight && answered >= state.saves && (state.goal === 'rest' || state.due > clock.now()))
  const next = () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  const settled = async () => {
    while (!isSettled()) await next()
  }
  const over = async () => {
    while (state.mode !== 'stopped') await next()
  }

  take(first)
  return {
    link,
    settled,
    mode: () => state.mode,
    credentials: () => state.current,
    status: () => ({
      mode: state.mode,
      reason: state.reason,
      paused: state.paused,
      installation_id: state.current?.installation_id ?? null,
      lease_expires_at: state.lease_expires_at,
      failures: state.failures,
      stored: stored >= state.saves,
    }),
    async beat() {
      await settled()
      dispatch({ type: 'nudged' })
      await settled()
      return state.mode === 'running' && state.failures === 0
    },
    async stop() {
      dispatch({ type: 'stop' })
      await within(clock, FAREWELL_MS, over(), () => dispatch({ type: 'cut' }))
      over_and_out.abort()
      await keeper.close()
    },
  }
}

/** A log that fails, as on a full disk or a closed pipe, stops no heartbeat. */
function careful(logger: AgentLogger): AgentLogger {
  const level =
    (name: keyof AgentLogger) =>
    (facts: object, message: string): void => {
      try {
        logger[name](facts, message)
      } catch {
        // There is nobody left to tell.
      }
    }
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
}

/** Who the runtime is: as it stated itself when it bought its credentials, and as those say. */
function placeOf(current: Credentials | null, { workspace_id }: Setup): Place | undefined {
  if (!current) return undefined
  return {
    installation_id: current.installation_id,
    workspace_id: current.workspace_id ?? workspace_id ?? undefined,
    upstream_url: current.upstream_url ?? undefined,
  }
}

function setupOf(
  {
    platform_url,
    agent_id,
    install_token,
    api_key,
    heartbeat_interval_seconds,
    ...options
  }: InstallationOptions,
  kept: Kept | null,
): Setup {
  const workspace_id = options.workspace_id ?? kept?.workspace_id ?? null
  return {
    platform_url,
    agent_id,
    workspace_id,
    issuer: options.issuer ?? kept?.issuer ?? issuerOf(platform_url),
    upstream_url: options.upstream_url ?? null,
    install_token_hash: install_token === undefined ? null : sha256Hex(install_token),
    can_recover: api_key !== undefined && workspace_id !== null,
    installs_only: options.installs_only ?? false,
    asked_interval: heartbeat_interval_seconds ?? null,
    attempts_per_minute: options.attempts_per_minute ?? ATTEMPTS_PER_MINUTE,
  }
}
