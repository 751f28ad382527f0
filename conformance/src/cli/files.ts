import { readFileSync, writeFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'
import { UsageError } from './usage.ts'

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new UsageError(`The file ${file} cannot be read.`)
  }
}

/** @throws UsageError if the file is missing or not JSON */
export function readJson(file: string): unknown {
  const text = readText(file)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new UsageError(`The file ${file} is not JSON.`)
  }
}

/** @throws UsageError if the file is missing or not YAML */
export function readYaml(file: string): unknown {
  const text = readText(file)
  try {
    return load(text, { schema: CORE_SCHEMA })
  } catch {
    throw new UsageError(`The file ${file} is not YAML.`)
  }
}

/** @throws UsageError if the file cannot be written */
export function writeText(file: string, content: string): void {
  try {
    writeFileSync(file, content)
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be written: ${(cause as Error).message}.`)
  }
}
