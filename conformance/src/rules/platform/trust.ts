import type { Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  check,
  isObject,
  routeExists,
  status,
  success,
  value,
  type Assertion,
} from '../../judge/assertions.ts'
import { bodyOf } from '../../judge/json.ts'
import { noServerError } from './assertions.ts'

/** Asserts that a verdict does not confirm the signature, in any of the usual members. */
const isNotConfirmed: Assertion = (exchange) => {
  const { outcome } = exchange
  if (outcome.kind !== 'response' || outcome.status >= 300 || !isObject(bodyOf(exchange)))
    return undefined
  return ['valid', 'verified', 'trusted', 'signature_valid']
    .map((name) => value(`/${name}`, 'any value but true', (it) => it !== true)(exchange))
    .find((found) => found !== undefined)
}

const rules: readonly Rule[] = [
  {
    id: 'TRUST-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#trust-verify',
    clause: {
      line: 254,
      quote:
        '| POST | /trust/verify | API key | {svc_id: string, signature: string (Ed25519), context: object with workspace_id: string} |',
    },
    title: 'POST /trust/verify does not return 404 or 405 for a registered agent',
    hint: 'Add the operation. The agent and the workspace exist, and the signature is wrong.',
    accepts: 'Any verdict in any form, because the interface shows none.',
    needs: ['REG-01', 'WS-01'],
    probes: ['valid.verifyTrust'],
    judge: ({ one }) => check(one('valid.verifyTrust'), routeExists),
  },
  {
    id: 'TRUST-01.fault',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agents.md#trust-verify',
    clause: { line: 254, quote: 'signature: string (Ed25519)' },
    title: 'POST /trust/verify does not return 5xx for a wrong signature',
    hint: 'Catch the exception that the cryptography library throws; a wrong signature is a result, not an error.',
    needs: ['TRUST-01'],
    probes: ['valid.verifyTrust'],
    judge: ({ one }) => check(one('valid.verifyTrust'), noServerError),
  },
  {
    id: 'TRUST-02',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agents.md#trust-profile',
    clause: {
      line: 255,
      quote:
        '| GET | /trust/profile/:did | API key | none; `:did` has the shape `did:svc:<svc_id>` |',
    },
    title:
      'The trust profile of a registered agent is returned with 2xx, and a DID without an id is refused',
    hint: 'Accept the DID in the path with unescaped colons.',
    accepts: 'Any record, because the interface shows none.',
    needs: ['REG-01'],
    probes: ['valid.trustProfile', 'trust.odd_did'],
    judge: ({ one }) => {
      const profile = check(one('valid.trustProfile'), success)
      return profile.kind === 'ok'
        ? check(
            one('trust.odd_did'),
            status('400, 404 or 422', (it) => [400, 404, 422].includes(it)),
          )
        : profile
    },
  },
  {
    id: 'TRUST-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#trust-headers',
    clause: {
      line: 256,
      quote:
        '| POST | /trust/headers | API key | {svc_id: string, request_body_hash: string (SHA-256 of the body)} |',
    },
    title: 'Requesting trust headers for a registered agent and a SHA-256 returns 2xx',
    hint: 'Accept the hash as 64 hexadecimal digits.',
    accepts: 'Any response body, because the interface shows none.',
    needs: ['REG-01'],
    probes: ['valid.trustHeaders'],
    judge: ({ one }) => check(one('valid.trustHeaders'), success),
  },
  {
    id: 'TRUST-04',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agents.md#trust-headers',
    clause: { line: 256, quote: 'request_body_hash: string (SHA-256 of the body)' },
    title: 'A request_body_hash that is not a hash is refused with 400 or 422',
    hint: 'Validate the hash; otherwise the headers vouch for nothing.',
    needs: ['TRUST-03'],
    probes: ['trust.odd_hash'],
    judge: ({ one }) => check(one('trust.odd_hash'), badRequest),
  },
  {
    id: 'TRUST-05',
    level: 'SHOULD',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/agents.md#signature-verification',
    clause: { line: 13, quote: "verifying an agent's signature in a context" },
    title: 'A forged signature is not reported as valid or verified',
    hint: 'Verify the signature: the suite sends 64 equal bytes, which no key can have produced.',
    accepts:
      'Any form of the response, because the interface shows none. Only the members valid, verified, trusted and signature_valid are judged.',
    needs: ['TRUST-01'],
    probes: ['valid.verifyTrust'],
    judge: ({ one }) => check(one('valid.verifyTrust'), isNotConfirmed),
  },
]

export const trust: Section = { id: 'trust', title: 'Trust protocol', rules }
