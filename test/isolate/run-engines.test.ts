import { expect, test } from 'vitest'
import { defaultLimits } from '../../src-main/isolate/limits.ts'
import { openEngine } from '../../src-main/isolate/run-engines.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { fileOf, texts, userStrategies } from '../kit/agent/isolate-read.ts'

/** A strategy whose child runs, told by their goals, are of the same file. */
const file = (child: string, parent: string) =>
  fileOf(`const choice = { name: 'mine', options: {} }
  const childOf = (goal) => s.delegate(choice, { ...task, goal, depth: task.depth + 1 })
  const done = (text) => s.outcomeOf(task, { text, added: [], calls: [], meta: {} })
  if (task.depth > 0) { ${child} }
  ${parent}`)

async function ran(child: string, parent: string) {
  const strategies = await userStrategies(file(child, parent), { ...defaultLimits, graceMs: 1500 })
  const built = strategies.build({ name: 'mine', options: {} })
  if (!built.ok) throw new Error(built.failure.message)
  const ports = testPorts(
    memoryLog(),
    scriptedModel(() => reply('x')),
  )
  return await startTestRun(ports, configFor(built.strategy, { buildChild: strategies.build }))
}

test('many child runs of users work at once, in one memory', async () => {
  const end = await ran(
    "yield* s.random('wait'); return done(task.goal)",
    `const ends = yield* s.all(Array.from({ length: 60 }, (_, at) => childOf(String(at))))
     return done(ends.map((end) => end.text).join(' '))`,
  )
  expect(end.text).toBe(Array.from({ length: 60 }, (_, at) => at).join(' '))
})

test('the memory of a child run that has ended, well or not, is there for the next', async () => {
  const end = await ran(
    `const a = []
     if (task.goal === 'too much') for (;;) a.push(new Uint8Array(2 ** 20).fill(1))
     for (let at = 0; at < 30; at++) a.push(new Uint8Array(2 ** 20).fill(1))
     yield* s.random('wait')
     return done(task.goal)`,
    `const said = []
     for (let at = 0; at < 12; at++) said.push((yield* childOf(at % 4 === 0 ? 'too much' : 'fine')).failure?.kind ?? 'fine')
     return done(said.join(' '))`,
  )
  expect(end.text).toBe(Array(3).fill('strategy-broke fine fine fine').join(' '))
})

test('one that can be ended only with its thread takes its run along, with a word of why', async () => {
  const end = await ran("new Array(2 ** 32 - 1).join('x')", "yield* childOf('hang'); return done('never comes here')")
  expect(end.failure).toMatchObject({ kind: 'strategy-broke', message: expect.stringContaining('computed for more') })
})

test('the steps of a run that are under way are counted together, until they have ended', () => {
  const run = new AbortController()
  const [one, other] = [openEngine(run.signal, texts, defaultLimits), openEngine(run.signal, texts, defaultLimits)]
  const end = one.carry(40_000_000)
  expect(other.carry(40_000_000)).toBeNull()
  end?.()
  expect(other.carry(40_000_000)).not.toBeNull()
  run.abort()
  one.close()
  other.close()
})
