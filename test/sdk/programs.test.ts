import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { table as agentTable } from '../../generated/agent.table.ts'
import type { OpenApiDocument } from '../../src/contract/published.ts'
import { documentFor } from '../../src/contract/uses.ts'
import { encoded, lost, stepsDone, missingResponses } from '../../sdk/evidence.ts'
import { CHEAP, DOCUMENTS, LANGUAGES } from '../../sdk/languages.ts'
import { table } from '../../generated/platform.table.ts'
import { AGENT_STEPS, NOT_CALLED, EXPORTED, IMAGE_REF, PLATFORM_STEPS } from '../../sdk/steps.ts'
import { matrix, textTable } from '../../sdk/table.ts'

const manual = readFileSync('docs/sdks.md', 'utf8')
const sectionOf = (folder: string): string =>
  new RegExp(`\\n## ${folder}\\n([^]*?)(?=\\n## |$)`).exec(manual)?.[1] ?? ''
const commandsOf = (folder: string): string[] =>
  (/```sh\n([^]*?)```/.exec(sectionOf(folder))?.[1] ?? '').trim().split('\n')
const sourcesOf = (folder: string): string =>
  readdirSync(join('sdk', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(proof|Proof|main)\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

describe('the SDK manual', () => {
  it('shows the commands of each language as they are run', () => {
    for (const { folder, install, generate, compile } of LANGUAGES)
      expect(commandsOf(folder), folder).toEqual([...install, ...generate, ...compile])
  })

  it('has exactly one section for every folder with a program', () => {
    const folders = readdirSync('sdk', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      // The short programs; test/sdk/generators.test.ts compares them with their generators.
      .filter((name) => name !== 'calls')
    expect(LANGUAGES.map(({ folder }) => folder).sort()).toEqual(folders.sort())
    expect([...manual.matchAll(/^## ([a-z-]+)$/gm)].map(([, folder]) => folder).sort()).toEqual(
      folders,
    )
    expect(folders).toEqual(expect.arrayContaining(CHEAP))
  })

  it('has a row of the matrix for every language', () => {
    for (const { title, generator, document } of LANGUAGES)
      expect(manual).toContain(`| ${title} | ${generator} | ${document} |`)
  })
})

describe('the steps', () => {
  it('are all in the program of each language', () => {
    for (const { folder, document } of LANGUAGES) {
      const source = sourcesOf(folder)
      expect(
        DOCUMENTS[document].steps.filter(({ name }) => !source.includes(name)),
        folder,
      ).toEqual([])
    }
  })

  it('call every operation that returns JSON, except the extensions in NOT_CALLED and getAgentContract', () => {
    const operationsOf = (steps: typeof PLATFORM_STEPS) =>
      new Set(
        steps.flatMap(({ responses }) => responses.map((response) => response.split(' ')[0]!)),
      )
    const whole = JSON.parse(readFileSync('generated/platform.json', 'utf8')) as OpenApiDocument
    const paths = documentFor('sdk', whole).paths as Record<
      string,
      Record<string, { operationId: string }>
    >
    const all = Object.values(paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(NOT_CALLED.filter((id) => !table[id as keyof typeof table].extension)).toEqual([])
    expect(new Set([...operationsOf(PLATFORM_STEPS), ...NOT_CALLED])).toEqual(new Set(all))
    // Clients are generated from the contract that an agent serves; they do not read it.
    const { getAgentContract: _, ...called } = agentTable
    expect(operationsOf(AGENT_STEPS)).toEqual(new Set(Object.keys(called)))
    expect(PLATFORM_STEPS).toHaveLength(20)
  })

  // These programs are compiled by `npm run sdk:proof` only, so a renamed schema would be noticed late.
  it.each([
    ['python', /^from svc_registry\.models import \(([^)]+)\)/m, /\w+/g],
    ['rust', /([^]+)/, /(?<=\btypes::)[A-Z]\w+/g],
  ])('in %s use types that the contract names', (folder, part, names) => {
    const { schemas } = (
      JSON.parse(readFileSync('generated/platform.json', 'utf8')) as {
        components: { schemas: object }
      }
    ).components
    const used = part.exec(sourcesOf(folder))![1]!.match(names)!
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((name) => !Object.hasOwn(schemas, name))).toEqual([])
  })

  const lines = PLATFORM_STEPS.map(({ name }, index) => `ok ${index + 1} ${name}`)
  it('are counted only as far as the program reports them in order', () => {
    expect(stepsDone('openapi.yaml', lines.join('\n'))).toBe(20)
    expect(stepsDone('openapi.yaml', lines.slice(0, 7).join('\r\n'))).toBe(7)
    expect(stepsDone('openapi.yaml', `\u001b[0m${lines.join('\n')}\u001b[0m`)).toBe(20)
    expect(stepsDone('openapi.yaml', lines.toSpliced(3, 1).join('\n'))).toBe(3)
    expect(stepsDone('openapi.yaml', lines.with(3, 'ok 4 something else').join('\n'))).toBe(3)
    expect(stepsDone('openapi.yaml', [...lines, 'ok 21 more'].join('\n'))).toBe(0)
  })

  const responses = PLATFORM_STEPS.flatMap((step) => step.responses).map((response) => ({
    operation: response.split(' ')[0]!,
    status: Number(response.split(' ')[1]),
    path: '/',
  }))
  it('are counted only if the proxy recorded all their responses', () => {
    expect(missingResponses('openapi.yaml', responses)).toEqual([])
    for (const index of responses.keys())
      expect(missingResponses('openapi.yaml', responses.toSpliced(index, 1))).toEqual([
        `${responses[index]!.operation} ${responses[index]!.status}`,
      ])
  })

  it('are counted only if the image reference was sent as one segment', () => {
    const scan = (ref: string) => [
      { operation: 'scanImage', status: 202, path: `/api/v1/images/${ref}/scan` },
    ]
    expect(
      [encodeURIComponent(IMAGE_REF), IMAGE_REF.replace('/', '%2F'), IMAGE_REF].map((ref) =>
        encoded(scan(ref)),
      ),
    ).toEqual([true, true, false])
  })

  it('are counted only if the members class, group and index arrived with their values', () => {
    const bodies = Object.entries(EXPORTED).map(([name, value]) =>
      JSON.stringify({ payload: { [name]: value } }),
    )
    expect(lost(bodies)).toEqual([])
    for (const [index, name] of Object.keys(EXPORTED).entries())
      expect(lost(bodies.toSpliced(index, 1))).toEqual([name])
    expect(lost(bodies.map((body) => body.replaceAll('class', 'class_')))).toEqual(['class'])
  })
})

describe('the table', () => {
  const [language] = LANGUAGES
  const row = { language: language!, steps: 7, operations: 12, seconds: 3 }

  it('shows a missing toolchain as skipped, and the phase in which a language failed', () => {
    const skipped = {
      ...row,
      steps: 0,
      operations: 0,
      verdict: { kind: 'skipped', reason: '`go version` fails' },
    } as const
    expect(textTable([skipped])).toMatch(/skipped: `go version` fails$/)
    expect(textTable([skipped])).not.toMatch(/\bok\b|0\/20/)
    expect(matrix([{ ...row, verdict: { kind: 'failed', at: 'compile', detail: '' } }])).toContain(
      '| ok | failed | 7/20 | 12 | failed |',
    )
    expect(matrix([{ ...row, steps: 20, verdict: { kind: 'ok' } }])).toContain(
      '| ok | ok | 20/20 | 12 | ok |',
    )
  })
})
