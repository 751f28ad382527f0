import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { FAULTS } from '../faults.ts'
import { runTrials, type Trial, type Verdict } from '../planted.ts'

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
const RUNS = 50

/** Measures how many planted faults the properties find, with a short run for each of them. */
export async function runMutationTest(only: string | undefined): Promise<void> {
  const faulty = FAULTS.map((fault): Trial => ({ fault, description: fault.description }))
  const trials = only
    ? faulty.filter(({ description }) => only.split(',').some((part) => description.includes(part)))
    : [{ description: '(no fault)' }, ...faulty]
  await runTrials(trials, { copied: COPIED, concurrency: 2, judge })
}

async function judge(root: string): Promise<Verdict> {
  const { code, output } = await run(root)
  if (code === 0) return { kind: 'missed', by: '' }
  if (/Cannot find module|SyntaxError|ERR_/.test(output))
    return {
      kind: 'broken',
      by: /^.*(?:Cannot find|Error).*$/m.exec(output)?.[0] ?? output.slice(-300),
    }
  const found = output.split('\n').find((line) => line.includes(': ') && !line.startsWith('Seed'))
  return { kind: 'found', by: found ?? '' }
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
