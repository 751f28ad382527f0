import { checkpointOfNote } from '../../../src/domain/transparency/checkpoint.ts'
import { parseProof } from '../../../src/domain/transparency/proof.ts'

/** Members whose values the platform generates, signs or hashes, so that they differ in each run. */
const GENERATED: ReadonlySet<string> = new Set([
  ...'challenge user invitation key workspace policy token installation scan command task dispute export ticket signing_key'
    .split(' ')
    .map((kind) => `${kind}_id`),
  ...['token', 'session_token', 'runtime_token', 'refresh_token', 'api_key', 'created_by_key'],
  ...['hash', 'prev_hash', 'head_hash', 'root', 'path', 'digest', 'signature', 'kid', 'x'],
  ...['preview', 'serialNumber', 'ip', 'last_used_from', 'X-Svc-Vouch', 'X-Svc-Task-ID'],
])
/** Members that contain a generated value in some places and another value elsewhere. */
const MIXED = /^(?:id|value)$/
const GENERATED_VALUE = /[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{64}$/
/** The parts of text that can be a generated value. */
const WORD = /[\w-]+/g

/** Returns what a proof of the log states apart from hashes and signatures. */
function proofFacts(proof: string): object {
  const { index, path, checkpoint } = parseProof(proof)!
  const { origin, size } = checkpointOfNote(checkpoint)!
  return { index, steps: path.length, origin, size }
}

/** Members whose text contains generated values next to others. */
const PARSED: Readonly<Record<string, (text: string) => unknown>> = {
  entry: (text) => JSON.parse(text) as unknown,
  proof: proofFacts,
}

const PARSED_TEXT = /^(?:\{|c2sp\.org\/)/

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Tracks which generated value of this run corresponds to which one of the examples. */
export function createCorrespondence() {
  const real = new Map<string, string>()
  const shown = new Map<string, string>()

  function learn(example: string, value: string): void {
    real.set(example, value)
    shown.set(value, example)
  }

  /** Returns a value with the generated values of this run in place of those of the examples. */
  function toReal<Value>(value: Value): Value {
    if (typeof value === 'string')
      return value.replace(WORD, (word) => real.get(word) ?? word) as Value
    if (Array.isArray(value)) return value.map(toReal) as Value
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, toReal(member as unknown)]),
    ) as Value
  }

  /**
   * Returns whether a value is the one that the example shows, or corresponds to it. Records that a generated value corresponds to that
   * of the example if both are new.
   */
  function corresponds(name: string, example: string, value: string): boolean {
    if (real.get(example) === value) return true
    const isGenerated = GENERATED.has(name) || (MIXED.test(name) && GENERATED_VALUE.test(example))
    if (!isGenerated || real.has(example) || shown.has(value)) return example === value
    learn(example, value)
    return true
  }

  /** Returns the places at which a response differs from its example, apart from generated values that correspond. */
  function differences(example: unknown, value: unknown, at = ''): readonly string[] {
    const name = at.slice(at.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')
    if (typeof example === 'string' && typeof value === 'string') {
      const parse = PARSED[name]
      if (parse && PARSED_TEXT.test(example))
        return differences(parse(example), parse(value), `${at}#`)
      return corresponds(name, example, value)
        ? []
        : [`${at} is ${value}, but the example shows ${example}`]
    }
    if (isObject(example) && isObject(value))
      return [...new Set([...Object.keys(example), ...Object.keys(value)])].flatMap((key) =>
        differences(
          example[key as keyof typeof example],
          value[key as keyof typeof value],
          Array.isArray(example) ? `${at}[${key}]` : `${at}.${key}`,
        ),
      )
    return Object.is(example, value)
      ? []
      : [`${at} is ${JSON.stringify(value)}, but the example shows ${JSON.stringify(example)}`]
  }

  return { learn, toReal, differences }
}
