import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromMachine, type Machine, type Move } from '../../src-main/strategy/from-machine.ts'
import { toolLoop } from '../../src-main/strategy/loop/tool-loop.ts'
import { callEntry, resultMessage } from '../../src-main/strategy/messages.ts'
import { outcomeOf } from '../../src-main/strategy/outcome.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { CallEntry } from '../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../src-shared/strategy/task.ts'
import { call, reply, result, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

interface State {
  readonly task: Task
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly rounds: number
}
const ask = (state: State): Move<State> => ({
  next: 'model',
  state,
  request: {
    role: 'engineer',
    messages: [{ role: 'system', text: state.task.system }, ...state.task.messages, ...state.added],
    tools: state.task.tools,
  },
})
/** The tool loop in callbacks. */
const machine: Machine<State> = {
  initialize: (input) => ask({ task: input, added: [], calls: [], rounds: 0 }),
  processChatCompletion(state, { message }) {
    const next = { ...state, added: [...state.added, message], rounds: state.rounds + 1 }
    if (message.toolCalls.length > 0) return { next: 'tools', state: next, calls: message.toolCalls }
    const meta = { iterations: next.rounds, ending: 'answered', spent: false, cutOff: false }
    return {
      next: 'done',
      outcome: outcomeOf(next.task, { text: message.text, added: next.added, calls: next.calls, meta }),
    }
  },
  processToolResults: (state, results) =>
    ask({
      ...state,
      added: [...state.added, ...results.map(resultMessage)],
      calls: [...state.calls, ...results.map(callEntry)],
    }),
}

describe('a machine of callbacks', () => {
  it('is a strategy equal to the tool loop: the same requests, the same outcome', () => {
    const rounds = fc.array(fc.array(fc.constantFrom('read_file', 'shell'), { minLength: 1, maxLength: 3 }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(rounds, (tools) => {
        const answers = tools.flatMap((names, round) => {
          const calls = names.map((name, at) => call(`${round}-${at}`, name))
          return [reply('', calls), ...calls.map((each) => result(each.id, each.tool))]
        })
        // At the depth limit the loop offers no helper of its own, as the machine does not either.
        const input = task('Mend it.', { depth: 3 })
        const one = play(fromMachine(machine)(input), [...answers, reply('Done.')])
        const other = play(toolLoop.build({ maxTurns: 50, context: 'none', todos: false }, null)(input), [
          ...answers,
          reply('Done.'),
        ])
        expect(one.result).toEqual(other.result)
        expect(requestsOf(one)).toEqual(requestsOf(other))
      }),
    )
  })

  it('gets the outcome of a delegation, and says so where it can not take one', () => {
    const child = { name: 'chat', options: {} }
    const delegating: Machine<null> = {
      initialize: (input) => ({ next: 'delegate', state: null, strategy: child, task: input }),
      processChatCompletion: () => ({
        next: 'done',
        outcome: outcomeOf(task(), { text: '', added: [], calls: [], meta: {} }),
      }),
      processToolResults: () => ({
        next: 'done',
        outcome: outcomeOf(task(), { text: '', added: [], calls: [], meta: {} }),
      }),
      processDelegationResult: (_, outcome) => ({ next: 'done', outcome }),
    }
    const outcome = outcomeOf(task(), { text: 'By the child.', added: [], calls: [], meta: {} })
    expect(play(fromMachine(delegating)(task()), [outcome]).result.text).toBe('By the child.')
    const { processDelegationResult: _, ...without } = delegating
    expect(() => play(fromMachine(without)(task()), [outcome])).toThrow('processDelegationResult')
  })
})
