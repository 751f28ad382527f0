/** One simulated installation. Its secrets are only kept in memory. */
export interface SimulatedInstallation {
  readonly installation_id: string
  runtime_token: string
  refresh_token: string | null
  token_version: number
  /** Incremented with every recovery, so that a response to older credentials can be recognized. */
  generation: number
  /** Whether its revocation is in progress or done. */
  revoking: boolean
  /** Its index in the list of live installations. */
  index: number
}

/** Credentials as bootstrap and recovery return them. */
export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  readonly refresh_token: string | null
}

/** The live installations, by identifier and for random selection. */
export class Fleet {
  readonly #live: SimulatedInstallation[] = []
  readonly #byId = new Map<string, SimulatedInstallation>()

  get size(): number {
    return this.#live.length
  }

  get members(): readonly SimulatedInstallation[] {
    return this.#live
  }

  /** Adds an installation. It replaces one with the same identifier, because a platform may return anything. */
  add(credentials: Credentials): SimulatedInstallation {
    const existing = this.#byId.get(credentials.installation_id)
    if (existing) this.remove(existing)
    const member: SimulatedInstallation = {
      ...credentials,
      token_version: 0,
      generation: 0,
      revoking: false,
      index: this.#live.length,
    }
    this.#live.push(member)
    this.#byId.set(member.installation_id, member)
    return member
  }

  remove(member: SimulatedInstallation): void {
    if (!this.has(member)) return
    const last = this.#live.pop()!
    if (last !== member) {
      last.index = member.index
      this.#live[member.index] = last
    }
    this.#byId.delete(member.installation_id)
  }

  has = (member: SimulatedInstallation): boolean =>
    this.#byId.get(member.installation_id) === member

  /** Stores recovered credentials. Returns undefined if the installation is not part of this fleet. */
  recover({
    installation_id,
    runtime_token,
    refresh_token,
  }: Credentials): SimulatedInstallation | undefined {
    const member = this.#byId.get(installation_id)
    if (!member) return undefined
    Object.assign(member, {
      runtime_token,
      refresh_token,
      token_version: 0,
      generation: member.generation + 1,
    })
    return member
  }

  /** Returns a random installation, or undefined if the chosen one is being revoked. @param random in [0, 1) */
  pick(random: number): SimulatedInstallation | undefined {
    const member = this.#live[Math.floor(random * this.#live.length)]
    return member?.revoking ? undefined : member
  }
}
