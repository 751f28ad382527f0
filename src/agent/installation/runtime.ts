import type { AgentLogger } from '../definition.ts'
import type { InstallationIdentity } from '../platform/link.ts'
import { processClock, withTimeout, type MonotonicClock } from '../clock.ts'
import { createPlatformTime } from './platform-time.ts'
import type { CredentialsFile } from './credentials-file.ts'
import { createCredentialsWriter, type CredentialsWriter } from './credentials-writer.ts'
import { createInstallationLink, type InstallationLink } from './installation-link.ts'
import type { Installation, InstallationOptions, InstallationStatus } from './options.ts'
import { createPlatformClient, type PlatformClient } from './platform-client.ts'
import { platformRequestOf } from './requests.ts'
import type { PlatformCommand } from './responses.ts'
import { runCommand } from './run-command.ts'
import { initialStep, step } from './state-machine.ts'
import type { Action, Event, Request, Setup, State, Step, StepContext } from './state.ts'

const RESPONSE_TIMEOUT_MS = 10_000
/** How long a stop waits for the final heartbeat. */
const FINAL_HEARTBEAT_TIMEOUT_MS = 5000

/** Runs the state machine of an installation: performs its actions and dispatches the results as events. */
export class InstallationRuntime {
  readonly #options: InstallationOptions
  readonly #setup: Setup
  readonly #clock: MonotonicClock
  readonly #random: () => number
  readonly #logger: AgentLogger
  readonly #time: ReturnType<typeof createPlatformTime>
  readonly #request: PlatformClient
  readonly #writer: CredentialsWriter
  readonly #link: InstallationLink
  readonly #abortRequests = new AbortController()
  #state: State
  /** The newest revision of the credentials whose write has succeeded, failed or timed out, and the newest revision that was stored. */
  #reported_revision = 0
  #stored_revision = 0
  #cancelTimer = () => {}
  /** Called when the runtime becomes idle. */
  #waiting: (() => void)[] = []

