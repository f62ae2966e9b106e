import { describe, expect, it } from 'vitest'
import type { ModelReply, ModelRequest } from '../../src-shared/model/message.ts'
import type { StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'
import { defaultBudget } from '../../src-shared/strategy/task.ts'
import { expectOneEnd, worldOf } from '../kit/agent/agent-lives.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { seeded } from '../kit/family/theory.ts'

const texts = [
  '',
  '   ',
  'APPROVED',
  'All is well.',
  'Action: read_file',
  'Action: read_file\nAction Input: {"path": "a"}',
  'Action: write_file\nAction Input: a.js',
  'Action: FINISH\nAction Input: Done.',
  'Thought: x\nAction: nothing_such\nAction Input: {"a": {',
  'Observation: made up',
  '\u0000\ud800 {}',
]
const args = [
  '{}',
  '',
  '{"path":"a"}',
  '{"path":',
  '[]',
  'null',
  '{"__proto__":{}}',
  '{"approved":"yes"}',
  '{"score":7,"reasoning":""}',
]
const fitting: { readonly [tool: string]: unknown } = {
  submit_plan: { steps: [{ goal: 'Mend', done: 'green' }] },
  submit_evaluation: { score: 0.5, reasoning: 'so so' },
  submit_verdict: { approved: false, issues: ['more'] },
  report_impossible: { reason: 'no' },
  delegate: { goal: 'Read it.' },
}

/** Says and calls anything: nothing, prose, tools that are not there, cut calls, the same id twice. */
function wild(request: ModelRequest, chance: () => number): ModelReply {
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T | undefined => from[Math.floor(chance() * from.length)]
  const names = [...request.tools.map(({ name }) => name), 'nothing_such', '__proto__']
  const calls = Array.from({ length: Math.floor(chance() * 3) }, () => {
    const name = pick(names) ?? ''
    const text = chance() < 0.5 && name in fitting ? fitting[name] : pick(args)
    return { ...call(pick(['1', '2', '']) ?? '', name, text), complete: chance() < 0.8 }
  })
  return reply(pick(texts) ?? '', calls, {
    finish: pick(['stop', 'tool-calls', 'length', 'content-filter'] as const) ?? 'stop',
  })
}

const named = (name: string, inner?: StrategyChoice): StrategyChoice => ({
  name,
  options: {},
  ...(inner ? { inner } : {}),
})
const choices: readonly StrategyChoice[] = [
  named('plan-and-execute'),
  named('reflection'),
  named('react'),
  named('two-stage'),
  named('retry', named('reflection')),
  named('conversation', named('retry', named('two-stage'))),
  { ...named('retry', named('react')), options: { check: 'npm test', restore: true } },
]
/** Kinds that tell of a fault in the app, not of a model that behaves badly. */
const ours = ['internal', 'strategy-broke', 'strategy-changed', 'store-failed']

describe('a model that says anything at all', () => {
  it.each(choices.map((choice) => [JSON.stringify(choice), choice] as const))(
    'brings %s to one end, with nothing cut or unknown run and the conversation whole (T9, T10, T11)',
    async (_, choice) => {
      for (let seed = 1; seed <= 40; seed++) {
        const chance = seeded(seed)
        const world = worldOf({
          choice,
          task: task(),
          budget: { ...defaultBudget, modelCalls: 60 },
          script: (request) => wild(request, chance),
          tool: () => ({ text: 'done', ok: chance() < 0.7 }),
          check: () => (chance() < 0.5 ? 0 : 1),
        })
        const { end, events } = await world.live()
        expect(['completed', 'failed']).toContain(end.status)
        if (end.failure !== null) expect(ours).not.toContain(end.failure.kind)
        expectOneEnd(events)
        for (const event of events) {
          if (event.type !== 'tool-start' || event.effect === 'own') continue
          expect(event.call.complete).toBe(true)
          expect(['read_file', 'write_file', 'shell', 'ask_user']).toContain(event.call.tool)
        }
        expect(end.messages[0]).toEqual({ role: 'user', text: 'Mend the total.' })
      }
    },
  )
})
