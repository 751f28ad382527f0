import type { ErrorObject } from 'ajv'
import { readFileSync } from 'node:fs'
import { closeSchema } from '../../contract/close-schemas.ts'
import { patternMessage } from '../../contract/issues.ts'
import { contractAjv } from '../../contract/vocabulary.ts'
import { isBlank } from '../../domain/plain-text.ts'
import { UsageError } from '../../terminal/errors.ts'

const CONTRACT = new URL('../../../generated/platform.json', import.meta.url)
interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

/**
 * Validates a value against a schema of the contract, and reports members that the schema does not declare. Returns the first error, or
 * undefined. `pointer` names the schema under `components/schemas`, such as `PinRequest/properties/email`.
 */
function firstError(pointer: string, value: unknown): ErrorObject | undefined {
  const {
    components: { schemas },
  } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as Contract
  const closed = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closeSchema(schema)]),
  )
  const ajv = contractAjv({ verbose: true }).addSchema({
    $id: 'contract',
    components: { schemas: closed },
  })
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${pointer}` })
  return validate(value) ? undefined : validate.errors![0]!
}

/** Describes how a JSON value violates a schema, such as `/tools/denied must be array`; returns undefined if it is valid. */
export function schemaViolation(pointer: string, value: unknown): string | undefined {
  const error = firstError(pointer, value)
  if (!error) return undefined
  const { instancePath, keyword, params } = error
  const message = patternMessage(error) ?? error.message ?? 'is not valid'
  return keyword === 'additionalProperties'
    ? `${instancePath}/${String(params['additionalProperty'])} is not a known member`
    : `${instancePath} ${message}`.trim()
}

/** Returns the text of a flag if the contract allows it, because API responses will contain it. @throws UsageError naming the flag */
export function validText(flag: string, pointer: string, text: string): string {
  const error = firstError(pointer, text)
  if (!error) return text
  throw new UsageError(`${flag} ${describe(error)}.`)
}

/** Returns the text of a flag that must not be empty, although the contract alone would allow that. @throws UsageError naming the flag */
export function requiredText(flag: string, pointer: string, text: string): string {
  if (isBlank(text)) throw new UsageError(`${flag} must not be empty.`)
  return validText(flag, pointer, text)
}

function describe({ keyword, params, message, parentSchema }: ErrorObject): string {
  const format = (parentSchema as { format?: string } | undefined)?.format
  switch (keyword) {
    case 'minLength':
      return 'must not be empty'
    case 'maxLength':
      return `must not be longer than ${String(params['limit'])} characters`
    // Formats that validators interpret differently are accompanied by a pattern.
    case 'pattern':
    case 'format':
      if (format === 'email') return 'must be an e-mail address'
      return format ? `must be a valid ${format}` : 'must not contain control characters'
    default:
      return message ?? 'is not valid'
  }
}
