import type { PlatformLink } from './platform-link.ts'

/** A link that can be pointed elsewhere: an agent is put together, and found to be sound, before it goes to its platform. */
export function relay(first: PlatformLink): PlatformLink & { pointTo(next: PlatformLink): void } {
  let target = first
  return {
    get base_url() {
      return target.base_url
    },
    get issuer() {
      return target.issuer
    },
    place: () => target.place(),
    time: () => target.time(),
    verifyTrust: (request) => target.verifyTrust(request),
    profile: (did) => target.profile(did),
    jwks: () => target.jwks(),
    policy: () => target.policy(),
    standing: () => target.standing(),
    paused: () => target.paused(),
    pointTo(next) {
      target = next
    },
  }
}
