import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { UsageError } from './usage.ts'

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be read: ${(cause as Error).message}.`)
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

/** Verifies before a run that its result can be written afterwards. @throws UsageError */
export function assertWritable(file: string): void {
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)
  } catch (cause) {
    throw cannotWrite(file, cause as Error)
  }
}

/** @throws UsageError if the file cannot be written */
export function writeText(file: string, content: string): void {
  try {
    writeFileSync(file, content)
  } catch (cause) {
    throw cannotWrite(file, cause as Error)
  }
}

const cannotWrite = (file: string, cause: Error): UsageError =>
  new UsageError(`The file ${file} cannot be written: ${cause.message}.`)
