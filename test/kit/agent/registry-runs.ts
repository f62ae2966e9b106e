import { resumeRun } from '../../../src-main/agent/run.ts'
import type { RunEnd } from '../../../src-main/agent/run-end.ts'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { ModelReply, ModelRequest } from '../../../src-shared/model/message.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { fakeFiles } from './agent-fake-files.ts'
import { memoryLog } from './agent-memory-log.ts'
import { agreeingAgent, configFor, startTestRun, testPorts } from './agent-ports.ts'
import { call, reply } from './agent-replies.ts'
import { scriptedModel } from './agent-scripted-model.ts'

/** Runs of every strategy of the registry with a scripted model and files in memory. */
const options: { readonly [name: string]: JsonObject } = {
  annealing: { pattern: 'score (\\d+)', proposals: 2, temperature: 2, cooling: 0.9 },
  'best-of-n': { candidates: 2 },
}
const toolLoop: StrategyChoice = { name: 'tool-loop', options: {} }

export const everyChoice: readonly StrategyChoice[] = strategyInfos().map(({ name, wrapper }) => ({
  name,
  options: options[name] ?? {},
  ...(wrapper === true ? { inner: toolLoop } : {}),
}))

const ownAnswers: { readonly [tool: string]: JsonObject } = {
  submit_plan: { steps: [{ goal: 'Mend it', done: 'It is right' }] },
  submit_evaluation: { score: 0.9, reasoning: 'good' },
  submit_verdict: { approved: true, issues: [] },
  submit_preference: { better: 'A', reasoning: 'so' },
}

/** A model that works with any strategy: submits what is required, writes once, then reports that it is done. */
export function cooperativeModel(request: ModelRequest): ModelReply {
  const own = request.tools.find((tool) => ownAnswers[tool.name] !== undefined)
  if (own !== undefined) return reply('', [call('own', own.name, ownAnswers[own.name])])
  const last = request.messages.at(-1)
  const text = request.messages.map((message) => message.text).join('\n')
  if (text.includes('Action Input')) return reply('Action: FINISH\nAction Input: Done.')
  const writes = request.tools.some((tool) => tool.name === 'write_file')
  if (!writes || last?.role === 'tool') return reply('Done.')
  const content = last?.text.startsWith('Tests first') === true ? 'test' : 'right'
  return reply('I write.', [call('w', 'write_file', { content })])
}

export interface Life {
  readonly end: RunEnd
  readonly dead: boolean
  readonly events: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
}
/** State that survives a process: the files and the number of model calls. */
export const newWorld = (script = cooperativeModel) => ({
  files: fakeFiles('nothing', (text) => ({ exitCode: text.includes('right') ? 0 : 1, output: `score ${text.length}` })),
  model: scriptedModel(script),
})

export async function liveOnce(
  choice: StrategyChoice,
  world = newWorld(),
  past: Pick<Life, 'events' | 'bodies'> = { events: [], bodies: new Map() },
  diesAt = Number.POSITIVE_INFINITY,
  stopAtSeq = -1,
): Promise<Life> {
  let looks = 0
  let dead = false
  const stop = new AbortController()
  const log = memoryLog({
    ...past,
    onEvent: (event) => event.seq === stopAtSeq && stop.abort(),
    fault: () => {
      dead ||= looks++ >= diesAt
      if (dead) throw new Error('the process is dead')
    },
  })
  const { tools, workspace } = world.files
  const ports = testPorts(log, world.model, { tools, workspace, agents: agreeingAgent })
  const what = configFor(choice)
  const end = await (past.events.length > 0
    ? resumeRun(ports, what, stop.signal)
    : startTestRun(ports, what, stop.signal))
  return { end, dead, events: [...past.events, ...log.appended.slice(0, log.committed)], bodies: log.bodies }
}
