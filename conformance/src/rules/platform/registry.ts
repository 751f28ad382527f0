import type { Rule, Section } from '../../engine/types.ts'
import { at, bodyOf, member, show } from '../../judge/json.ts'
import {
  badRequest,
  boolean,
  check,
  equals,
  isObject,
  isString,
  ok,
  status,
  string,
  success,
  value,
  type Atom,
} from '../../judge/atoms.ts'
import { sentJson } from '../../probes/platform/target.ts'
import { noFault, nth } from './judges.ts'

const rules: readonly Rule[] = [
  {
    id: 'REG-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 211,
      quote:
        '| POST | /agents/register | API key | {svc_id, name, version, public_key, manifest_hash}, all strings |',
    },
    title: 'An agent that nothing is wrong with is registered with 2xx',
    needs: [],
    probes: ['agent.register'],
    judge: (seen) => nth(seen, 'agent.register', -1, success),
    hint: 'The five members are all that is needed.',
    accepts:
      '200, 201 and 202, with any body. The identifier sent is 64 hex digits, since its algorithm is not stated.',
  },
  {
    id: 'REG-02',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 212,
      quote: '| GET | /agents/:svc_id/verify | API key | none | agent verification result |',
    },
    title:
      'The verification of a registered agent has valid, svc_id, name, version and registered_at',
    needs: ['REG-01'],
    probes: ['agent.verify'],
    judge: ({ one }) =>
      check(
        one('agent.verify'),
        success,
        boolean('/valid'),
        string('/svc_id'),
        string('/name'),
        string('/version'),
        present('/registered_at'),
      ),
    hint: 'Lines 37 to 41 list the five.',
    accepts: 'Whether valid is true for an agent that nobody has checked yet.',
  },
  {
    id: 'REG-03',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 421, quote: 'the agent card and the registration record both carry it' },
    title: 'The verification says svc_id, name and version as they were registered',
    needs: ['REG-02'],
    probes: ['agent.register', 'agent.verify'],
    judge: ({ one, of }) => {
      const sent = sentJson(of('agent.register').at(-1))
      return check(
        one('agent.verify'),
        ...['svc_id', 'name', 'version'].map((name) => equals(`/${name}`, sent[name])),
      )
    },
    hint: 'Look up the record of this agent and of this version.',
  },
  {
    id: 'REG-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 381, quote: '| 404 | not found, resource does not exist |' },
    title: 'The verification of an agent that nobody registered is 404, or not valid',
    needs: ['REG-02'],
    probes: ['agent.verify_unknown'],
    judge: ({ one }) => {
      const exchange = one('agent.verify_unknown')
      const { outcome } = exchange
      if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300)
        return check(exchange, equals('/valid', false))
      return check(
        exchange,
        status('404, or 2xx with valid false', (it) => it === 404),
      )
    },
    hint: 'Nobody vouches for what was never seen.',
    accepts: '404, and 2xx with valid false.',
  },
  {
    id: 'REG-05',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 382, quote: '| 409 | conflict, resource already exists |' },
    title: 'The same agent registered twice is 409, or the same again',
    needs: ['REG-01'],
    probes: ['agent.again'],
    judge: ({ one }) =>
      check(
        one('agent.again'),
        status('409, or 2xx', (it) => it === 409 || (it >= 200 && it < 300)),
      ),
    hint: 'Which status says so is not stated, so this only warns.',
  },
  {
    id: 'REG-06',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 30, quote: 'base64-encoded public key (signatures are Ed25519)' },
    title: 'A public_key that is no base64 is refused with 400 or 422',
    needs: ['REG-01'],
    probes: ['agent.odd_key'],
    judge: ({ one }) => check(one('agent.odd_key'), badRequest),
    hint: 'No signature can ever be checked against it.',
  },
  {
    id: 'REG-07',
    level: 'SHOULD',
    basis: 'inferred',
    since: '2',
    clause: {
      line: 27,
      quote: '| svc_id | string | content-addressable hash; identifier of the agent |',
    },
    title:
      'What another organization registers under the same svc_id changes nothing for the first',
    needs: ['REG-03'],
    probes: ['agent.register', 'agent.displaced'],
    judge: (seen) => {
      const sent = sentJson(seen.of('agent.register').at(-1))
      return nth(
        seen,
        'agent.displaced',
        1,
        success,
        ...['svc_id', 'name', 'version'].map((name) => equals(`/${name}`, sent[name])),
      )
    },
    hint: 'A hash of the contents names one key: whoever brings another one is another agent, or nobody.',
    accepts: 'Any answer to the second registration: 409, 403, or 2xx for a record of its own.',
  },
  {
    id: 'REG-08',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    clause: { line: 30, quote: 'signatures are Ed25519' },
    title: 'What a platform makes of a registration that the key of the agent has signed',
    needs: ['REG-01'],
    probes: ['agent.proved'],
    judge: ({ one }) => {
      const { outcome } = one('agent.proved')
      return ok(
        outcome.kind === 'answer'
          ? `${outcome.status}${isString(member(one('agent.proved'), '/ownership')) ? `, ownership ${show(member(one('agent.proved'), '/ownership'))}` : ''}.`
          : `There was no answer: ${outcome.says}.`,
      )
    },
    hint: 'Registrations are not signed in the interface; platforms of this registry take a proof as docs/specification/trust.md says.',
    accepts: 'Anything: it is an observation, made only with --issuer.',
  },
]

