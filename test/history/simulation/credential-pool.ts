import { FOUNDER, type Result, type Call, type Handle, type Person } from '../history.ts'
import type { InstallationAction, Action, PeopleAction } from './scenario.ts'

/**
 * Creates a collection of the credentials in responses, per agent or organization, in the order of their arrival. All clients share it,
 * because credentials can be stolen and processes restarted.
 */
export function newCredentialPool() {
  const tokens: Handle[] = []
  const runtimes: { installation: Handle; runtime: Handle }[] = []
  const refreshes: { installation: Handle; refresh: Handle }[] = []
  const installations: Handle[] = []
  const invitations: { invitation: Handle; person: Person }[] = []
  const pick = <Item>(items: readonly Item[], back: number): Item | undefined =>
    items[items.length - 1 - Math.min(back, items.length - 1)]

  return {
    add(
      call: Call,
      {
        kind,
        token,
        installation = 'installation' in call ? call.installation : undefined,
        runtime,
        refresh,
        invitation,
      }: Result,
    ): void {
      if (invitation !== undefined && !invitations.some((one) => one.invitation === invitation)) {
        invitations.push({
          invitation,
          person: call.do === 'invite' ? call.person : 'by' in call ? call.by : FOUNDER,
        })
      }
      if (kind === 'created' && token !== undefined) tokens.push(token)
      if (installation !== undefined && !installations.includes(installation))
        installations.push(installation)
      if (installation !== undefined && runtime !== undefined)
        runtimes.push({ installation, runtime })
      if (installation !== undefined && refresh !== undefined)
        refreshes.push({ installation, refresh })
    },
    /** Returns the call of an action; undefined while the credential that it needs does not exist. */
    callOf: (action: Action): Exclude<Call, { do: 'restart' }> | undefined =>
      'agent' in action ? ofInstallations(action) : ofPeople(action),
  }

  function ofInstallations({
    do: name,
    back = 0,
    number,
    stopped = false,
  }: InstallationAction): Exclude<Call, { do: 'restart' }> | undefined {
    switch (name) {
      case 'create':
        return { do: name, minutes: number ?? 15 }
      case 'recover':
        return installations.length === 0 ? undefined : { do: name }
      case 'bootstrap': {
        const token = pick(tokens, back)
        return token === undefined ? undefined : { do: name, token }
      }
      case 'lease': {
        const found = pick(runtimes, back)
        return (
          found && {
            do: name,
            ...found,
            status: stopped ? 'stopped' : 'running',
            ...(number !== undefined && { interval: number }),
          }
        )
      }
      case 'use': {
        const found = pick(runtimes, back)
        return found && { do: name, runtime: found.runtime }
      }
      case 'refresh': {
        const found = pick(refreshes, back)
        return found && { do: name, ...found }
      }
      case 'revoke': {
        const installation = pick(installations, back)
        return installation === undefined
          ? undefined
          : { do: name, installation, timeout: number ?? 30_000 }
      }
    }
  }

  function ofPeople({
    do: name,
    by,
    person = 'p1',
    role = 'viewer',
    back = 0,
  }: PeopleAction): Exclude<Call, { do: 'restart' }> | undefined {
    switch (name) {
      case 'invite':
        return { do: name, by: by ?? FOUNDER, person, role }
      case 'list_invitations':
      case 'leave':
      case 'list_members':
        return { do: name, by: by ?? FOUNDER }
      case 'accept':
      case 'decline':
      case 'withdraw': {
        const found = pick(invitations, back)
        return found && { do: name, by: by ?? found.person, invitation: found.invitation }
      }
    }
  }
}
