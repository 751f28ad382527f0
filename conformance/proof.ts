// Prints the figures that show that the suite can be believed. Everything here is asserted by the tests; this measures it.
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { nodeTransport } from './src/engine/node-transport.ts'
import { conduct } from './src/engine/run.ts'
import { SUITES } from './src/suites.ts'
import { AGENT_MUTANTS } from './test/agent/mutants/index.ts'
import { referenceAgent } from './test/agent/reference.ts'
import { CONFORMING } from './test/agent/shapes.ts'
import { NULL_TARGETS } from './test/slow/null-targets.ts'
import type { Asked } from './test/support/handler.ts'
import { inState, judge, killers } from './test/support/judge.ts'
import { settings } from './test/support/settings.ts'

const row = (name: string, said: string | number): void => console.log(`${name.padEnd(44)} ${said}`)
const { agent, platform } = SUITES

for (const { subject, sections } of [agent, platform]) {
  const levels = sections.flatMap(({ rules }) => rules).map(({ level }) => level)
  const count = (wanted: string): number => levels.filter((level) => level === wanted).length
  row(`rules for ${subject}s`, `${levels.length} (${count('MUST')} MUST, ${count('SHOULD')} SHOULD, ${count('INFO')} INFO)`)
}

const lengths = agent.sections.flatMap(({ rules }) => rules).map((rule) => rule.judge.toString().split('\n').length).sort((a, b) => a - b)
row('lines of a judge, median and longest', `${lengths[Math.floor(lengths.length / 2)]}, ${lengths.at(-1)}`)

let exact = 0
const began = performance.now()
for (const { make, kills, settings: changes } of AGENT_MUTANTS) if (JSON.stringify(killers(await judge(agent, make(), changes))) === JSON.stringify(kills)) exact += 1
const spent = performance.now() - began
const found = new Set(AGENT_MUTANTS.flatMap(({ kills }) => kills))
row('mutants found by exactly their rules', `${exact} of ${AGENT_MUTANTS.length}, ${Math.round(AGENT_MUTANTS.length / (spent / 1000))} a second`)
row('MUST and SHOULD rules with a mutant', `${found.size} of ${agent.sections.flatMap(({ rules }) => rules).filter(({ level }) => level !== 'INFO').length}`)

let wrong = 0
for (const { make, settings: changes } of CONFORMING) wrong += inState(await judge(agent, make(), changes), 'FAIL', 'WARN', 'ERROR').length
row('false findings on conforming agents', `${wrong} on ${CONFORMING.length}`)

let sent = 0
const counting = referenceAgent()
await judge(agent, (asked: Asked) => ((sent += 1), counting(asked)), { fuzz: 100 })
row('requests of a full run, 100 of them fuzz', sent)

console.log('\nAgainst what is no target                    passes  time')
for (const suite of [agent, platform]) for (const { name, start } of NULL_TARGETS) {
  const { url, stop } = await start()
  const run = await conduct({ suite, settings: settings({ base: url }), selected: suite.sections.flatMap(({ rules }) => rules) }, nodeTransport, { now_ms: () => performance.now(), wait: (ms) => wait(ms) })
  stop()
  row(`  ${suite.subject}: ${name}`, `${inState(run, 'PASS').length}       ${Math.round(run.ms)} ms`)
}