  constructor(options: InstallationOptions, setup: Setup, { stored, write }: CredentialsFile) {
    const { clock = processClock, random = Math.random } = options
    this.#options = options
    this.#setup = setup
    this.#clock = clock
    this.#random = random
    this.#logger = options.logger
    const first = initialStep(setup, stored, this.#context())
    this.#state = first.state
    this.#time = createPlatformTime(clock)
    this.#request = createPlatformClient({
      platform_url: setup.platform_url,
      fetch: options.fetch ?? globalThis.fetch,
      clock,
      timeout_ms: options.timeout_ms ?? RESPONSE_TIMEOUT_MS,
      signal: this.#abortRequests.signal,
    })
    this.#writer = createCredentialsWriter({
      writeFile: write,
      clock,
      random,
      onResult: (revision, error) => this.#written(revision, error),
    })
    this.#link = this.#createLink()
    this.#apply(first)
  }

  /** Returns the public interface of the runtime. */
  installation(): Installation {
    return {
      link: this.#link,
      settled: () => this.#settled(),
      mode: () => this.#state.mode,
      credentials: () => this.#state.current,
      status: () => this.#status(),
      sendHeartbeat: () => this.#sendHeartbeat(),
      stop: () => this.#stop(),
    }
  }

  #createLink(): InstallationLink {
    return createInstallationLink({
      request: this.#request,
      setup: this.#setup,
      clock: this.#clock,
      logger: this.#logger,
      time: this.#time.now,
      installation: () => this.#identity(),
      mode: () => this.#state.mode,
      paused: () => this.#state.paused,
      token: () => this.#state.current?.runtime_token ?? null,
      onUnauthorized: () => {
        // While requests are failing, the backoff decides when the next one is sent.
        if (this.#state.failures === 0) this.#dispatch({ type: 'send_now' })
      },
    })
  }

  #context(): StepContext {
    return { now: this.#clock.now(), random: this.#random() }
  }

  #dispatch(event: Event): void {
    this.#apply(step(this.#state, event, this.#context()))
  }

  #apply({ state, actions }: Step): void {
    const renewed = state.lease_expires_at !== this.#state.lease_expires_at
    this.#state = state
    for (const action of actions) this.#perform(action)
    if (renewed) this.#link.leaseRenewed()
    if (!this.#isIdle()) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  #perform(action: Action): void {
    switch (action.type) {
      case 'send':
        return void this.#send(action.attempt, action.request)
      case 'save':
        return this.#writer.write(action.revision, action.content)
      case 'wake':
        return this.#wakeAt(action.at)
      case 'run_command':
        return void this.#runCommand(action.command)
      case 'log':
        return this.#logger[action.level](
          { installation_id: this.#state.current?.installation_id, ...action.fields },
          action.message,
        )
      case 'ended':
        return this.#ended(action.reason)
    }
  }

  async #send(attempt: number, request: Request): Promise<void> {
    const sent_at = this.#clock.now()
    const outcome = await this.#request(platformRequestOf(request, this.#setup, this.#options))
    if (outcome.kind === 'ok') this.#time.observe(outcome.clock_ms, sent_at)
    this.#dispatch({ type: 'response', attempt, outcome })
  }

  #wakeAt(at: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#clock.after(Math.max(0, at - this.#clock.now()), () =>
      this.#dispatch({ type: 'timer_fired' }),
    )
  }

  async #runCommand(command: PlatformCommand): Promise<void> {
    const reloaded = command.type !== 'reload_policy' || (await this.#link.reload())
    const outcome = reloaded
      ? await runCommand(command, this.#options.onCommand, this.#clock, this.#logger)
      : ({ status: 'failed', message: 'the policy could not be loaded' } as const)
    this.#dispatch({ type: 'command_finished', id: command.id, ...outcome })
  }

  #ended(reason: string): void {
    this.#cancelTimer()
    try {
      this.#options.onEnded?.(reason)
    } catch (cause) {
      this.#logger.error({ err: cause }, 'onEnded failed')
    }
  }

  #written(revision: number, error: unknown): void {
    this.#reported_revision = Math.max(this.#reported_revision, revision)
    if (error)
      this.#logger.error(
        { err: error, file: this.#options.credentials_file },
        'the credentials cannot be written; they are kept in memory and the write is retried',
      )
    else this.#stored_revision = Math.max(this.#stored_revision, revision)
    this.#dispatch({ type: error ? 'store_failed' : 'stored', revision })
  }

  /** Returns the identity of the installation as of when its credentials were issued. */
  #identity(): InstallationIdentity | undefined {
    const { current } = this.#state
    if (!current) return undefined
    return {
      installation_id: current.installation_id,
      workspace_id: current.workspace_id ?? this.#setup.workspace_id ?? undefined,
      upstream_url: current.upstream_url ?? undefined,
    }
  }

  #status(): InstallationStatus {
    const { mode, reason, paused, current, lease_expires_at, failures, revision } = this.#state
    return {
      mode,
      reason,
      paused,
      installation_id: current?.installation_id ?? null,
      lease_expires_at,
      failures,
      stored: this.#stored_revision >= revision,
    }
  }

  #isIdle(): boolean {
    const { mode, in_flight, revision, goal, due } = this.#state
    if (mode === 'stopped') return true
    const nothingDue = goal === 'none' || due > this.#clock.now()
    return !in_flight && this.#reported_revision >= revision && nothingDue
  }

  #nextIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  async #settled(): Promise<void> {
    while (!this.#isIdle()) await this.#nextIdle()
  }

  async #stopped(): Promise<void> {
    while (this.#state.mode !== 'stopped') await this.#nextIdle()
  }

  async #sendHeartbeat(): Promise<boolean> {
    await this.#settled()
    this.#dispatch({ type: 'send_now' })
    await this.#settled()
    return this.#state.mode === 'running' && this.#state.failures === 0
  }

  async #stop(): Promise<void> {
    this.#dispatch({ type: 'stop' })
    await withTimeout(this.#clock, FINAL_HEARTBEAT_TIMEOUT_MS, this.#stopped(), () =>
      this.#dispatch({ type: 'stop_timed_out' }),
    )
    this.#abortRequests.abort()
    await this.#writer.close()
  }
}
