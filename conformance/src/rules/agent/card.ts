import {
  type Atom,
  array,
  check,
  each,
  equals,
  firstOf,
  isInteger,
  isString,
  isStrings,
  jsonObject,
  notApplicable,
  object,
  ok,
  OK,
  optional,
  string,
  success,
  untested,
  value,
  violation,
} from '../../judge/atoms.ts'
import { reachable } from '../../engine/settings.ts'
import { schemaFault } from '../../judge/json-schema.ts'
import { member, show } from '../../judge/json.ts'
import type { Exchange, Judgement, Rule, Section } from '../../engine/types.ts'
import { skillsOf } from '../../probes/agent/card.ts'

const NO_SKILLS = notApplicable('The card names no skills.')

/** Whatever it is, it is there. */
const present = (pointer: string): Atom => value(pointer, 'present', (it) => it !== undefined)

export const isAbsolute = (url: unknown): url is string =>
  isString(url) && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Judges every skill of the card; a card without skills has none to judge. */
function eachSkill(
  card: Exchange,
  judge: (pointer: string, skill: unknown) => Judgement,
): Judgement {
  const skills = member(card, '/skills')
  if (!Array.isArray(skills) || skills.length === 0) return NO_SKILLS
  return firstOf(skills.map((skill: unknown, i) => () => judge(`/skills/${i}`, skill)))
}

function eachSchema(
  card: Exchange,
  judge: (pointer: string, schema: unknown) => Judgement,
): Judgement {
  return eachSkill(card, (pointer) =>
    firstOf(
      ['input_schema', 'output_schema'].map(
        (name) => () => judge(`${pointer}/${name}`, member(card, `${pointer}/${name}`)),
      ),
    ),
  )
}

