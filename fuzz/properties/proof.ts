import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAULTS, type Fault } from '../faults.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = [
  'src',
  'generated',
  'schemas',
  'test',
  'fuzz/properties',
  'fuzz/faults.ts',
  'package.json',
  'openapi.yaml',
  'a2a.openapi.yaml',
]
const SEED = 20261121
const RUNS = 20
const AT_ONCE = 2
const GOAL = 0.9

type Verdict = { readonly kind: 'found' | 'missed' | 'broken'; readonly by: string }

/** Measures how many planted faults the properties find. Each fault is planted in a copy of the sources, which a short run then tests. */
export async function prove(only: string | undefined): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'svc-properties-proof-'))
  const faults = FAULTS.filter(
    ({ description }) =>
      only === undefined || only.split(',').some((part) => description.includes(part)),
  )
  const queue = [...[...(only === undefined ? [undefined] : []), ...faults].entries()]
  const verdicts: { readonly fault: Fault | undefined; readonly verdict: Verdict }[] = []
  const started = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, fault] = next
        const verdict = await judge(join(work, String(index)), fault)
        verdicts.push({ fault, verdict })
        console.log(
          `${verdict.kind.padEnd(6)}  ${fault?.description ?? '(no fault)'}${verdict.by === '' ? '' : `: ${verdict.by.slice(0, 160)}`}`,
        )
      }
    }),
  )
  rmSync(work, { recursive: true, force: true })

  const faulty = verdicts.filter(({ fault }) => fault)
  const found = faulty.filter(({ verdict }) => verdict.kind === 'found').length
  const passesWithoutFault = verdicts.every(
    ({ fault, verdict }) => fault || verdict.kind === 'missed',
  )
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(
    `\n${found} of ${faulty.length} faults found (${Math.floor((found / faulty.length) * 100)} %) in ${minutes} minutes; without a fault ${passesWithoutFault ? 'nothing is found' : 'something is found, which must not happen'}.`,
  )
  process.exit(passesWithoutFault && found / faulty.length >= GOAL ? 0 : 1)
}

async function judge(root: string, fault: Fault | undefined): Promise<Verdict> {
  try {
    copyWith(root, fault)
    const { code, output } = await run(root)
    if (code === 0) return { kind: 'missed', by: '' }
    const first =
      output.split('\n').find((line) => line.includes(': ') && !line.startsWith('Seed')) ?? ''
    return /Cannot find module|SyntaxError|ERR_/.test(output)
      ? {
          kind: 'broken',
          by: /^.*(?:Cannot find|Error).*$/m.exec(output)?.[0] ?? output.slice(-300),
        }
      : { kind: 'found', by: first }
  } catch (error) {
    return { kind: 'broken', by: String(error) }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function copyWith(root: string, fault: Fault | undefined): void {
  for (const part of COPIED) cpSync(join(ROOT, part), join(root, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  if (!fault) return
  const path = join(root, fault.file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(fault.from).length - 1
  if (places !== 1)
    throw new Error(
      `"${fault.description}" matches ${places} places in ${fault.file} instead of one`,
    )
  writeFileSync(
    path,
    text.replace(fault.from, () => fault.to),
  )
}

function run(root: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(
    process.execPath,
    [
      join(root, 'fuzz/properties/run.ts'),
      '--seed',
      String(SEED),
      '--runs',
      String(RUNS),
      '--fail-fast',
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
