import { describe, expect, it } from 'vitest'
import { pickForRecovery } from '../../../src/domain/installations/recovery.ts'
import { DAY, MINUTE } from '../../kit/time.ts'
import { anInstallation, aRuntimeToken, at } from '../fixtures.ts'

const candidate = (installation_id: string, ...expiries: readonly number[]) => ({
  installation: anInstallation({ installation_id }),
  tokens: expiries.map((expiry, index) =>
    aRuntimeToken(index + 1, { effective_expires_at: at(expiry) }),
  ),
})

describe('choice of an installation to recover', () => {
  it('picks one with expired credentials, or else the least recently seen', () => {
    const picked = (...candidates: ReturnType<typeof candidate>[]) =>
      pickForRecovery(candidates, at(DAY))?.installation_id
    expect(picked()).toBeUndefined()
    expect(picked(candidate('a', 2 * DAY), candidate('b', 2 * DAY))).toBe('a')
    expect(picked(candidate('a', 2 * DAY), candidate('b', DAY))).toBe('b')
    expect(
      picked(candidate('a', MINUTE, 2 * DAY), candidate('b', MINUTE, DAY), candidate('c', MINUTE)),
    ).toBe('b')
    expect(picked(candidate('a', 2 * DAY), candidate('b'))).toBe('b')
  })
})
