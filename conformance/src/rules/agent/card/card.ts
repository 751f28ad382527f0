import type { Rule, Section } from '../../../engine/types.ts'
import {
  array,
  check,
  equals,
  isAbsoluteUrl,
  isString,
  isStrings,
  jsonObject,
  notApplicable,
  object,
  ok,
  optional,
  present,
  string,
  success,
  untested,
  value,
} from '../../../judge/assertions.ts'
import { member } from '../../../judge/json.ts'
import { addressRules } from './address.ts'
import { skillRules } from './skills.ts'
import { orderById } from '../../../engine/select.ts'

const memberRules: readonly Rule[] = [
  {
    id: 'CARD-01',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: {
      line: 322,
      quote: '| GET | /.well-known/agent.json | none | agent card / discovery document |',
    },
    title: 'The agent card is public and is a JSON object with svc_id and name',
    hint: 'Serve a JSON object with svc_id and name at /.well-known/agent.json under the target address, without requiring credentials.',
    accepts: 'Any 2xx status and additional members.',
    needs: [],
    probes: ['card'],
    judge: ({ one, settings }) => {
      const card = one('card')
      const { outcome } = card
      if (outcome.kind === 'failure' && outcome.phase === 'connect')
        return untested(
          `There is no response at ${settings.base}: ${outcome.says}. Start the agent, or use --launch to give the command that starts it.`,
        )
      return check(card, success, jsonObject, string('/svc_id'), string('/name'))
    },
  },
  {
    id: 'CARD-02',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: { line: 108, quote: '| url | string | address of the agent |' },
    title: 'The card has name, svc_id, version, description and url, all strings',
    hint: 'Every card needs name, svc_id, version, description and url, each as a JSON string. In YAML, put a version in quotes: "1.0".',
    accepts: 'Additional members.',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        string('/name'),
        string('/svc_id'),
        string('/version'),
        string('/description'),
        string('/url'),
      ),
  },
  {
    id: 'CARD-03',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: { line: 109, quote: '| skills | array of skill | |' },
    title: 'The card lists its skills in an array',
    hint: 'Send skills as an array, not as an object keyed by name. An agent without skills sends an empty array.',
    accepts: 'An empty array.',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) => check(one('card'), array('/skills')),
  },
  {
    id: 'CARD-08',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: { line: 110, quote: 'type (string; value `svc_trust`)' },
    title: 'authentication is an object with the type svc_trust',
    hint: 'Set authentication.type to svc_trust, the only value that the interface defines.',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) =>
      check(one('card'), object('/authentication'), equals('/authentication/type', 'svc_trust')),
  },
  {
    id: 'CARD-09',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: { line: 110, quote: "verify_url (string, the platform's trust-verify address)" },
    title: 'authentication.verify_url is a string',
    hint: 'Set verify_url to the address of the platform followed by /trust/verify; callers have signatures verified there.',
    needs: ['CARD-08'],
    probes: ['card'],
    judge: ({ one }) => check(one('card'), string('/authentication/verify_url')),
  },
  {
    id: 'CARD-09.address',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: { line: 110, quote: "verify_url (string, the platform's trust-verify address)" },
    title: 'authentication.verify_url is an absolute URL that ends with /trust/verify',
    hint: 'Put the address of the platform in front of /trust/verify.',
    needs: ['CARD-09'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        value(
          '/authentication/verify_url',
          'an absolute http or https URL that ends with /trust/verify',
          (url) => isAbsoluteUrl(url) && new URL(url).pathname.endsWith('/trust/verify'),
        ),
      ),
  },
  {
    id: 'CARD-10',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#capabilities',
    clause: { line: 111, quote: '| capabilities | array of string |' },
    title: 'capabilities is an array of strings',
    hint: 'Send a list of names. Other protocols have an object under this name.',
    accepts: 'A card without capabilities, as long as the agent is not published.',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        optional('/capabilities', value('/capabilities', 'an array of strings', isStrings)),
      ),
  },
  {
    id: 'CARD-11',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: {
      line: 112,
      quote:
        '| verification_status | string | present in the discovery response of a published agent |',
    },
    title: 'The card of a published agent has capabilities and verification_status',
    hint: 'Add the missing member; the card of a published agent needs both capabilities and verification_status.',
    needs: ['CARD-10'],
    probes: ['card'],
    judge: ({ one, settings }) => {
      if (!settings.published)
        return notApplicable(
          'The agent is not published. Use --published to judge it as a published agent.',
        )
      return check(one('card'), present('/capabilities'), string('/verification_status'))
    },
  },
  {
    id: 'CARD-14',
    level: 'MUST',
    basis: 'quoted',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: {
      line: 421,
      quote:
        'Agents carry a `version` string; the agent card and the registration record both carry it.',
    },
    title: 'version is a non-empty string',
    hint: 'Send the version with which the agent was registered.',
    accepts: 'Any format.',
    needs: ['CARD-02'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        value('/version', 'a non-empty string', (it) => isString(it) && it.trim() !== ''),
      ),
  },
  {
    id: 'CARD-15',
    level: 'INFO',
    basis: 'quoted',
    specification: 'docs/specification/agents.md#svc-id',
    clause: { line: 27, quote: 'content-addressable hash; identifier of the agent' },
    title: 'Reports the format of svc_id',
    hint: 'The interface states neither the hash function nor its encoding.',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) => {
      const id = String(member(one('card'), '/svc_id'))
      return ok(
        /^[0-9a-f]{64}$/.test(id)
          ? 'svc_id has 64 hexadecimal digits, like a SHA-256.'
          : `svc_id is not a SHA-256 in hexadecimal; its length is ${id.length}.`,
      )
    },
  },
  {
    id: 'CARD-16',
    level: 'SHOULD',
    basis: 'inferred',
    specification: 'docs/specification/agent-protocol.md#card',
    clause: {
      line: 322,
      quote: '| GET | /.well-known/agent.json | none | agent card / discovery document |',
    },
    title: 'The card has the same svc_id and version in two requests',
    hint: 'Make all replicas behind the address serve the same card.',
    needs: ['CARD-01'],
    probes: ['card', 'card.again'],
    judge: ({ one }) =>
      check(
        one('card.again'),
        jsonObject,
        ...['/svc_id', '/version'].map((pointer) => equals(pointer, member(one('card'), pointer))),
      ),
  },
]

export const card: Section = {
  id: 'card',
  title: 'Agent card',
  rules: orderById(memberRules, skillRules, addressRules),
}