function present(pointer: string): Atom {
  return (exchange) =>
    at(bodyOf(exchange), pointer) === undefined
      ? { pointer: `body${pointer}`, expected: 'present', actual: 'nothing' }
      : undefined
}

export const registry: Section = { id: 'registry', title: 'Registry', rules }

const trustRules: readonly Rule[] = [
  {
    id: 'TRUST-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 254,
      quote:
        '| POST | /trust/verify | API key | {svc_id: string, signature: string (Ed25519), context: object with workspace_id: string} |',
    },
    title: 'POST /trust/verify is there: neither 404 nor 405 for a registered agent',
    needs: ['REG-01', 'WS-01'],
    probes: ['valid.verifyTrust'],
    judge: ({ one }) =>
      check(
        one('valid.verifyTrust'),
        status('any status but 404 and 405', (it) => it !== 404 && it !== 405),
      ),
    hint: 'The agent and the workspace exist; the signature is a wrong one.',
    accepts: 'Any verdict in any form: it is not shown.',
  },
  {
    id: 'TRUST-01.fault',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 254, quote: 'signature: string (Ed25519)' },
    title: 'A wrong signature is no fault of the platform: no 5xx',
    needs: ['TRUST-01'],
    probes: ['valid.verifyTrust'],
    judge: ({ one }) => check(one('valid.verifyTrust'), noFault),
    hint: 'That it is wrong is a verdict. A library that throws for it has to be caught.',
  },
  {
    id: 'TRUST-02',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 255,
      quote:
        '| GET | /trust/profile/:did | API key | none; `:did` has the shape `did:svc:<svc_id>` |',
    },
    title: 'The trust profile of a registered agent is 2xx, and a DID without an id is refused',
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
    hint: 'The colons of the DID stand in the path as they are.',
    accepts: 'Any record: it is not shown (line 169).',
  },
  {
    id: 'TRUST-03',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 256,
      quote:
        '| POST | /trust/headers | API key | {svc_id: string, request_body_hash: string (SHA-256 of the body)} |',
    },
    title: 'Trust headers for a registered agent and a SHA-256 are 2xx',
    needs: ['REG-01'],
    probes: ['valid.trustHeaders'],
    judge: ({ one }) => check(one('valid.trustHeaders'), success),
    hint: 'The hash is written in 64 hex digits.',
    accepts: 'Any body: it is not shown.',
  },
  {
    id: 'TRUST-04',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 256, quote: 'request_body_hash: string (SHA-256 of the body)' },
    title: 'A request_body_hash that is no hash is refused with 400 or 422',
    needs: ['TRUST-03'],
    probes: ['trust.odd_hash'],
    judge: ({ one }) => check(one('trust.odd_hash'), badRequest),
    hint: 'Headers would vouch for nothing.',
  },
  {
    id: 'TRUST-05',
    level: 'SHOULD',
    basis: 'inferred',
    since: '2',
    clause: { line: 13, quote: "verifying an agent's signature in a context" },
    title: 'A signature that nobody made is called neither valid nor verified',
    needs: ['TRUST-01'],
    probes: ['valid.verifyTrust'],
    judge: ({ one }) => check(one('valid.verifyTrust'), forged),
    hint: 'The signature is 64 equal bytes, which is none by any key.',
    accepts:
      'Any form of the answer, as it is not shown: only members valid, verified and trusted that are true are looked at.',
  },
]

/** A verdict in favour of the signature, wherever one usually stands. */
const forged: Atom = (exchange) => {
  const { outcome } = exchange
  if (outcome.kind !== 'answer' || outcome.status >= 300 || !isObject(bodyOf(exchange)))
    return undefined
  return ['valid', 'verified', 'trusted', 'signature_valid']
    .map((name) => value(`/${name}`, 'no true', (it) => it !== true)(exchange))
    .find((found) => found !== undefined)
}

export const trust: Section = { id: 'trust', title: 'Trust protocol', rules: trustRules }
