/** A process of its own, so that its memory can be looked at: runs all hostile files, and prints how each one ended. */
import { defaultLimits, type Limits } from '../../../src-main/isolate/limits.ts'
import { type Strategies, strategiesWith } from '../../../src-main/strategy/registry.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'
import { memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { configFor, scriptedTools, startTestRun, testPorts } from '../../kit/agent/agent-ports.ts'
import { call, reply } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'
import { readText, userStrategies } from '../../kit/agent/isolate-read.ts'
import type { Ending, HostileBody, HostileFile } from './endings.ts'
import { tried } from './tried.ts'

export interface Ended {
  readonly name: string
  readonly ending: Ending
  readonly said: string
  readonly size: number
}
export interface Report {
  readonly ended: readonly Ended[]
  /** Of this process, bytes: before, and the most while they ran. */
  readonly before: number
  readonly peak: number
}

/** For what loops: short enough for so many files. */
const limits: Limits = { ...defaultLimits, thinkMs: 250, graceMs: 1500 }
/** For what ends by another limit: long enough for a busy machine. */
const patient: Limits = { ...defaultLimits, thinkMs: 3000 }
const bytes = 8_000_000

/** Several bodies in one file, so that it is read once: the option `which` selects one. */
const textOf = (some: readonly HostileBody[]) => `import * as s from 'stratagem'
const done = (text = 'fine') => ({ status: 'completed', text, messages: [], calls: [], meta: {}, failure: null })
function* nil() {}
const all = [${some.map(([, body]) => `(which) => function* (task) { ${body}\n}`).join(',\n')}]
export default s.defineStrategy({ name: 'mine', title: 'Mine', options: { which: s.option.number(0, 'Which one') },
  build: ({ which }) => all[which](which) })`
/** Each child run compiles the whole file: few bodies to a file. */
const perFile = 16

const never = () => new Promise<never>(() => {})
const model = () =>
  scriptedModel(({ role }) => {
    if (role === 'silent') return never()
    if (role === 'deep') return reply('', [call('1', 'read_file', '['.repeat(200_000))])
    if (role === 'many-calls')
      return reply(
        '',
        Array.from({ length: 5000 }, (_, at) => call(String(at), 'read_file')),
      )
    return reply('An answer.')
  })
const tools = scriptedTools(({ tool }) => (tool === 'shell' ? never() : 'done'))
const clock = { now: () => 0, elapsed: () => performance.now() }

async function ran(name: string, strategies: Strategies, which: number | null, waits: boolean): Promise<Ended> {
  const built = strategies.build({ name: 'mine', options: which === null ? {} : { which } })
  if (!built.ok) return { name, ending: 'refused', said: built.failure.message, size: 0 }
  const log = memoryLog()
  const budget = { ...defaultBudget, bytes, wallMs: waits ? 300 : 60_000 }
  const what = configFor(built.strategy, { budget, buildChild: strategies.build })
  const { status, failure } = await startTestRun(testPorts(log, model(), { tools, clock }), what)
  const said = failure?.message ?? ''
  const ending = status === 'completed' ? 'fine' : failure?.kind === 'budget-spent' ? ended(said) : 'broke'
  return { name, ending, said: `${status} ${failure?.kind}: ${said}`, size: log.size() }
}

const ended = (said: string): Ending => (said.includes('limit of 300 ms') ? 'waits' : 'limit')

async function ranFile([name, text]: HostileFile): Promise<Ended> {
  const read = await readText(text, limits)
  if (!read.ok) return { name, ending: 'refused', said: read.failure.message, size: 0 }
  return await ran(
    name,
    strategiesWith(() => [read.strategy]),
    null,
    false,
  )
}

const before = process.memoryUsage().rss
let peak = before
const sampling = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 20)
/** Reads the bodies when the first of them is run. */
const inFiles = (all: readonly HostileBody[], limitsOfAll: Limits) =>
  all.map(([name, , ending], at) => {
    const first = at - (at % perFile)
    const read = () => userStrategies(textOf(all.slice(first, first + perFile)), limitsOfAll)
    return async () => {
      const strategies = await readOnce(`${limitsOfAll.thinkMs} ${first}`, read)
      return ran(name, strategies, at - first, ending === 'waits')
    }
  })
const alreadyRead = new Map<string, Promise<Strategies>>()
function readOnce(key: string, read: () => Promise<Strategies>): Promise<Strategies> {
  const strategies = alreadyRead.get(key) ?? read()
  alreadyRead.set(key, strategies)
  return strategies
}

const work = [
  ...inFiles(tried.steps, patient),
  ...inFiles(tried.engine, limits),
  ...tried.files.map((file) => () => ranFile(file)),
]
const all: Ended[] = []
const next = async (): Promise<void> => {
  for (let one = work.shift(); one !== undefined; one = work.shift()) all.push(await one())
}
await Promise.all([next(), next()])
clearInterval(sampling)
const report: Report = { ended: all, before, peak }
process.stdout.write(JSON.stringify(report))
