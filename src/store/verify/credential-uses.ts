import { SCOPES } from '../../domain/organizations/access.ts'
import { MAX_RANGES, type CredentialUse } from '../../domain/organizations/credential-use.ts'
import { dayOf, parseTimestamp } from '../../domain/time.ts'
import { eachRecord, type Check } from './check.ts'

/** Checks the usage baselines of API keys and people (docs/specification/organizations.md#unusual-use). */
export const credentialUses: Check = {
  name: 'credential uses',
  says: 'the usage baselines of API keys and people are valid',
  async *run({ snapshot }) {
    for await (const use of eachRecord(snapshot, 'credential_uses'))
      for (const fault of faultsOf(use)) yield `credential_uses ${use.credential}: ${fault}`
  },
}

/** The /24 of an IPv4 address, or the /48 of an IPv6 address. */
const RANGE = /^(?:\d{1,3}\.\d{1,3}\.\d{1,3}\.0\/24|[0-9a-f:]+\/48)$/
const KNOWN: readonly string[] = SCOPES

function* faultsOf({ since, last_used_at, ranges, scopes, reported }: CredentialUse) {
  if ([since, last_used_at].some((time) => parseTimestamp(time) === undefined))
    yield 'its times are not valid timestamps'
  else if (since > last_used_at) yield 'it was last used before its first use'
  const days = [...Object.values(ranges), ...Object.values(reported)]
  if (!days.every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && day <= dayOf(last_used_at)))
    yield 'one of its days is invalid or after its last use'
  if (!Object.keys(ranges).every((range) => RANGE.test(range)))
    yield 'one of its address ranges is invalid'
  if (Object.keys(ranges).length > MAX_RANGES) yield 'it has more address ranges than are kept'
  if (new Set(scopes).size < scopes.length || !scopes.every((scope) => KNOWN.includes(scope)))
    yield 'its scopes are unknown or repeated'
}
