import type { Rule, Section } from '../../engine/types.ts'
import {
  badRequest,
  boolean,
  check,
  equals,
  isString,
  ok,
  present,
  status,
  string,
  success,
} from '../../judge/assertions.ts'
import { formatValue, member } from '../../judge/json.ts'
import { requestJson } from '../../probes/platform/target.ts'
import { checkNth } from './assertions.ts'

const rules: readonly Rule[] = [
  {
    id: 'REG-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#registration',
    clause: {
      line: 211,
      quote:
        '| POST | /agents/register | API key | {svc_id, name, version, public_key, manifest_hash}, all strings |',
    },
    title: 'A valid registration returns 2xx',
    hint: 'Require no members other than the five in the interface.',
    accepts:
      'Any 2xx status and any response body. The suite sends 64 hexadecimal digits as svc_id, because the interface does not state the algorithm.',
    needs: [],
    probes: ['agent.register'],
    judge: (evidence) => checkNth(evidence, 'agent.register', -1, success),
  },
  {
    id: 'REG-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#valid',
    clause: {
      line: 212,
      quote: '| GET | /agents/:svc_id/verify | API key | none | agent verification result |',
    },
    title:
      'The verification of a registered agent has valid, svc_id, name, version and registered_at',
    hint: 'Send valid, svc_id, name, version and registered_at.',
    accepts: 'Either value of valid for an agent that has not been checked yet.',
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
  },
  {
    id: 'REG-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#registration-outcomes',
    clause: { line: 421, quote: 'the agent card and the registration record both carry it' },
    title: 'The verification has svc_id, name and version as registered',
    hint: 'Return the record of this agent and this version.',
    needs: ['REG-02'],
    probes: ['agent.register', 'agent.verify'],
    judge: ({ one, of }) => {
      const sent = requestJson(of('agent.register').at(-1))
      return check(
        one('agent.verify'),
        ...['svc_id', 'name', 'version'].map((name) => equals(`/${name}`, sent[name])),
      )
    },
  },
  {
    id: 'REG-04',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#valid',
    clause: { line: 381, quote: '| 404 | not found, resource does not exist |' },
    title: 'The verification of an unregistered agent returns 404 or is not valid',
    hint: 'Return 404, or 2xx with valid: false.',
    accepts: '404, and 2xx with valid: false.',
    needs: ['REG-02'],
    probes: ['agent.verify_unknown'],
    judge: ({ one }) => {
      const exchange = one('agent.verify_unknown')
      const { outcome } = exchange
      if (outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300)
        return check(exchange, equals('/valid', false))
      return check(
        exchange,
        status('404, or 2xx with valid false', (it) => it === 404),
      )
    },
  },
  {
    id: 'REG-05',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agents.md#registration-outcomes',
    clause: { line: 382, quote: '| 409 | conflict, resource already exists |' },
    title: 'A repeated registration returns 409 or 2xx',
    hint: 'Return 409, or 2xx with the existing record. The interface does not state which, so a violation is only a warning.',
    needs: ['REG-01'],
    probes: ['agent.again'],
    judge: ({ one }) =>
      check(
        one('agent.again'),
        status('409, or 2xx', (it) => it === 409 || (it >= 200 && it < 300)),
      ),
  },
  {
    id: 'REG-06',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agents.md#public-key',
    clause: { line: 30, quote: 'base64-encoded public key (signatures are Ed25519)' },
    title: 'A public_key that is not base64 is refused with 400 or 422',
    hint: 'Validate the key; no signature can be verified with a key that is not base64.',
    needs: ['REG-01'],
    probes: ['agent.odd_key'],
    judge: ({ one }) => check(one('agent.odd_key'), badRequest),
  },
  {
    id: 'REG-07',
    level: 'SHOULD',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/trust.md#ownership',
    clause: {
      line: 27,
      quote: '| svc_id | string | content-addressable hash; identifier of the agent |',
    },
    title:
      'A registration of the same svc_id by another organization does not change the first one',
    hint: 'Keep registrations of different organizations apart: a hash identifies one key, so a different key means a different agent.',
    accepts:
      'Any response to the second registration, such as 409, 403, or 2xx for a record of its own.',
    needs: ['REG-03'],
    probes: ['agent.register', 'agent.displaced'],
    judge: (evidence) => {
      const sent = requestJson(evidence.of('agent.register').at(-1))
      return checkNth(
        evidence,
        'agent.displaced',
        1,
        success,
        ...['svc_id', 'name', 'version'].map((name) => equals(`/${name}`, sent[name])),
      )
    },
  },
  {
    id: 'REG-08',
    level: 'INFO',
    basis: 'inferred',
    since: '2',
    specification: 'docs/specification/trust.md#registration',
    clause: { line: 30, quote: 'signatures are Ed25519' },
    title: 'Reports the response to a registration with a proof of possession',
    hint: 'The interface has no signed registrations; Agent Registry platforms accept a proof as docs/specification/trust.md#registration defines it.',
    accepts: 'Any result, because this is an observation, made only with --issuer.',
    needs: ['REG-01'],
    probes: ['agent.proved'],
    judge: ({ one }) => {
      const { outcome } = one('agent.proved')
      return ok(
        outcome.kind === 'response'
          ? `${outcome.status}${isString(member(one('agent.proved'), '/ownership')) ? `, ownership ${formatValue(member(one('agent.proved'), '/ownership'))}` : ''}.`
          : `There was no response: ${outcome.says}.`,
      )
    },
  },
]

export const registry: Section = { id: 'registry', title: 'Registry', rules }
