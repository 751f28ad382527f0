import { header } from '../../../engine/transport/http.ts'
import type { Exchange, Judgement, Judge } from '../../../engine/types.ts'
import { interfacesOf, isCard } from '../../../judge/a2a-card.ts'
import { objectsOf } from '../../../judge/a2a-objects.ts'
import {
  array,
  boolean,
  check,
  describeStatus,
  firstFailure,
  isArray,
  isObject,
  isString,
  isStrings,
  notApplicable,
  object,
  ok,
  OK,
  optional,
  string,
  value,
  violation,
  type Assertion,
} from '../../../judge/assertions.ts'
import { firstRepeated, formatValue, member } from '../../../judge/json.ts'
import type { A2aDialect } from '../../../probes/agent/a2a-dialects.ts'

/** Judges whether the agent supports a version of A2A: its card lists the version, or it responds to a message as the version requires. */
export const hasProtocol =
  ({ version, prefix, methods }: A2aDialect): Judge =>
  ({ one, of }) => {
    const card = one('a2a.card')
    if (!isCard(card))
      return notApplicable(
        `There is no card at /.well-known/agent-card.json. ${describeStatus(card)}`,
      )
    if (interfacesOf(card, version).length > 0) return OK
    const responds = objectsOf(of(`${prefix}.send`), version).length > 0
    return responds
      ? ok(`The card does not list A2A ${version}, but the agent responds to ${methods.send}.`)
      : notApplicable(
          `The card does not list A2A ${version}, and the agent does not respond to ${methods.send}.`,
        )
  }

const mediaTypes = (pointer: string): Assertion =>
  value(pointer, 'an array of media types', (it) => isStrings(it) && it.length > 0)

/** Judges the members that are the same in all versions. */
export const cardMembers: Judge = ({ one }) =>
  check(
    one('a2a.card'),
    string('/name'),
    string('/description'),
    string('/version'),
    mediaTypes('/defaultInputModes'),
    mediaTypes('/defaultOutputModes'),
  )

const flag = (pointer: string): Assertion => optional(pointer, boolean(pointer))

export const cardCapabilities: Judge = ({ one }) =>
  check(
    one('a2a.card'),
    object('/capabilities'),
    flag('/capabilities/streaming'),
    flag('/capabilities/pushNotifications'),
  )

const skillsOf = (card: Exchange): readonly unknown[] => {
  const skills = member(card, '/skills')
  return isArray(skills) ? skills : []
}

/** Judges whether each skill has its members. */
export const cardSkills: Judge = ({ one }) => {
  const card = one('a2a.card')
  return firstFailure([
    () => check(card, array('/skills')),
    ...skillsOf(card).map((_, i) => () => check(card, ...skillAssertions(`/skills/${i}`))),
  ])
}

const skillAssertions = (pointer: string): readonly Assertion[] => [
  ...['id', 'name', 'description'].map((name) => string(`${pointer}/${name}`)),
  value(`${pointer}/tags`, 'an array of strings', isStrings),
]

export const uniqueSkills: Judge = ({ one }) => {
  const ids = skillsOf(one('a2a.card')).map((skill) => (isObject(skill) ? skill['id'] : undefined))
  const index = firstRepeated(ids)
  return index < 0
    ? OK
    : violation({
        pointer: `body/skills/${index}/id`,
        expected: 'an id that no other skill has',
        actual: formatValue(ids[index]),
      })
}

const absoluteUrl = (pointer: string): Assertion =>
  value(pointer, 'an absolute URL', (it) => isString(it) && URL.canParse(it))

/** Judges the list of interfaces of 1.0. Each interface in it, of any version, is judged. */
export const supportedInterfaces: Judge = ({ one }) => {
  const card = one('a2a.card')
  if (interfacesOf(card, '1.0').length === 0)
    return check(
      card,
      value('/supportedInterfaces', 'an interface with protocolVersion "1.0"', () => false),
    )
  const list = member(card, '/supportedInterfaces')
  return firstFailure(
    (isArray(list) ? list : []).map((_, i) => () => {
      const pointer = `/supportedInterfaces/${i}`
      return check(
        card,
        absoluteUrl(`${pointer}/url`),
        string(`${pointer}/protocolBinding`),
        string(`${pointer}/protocolVersion`),
      )
    }),
  )
}

/** Judges the main address of a 0.3 card and its additional interfaces. */
export const mainUrl: Judge = ({ one }) => {
  const card = one('a2a.card')
  const others = member(card, '/additionalInterfaces')
  return firstFailure([
    () =>
      check(
        card,
        string('/protocolVersion'),
        absoluteUrl('/url'),
        optional('/additionalInterfaces', array('/additionalInterfaces')),
      ),
    ...(isArray(others) ? others : []).map((_, i) => () => {
      const pointer = `/additionalInterfaces/${i}`
      return check(card, absoluteUrl(`${pointer}/url`), string(`${pointer}/transport`))
    }),
  ])
}

/** Judges whether the card names the binding of its address. */
export const hasTransport: Judge = ({ one }) =>
  check(one('a2a.card'), string('/preferredTransport'))

/** Judges whether a header of the card has a value of a certain form. */
export const cardHeader =
  (name: string, expected: string, fits: (text: string) => boolean): Judge =>
  ({ one }): Judgement => {
    const { outcome } = one('a2a.card')
    const found = outcome.kind === 'response' ? header(outcome, name) : undefined
    return found !== undefined && fits(found)
      ? OK
      : violation({ pointer: `header ${name}`, expected, actual: found ?? 'no header' })
  }