const rules: readonly Rule[] = [
  {
    id: 'CARD-01',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 322,
      quote: '| GET | /.well-known/agent.json | none | agent card / discovery document |',
    },
    title: 'The card is a JSON object with svc_id and name, and anybody can read it',
    needs: [],
    probes: ['card'],
    judge: ({ one, settings }) => {
      const card = one('card')
      const { outcome } = card
      if (outcome.kind === 'failure' && outcome.phase === 'connect')
        return untested(
          `Nobody answers at ${settings.base}: ${outcome.says}. Start the agent, or let --launch start it.`,
        )
      return check(card, success, jsonObject, string('/svc_id'), string('/name'))
    },
    hint: 'Serve the card at /.well-known/agent.json below the address you gave, without asking for credentials.',
    accepts: 'Any 2xx status; any members besides.',
  },
  {
    id: 'CARD-02',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 108, quote: '| url | string | address of the agent |' },
    title: 'name, svc_id, version, description and url are strings',
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
    hint: 'Lines 104 to 108 list the five; all of them belong in every card.',
    accepts: 'Other members are free.',
  },
  {
    id: 'CARD-03',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 109, quote: '| skills | array of skill | |' },
    title: 'skills is an array',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) => check(one('card'), array('/skills')),
    hint: 'An agent without skills has an empty array, and skills are no object by name.',
    accepts: 'The array may be empty.',
  },
  {
    id: 'CARD-04',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 118, quote: '| name | string, unique identifier of the skill | yes |' },
    title: 'Every skill has name, description, input_schema and output_schema',
    needs: ['CARD-03'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSkill(one('card'), (at) =>
        check(
          one('card'),
          object(at),
          string(`${at}/name`),
          string(`${at}/description`),
          present(`${at}/input_schema`),
          present(`${at}/output_schema`),
        ),
      ),
    hint: 'Lines 118 to 121 say "yes" under Required for these four.',
  },
  {
    id: 'CARD-05',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 118, quote: '| name | string, unique identifier of the skill | yes |' },
    title: 'No two skills of a card have the same name',
    needs: ['CARD-04'],
    probes: ['card'],
    judge: ({ one }) => {
      const names = skillsOf(one('card')).map(({ name }) => name)
      const again = names.findIndex((name, i) => names.indexOf(name) < i)
      if (names.length === 0) return NO_SKILLS
      return again < 0
        ? OK
        : violation({
            pointer: `body/skills/${again}/name`,
            expected: 'a name that no other skill has',
            actual: show(names[again]),
          })
    },
    hint: 'The name is what a task is routed by; two skills of one name cannot both be reached.',
    accepts: 'Names that differ in case are different.',
  },
  {
    id: 'CARD-06',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 120, quote: '| input_schema | JSON Schema | yes |' },
    title: 'input_schema and output_schema are JSON Schemas',
    needs: ['CARD-04'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSchema(one('card'), (pointer, schema) => {
        const fault = schemaFault(schema)
        return fault
          ? violation({
              pointer: `body${pointer}${fault.pointer}`,
              expected: fault.expected,
              actual: show(fault.actual),
            })
          : OK
      }),
    hint: 'A JSON Schema is an object, true or false; check the spelling of types and that lists are lists.',
    accepts: 'Any dialect, and keywords nobody knows.',
  },
  {
    id: 'CARD-07',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 122, quote: '| timeout_ms | integer, maximum execution time | no |' },
    title: 'timeout_ms, where a skill has one, is an integer',
    needs: ['CARD-04'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSkill(one('card'), (at) =>
        check(
          one('card'),
          optional(`${at}/timeout_ms`, value(`${at}/timeout_ms`, 'an integer', isInteger)),
        ),
      ),
    hint: 'Milliseconds as a JSON integer: 5000, neither "5s" nor 1.5.',
    accepts: 'It may be absent.',
  },
  {
    id: 'CARD-07.positive',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 122, quote: 'integer, maximum execution time' },
    title: 'timeout_ms, where a skill has one, is more than 0',
    needs: ['CARD-07'],
    probes: ['card'],
    judge: ({ one }) =>
      eachSkill(one('card'), (at) =>
        check(
          one('card'),
          optional(
            `${at}/timeout_ms`,
            value(`${at}/timeout_ms`, 'more than 0', (it) => Number(it) > 0),
          ),
        ),
      ),
    hint: 'In no time nothing can be done. Leave it out if there is no limit.',
  },
  {
    id: 'CARD-08',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 110, quote: 'type (string; value `svc_trust`)' },
    title: 'authentication is an object whose type is svc_trust',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) =>
      check(one('card'), object('/authentication'), equals('/authentication/type', 'svc_trust')),
    hint: 'The only value that the interface gives is svc_trust.',
  },
  {
    id: 'CARD-09',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 110, quote: "verify_url (string, the platform's trust-verify address)" },
    title: 'authentication.verify_url is a string',
    needs: ['CARD-08'],
    probes: ['card'],
    judge: ({ one }) => check(one('card'), string('/authentication/verify_url')),
    hint: "Callers send signatures to be verified there: the platform's address followed by /trust/verify.",
  },
  {
    id: 'CARD-09.address',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 110, quote: "verify_url (string, the platform's trust-verify address)" },
    title: 'authentication.verify_url is an absolute address that ends with /trust/verify',
    needs: ['CARD-09'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        value(
          '/authentication/verify_url',
          'an absolute http(s) address that ends with /trust/verify',
          (url) => isAbsolute(url) && new URL(url).pathname.endsWith('/trust/verify'),
        ),
      ),
    hint: 'Line 254 lists the endpoint; in front of it stands the address of the platform.',
  },
  {
    id: 'CARD-10',
    level: 'MUST',
    basis: 'quoted',
    clause: { line: 111, quote: '| capabilities | array of string |' },
    title: 'capabilities, where the card has them, are an array of strings',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        optional('/capabilities', value('/capabilities', 'an array of strings', isStrings)),
      ),
    hint: 'Other protocols have an object of that name; here it is a list of names.',
    accepts: 'It may be absent while the agent is not published.',
  },
  {
    id: 'CARD-11',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 112,
      quote:
        '| verification_status | string | present in the discovery response of a published agent |',
    },
    title: 'The card of a published agent has capabilities and verification_status',
    needs: ['CARD-10'],
    probes: ['card'],
    judge: ({ one, settings }) => {
      if (!settings.published)
        return notApplicable(
          'The agent is not said to be published; with --published it is judged as one.',
        )
      return check(one('card'), present('/capabilities'), string('/verification_status'))
    },
    hint: 'Lines 111 and 112: both are present in the discovery response of a published agent.',
  },
  {
    id: 'CARD-12',
    level: 'SHOULD',
    basis: 'inferred',
    clause: { line: 108, quote: '| url | string | address of the agent |' },
    title:
      'url is an absolute http or https address: of the host that was asked, or of one that answers',
    needs: ['CARD-02'],
    probes: ['card'],
    observes: ['card.url'],
    judge: ({ one, of, settings }) => {
      const answers = of('card.url').some(({ outcome }) => outcome.kind === 'answer')
      const url = member(one('card'), '/url')
      if (
        of('card.url').length === 0 &&
        isAbsolute(url) &&
        !reachable(settings).has(new URL(url).origin)
      )
        return untested(
          `The url of the card names another host, which is not asked; allow it with --allow-host ${new URL(url).origin}.`,
        )
      return check(
        one('card'),
        value(
          '/url',
          `an absolute address at ${new URL(settings.base).origin}, or one that answers`,
          (url) =>
            isAbsolute(url) && (answers || new URL(url).origin === new URL(settings.base).origin),
        ),
      )
    },
    hint: 'Callers go where url says. Behind a proxy it may be an address that cannot be reached from here; then this warning can be ignored.',
  },
  {
    id: 'CARD-13',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 337,
      quote:
        'Capability names in `capabilities.provides` must equal the skill strings that are routed.',
    },
    title: 'Every capability of the card is the name of one of its skills',
    needs: ['CARD-10', 'CARD-04'],
    probes: ['card'],
    judge: ({ one }) => {
      const names = skillsOf(one('card')).map(({ name }) => name)
      const capabilities = member(one('card'), '/capabilities')
      if (!isStrings(capabilities) || capabilities.length === 0)
        return notApplicable('The card names no capabilities.')
      const odd = capabilities.findIndex((name) => !names.includes(name))
      return odd < 0
        ? OK
        : violation({
            pointer: `body/capabilities/${odd}`,
            expected: `one of ${show(names)}`,
            actual: show(capabilities[odd]),
          })
    },
    hint: 'Web-Search and web_search are two names: a task is routed by the exact string.',
  },
  {
    id: 'CARD-14',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 421,
      quote:
        'Agents carry a `version` string; the agent card and the registration record both carry it.',
    },
    title: 'version is a string with something in it',
    needs: ['CARD-02'],
    probes: ['card'],
    judge: ({ one }) =>
      check(
        one('card'),
        value(
          '/version',
          'a string with something in it',
          (it) => isString(it) && it.trim() !== '',
        ),
      ),
    hint: 'Say the same version that the agent was registered with.',
    accepts: 'Any format.',
  },
  {
    id: 'CARD-14.registered',
    level: 'MUST',
    basis: 'quoted',
    clause: {
      line: 421,
      quote:
        'Agents carry a `version` string; the agent card and the registration record both carry it.',
    },
    title: 'The platform has the agent registered with the version of its card',
    needs: ['CARD-14'],
    probes: ['card'],
    observes: ['card.registered'],
    judge: ({ one, of, settings }) => {
      if (settings.platform === undefined)
        return notApplicable(
          'No platform was given; with --platform URL and --key PLAN=ENVVAR its registration is compared.',
        )
      return each(
        of('card.registered'),
        untested('Give the API key of the platform, as --key PLAN=ENVVAR.'),
        success,
        equals('/version', member(one('card'), '/version')),
      )
    },
    hint: 'A new version is registered before it is served. The platform is the one of --platform.',
    accepts: 'Nothing is asked for when no platform was given.',
  },
  {
    id: 'CARD-15',
    level: 'INFO',
    basis: 'quoted',
    clause: { line: 27, quote: 'content-addressable hash; identifier of the agent' },
    title: 'What the svc_id looks like',
    needs: ['CARD-01'],
    probes: ['card'],
    judge: ({ one }) => {
      const id = String(member(one('card'), '/svc_id'))
      return ok(
        /^[0-9a-f]{64}$/.test(id)
          ? 'svc_id has 64 hexadecimal digits.'
          : `svc_id has ${id.length} characters and is no SHA-256 in hexadecimal.`,
      )
    },
    hint: 'Which hash it is, and how it is written, is not stated.',
  },
  {
    id: 'CARD-16',
    level: 'SHOULD',
    basis: 'inferred',
    clause: {
      line: 322,
      quote: '| GET | /.well-known/agent.json | none | agent card / discovery document |',
    },
    title: 'Asked twice, the card has the same svc_id and version',
    needs: ['CARD-01'],
    probes: ['card', 'card.again'],
    judge: ({ one }) =>
      check(
        one('card.again'),
        jsonObject,
        ...['/svc_id', '/version'].map((at) => equals(at, member(one('card'), at))),
      ),
    hint: 'Replicas behind one address have to serve one card.',
  },
]

export const card: Section = { id: 'card', title: 'Agent card', rules }
