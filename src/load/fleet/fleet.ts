/** One simulated installation. Its secrets stay in memory. */
export interface SimulatedInstallation {
  readonly installation_id: string
  runtime_token: string
  refresh_token: string | null
  token_version: number
  /** Moves with every recovery, so that an answer to older credentials can be told. */
  generation: number
  /** A revocation is under way, or done. */
  leaving: boolean
  /** Its place among those that live. */
  place: number
}

/** Credentials as bootstrap and recovery answer them. */
export interface Credentials {
  readonly installation_id: string
  readonly runtime_token: string
  readonly refresh_token: string | null
}

/** The installations that live, to be found by identifier and by chance. */
export class Fleet {
  readonly #live: SimulatedInstallation[] = []
  readonly #byId = new Map<string, SimulatedInstallation>()

  get size(): number {
    return this.#live.length
  }

  get members(): readonly SimulatedInstallation[] {
    return this.#live
  }

  /** Whoever has the same identifier already makes room: a platform may answer anything. */
  add(credentials: Credentials): SimulatedInstallation {
    const known = this.#byId.get(credentials.installation_id)
    if (known) this.remove(known)
    const member: SimulatedInstallation = {
      ...credentials,
      token_version: 0,
      generation: 0,
      leaving: false,
      place: this.#live.length,
    }
    this.#live.push(member)
    this.#byId.set(member.installation_id, member)
    return member
  }

  remove(member: SimulatedInstallation): void {
    if (!this.has(member)) return
    const last = this.#live.pop()!
    if (last !== member) {
      last.place = member.place
      this.#live[member.place] = last
    }
    this.#byId.delete(member.installation_id)
  }

  has = (member: SimulatedInstallation): boolean =>
    this.#byId.get(member.installation_id) === member

  /** Gives recovered credentials to whoever they are for; undefined when that is nobody of this fleet. */
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

  /** One of those that live and stay; undefined when chance found none. */
  pick(dice: number): SimulatedInstallation | undefined {
    const member = this.#live[Math.floor(dice * this.#live.length)]
    return member?.leaving ? undefined : member
  }
}
