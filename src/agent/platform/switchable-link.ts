import type { PlatformLink } from './link.ts'

/** Creates a link whose target can be replaced, because an agent is created and checked before its installation exists. */
export function switchableLink(
  first: PlatformLink,
): PlatformLink & { switchTo(next: PlatformLink): void } {
  let target = first
  return {
    get base_url() {
      return target.base_url
    },
    get issuer() {
      return target.issuer
    },
    installation: () => target.installation(),
    time: () => target.time(),
    verifyTrust: (request) => target.verifyTrust(request),
    profile: (did) => target.profile(did),
    jwks: () => target.jwks(),
    policy: () => target.policy(),
    trustStatus: () => target.trustStatus(),
    paused: () => target.paused(),
    switchTo(next) {
      target = next
    },
  }
}
