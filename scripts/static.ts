import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The static checks, the slowest first. `lint:code` also checks the types. */
const STEPS = ['lint:code', 'lint:contract', 'generated', 'unused', 'format:check'] as const

/** Runs a script of package.json. If it fails, its output is printed after it has ended, so that outputs do not mix. */
async function run(script: (typeof STEPS)[number]): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${script}`)
  if (code !== 0) process.stdout.write(Buffer.concat(output))
  return code === 0
}

const queue = [...STEPS]
const worker = async (): Promise<boolean> => {
  let passed = true
  for (let next = queue.shift(); next; next = queue.shift()) passed = (await run(next)) && passed
  return passed
}
const passed = await Promise.all(
  Array.from({ length: Math.min(STEPS.length, availableParallelism()) }, worker),
)
process.exitCode = passed.every(Boolean) ? 0 : 1
