import { describe, expect, it } from 'vitest'
import { keptTodos } from '../../../src-main/strategy/context/kept-todos.ts'
import { contextItem } from '../../../src-main/strategy/context/model-context.ts'
import { resultMessage, userText } from '../../../src-main/strategy/messages.ts'
import { layoutRun } from '../../../src-renderer/parts/chat/rows/run-layout.ts'
import { latestTodos, type Todo, todoLines, todosOf } from '../../../src-shared/run/todos.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { type Trial, worldOf } from '../../kit/agent/agent-lives.ts'
import { call, reply, result, task } from '../../kit/agent/agent-replies.ts'

const todos = (...states: Todo['status'][]): Todo[] =>
  states.map((status, at) => ({ id: `item-${at}`, text: `Do ${at}`, status }))
const write = (id: string, list: unknown) => call(id, 'write_todos', { todos: list })

const loop: StrategyChoice = { name: 'tool-loop', options: {} }
const given = task('Mend it.', { keepsTodos: true })
const listing: Trial = {
  choice: loop,
  task: given,
  script: (_request, index) => {
    if (index === 0) return reply('', [write('1', todos('in_progress', 'pending'))])
    if (index === 1) return reply('', [write('2', [...todos('done'), ...todos('done')])])
    return index === 2 ? reply('', [write('3', todos('done', 'in_progress'))]) : reply('Done.')
  },
}
const viewAt = (events: readonly Parameters<typeof foldItems>[1][number][]) => foldItems(emptyRunView(), events)

describe('the list of what is to be done', () => {
  it('is replaced by each valid call, and the model is told how it was understood', async () => {
    const { end, events } = await worldOf(listing).live()
    expect(end.status).toBe('completed')
    const ends = events.flatMap((event) => (event.type === 'tool-end' && event.outcome.ok ? [event.outcome.value] : []))
    expect(ends.map(({ ok, summary }) => [ok, summary])).toEqual([
      [true, '0 of 2 items done'],
      [false, expect.any(String)],
      [true, '1 of 2 items done'],
    ])
    expect(ends[1]?.text).toContain('an id of its own')
    expect(ends[2]?.text).toContain('- [x] item-0: Do 0\n- [~] item-1: Do 1')
  })

  it('is one row in the chat, with the state of the moment that is shown', async () => {
    const { events } = await worldOf(listing).live()
    const items = events.map((event) => ({ kind: 'event' as const, event }))
    const view = viewAt(items)
    const shown = layoutRun(view).flatMap(({ path }) => view.spans.filter((span) => span.path === path))
    const lists = shown.filter((span) => span.kind === 'tool' && todosOf(span.call, span.result) !== null)
    expect(lists).toHaveLength(1)
    expect(latestTodos(view.spans)).toEqual(todos('done', 'in_progress'))
    const before = items.findIndex(({ event }) => event.type === 'tool-end') + 1
    expect(latestTodos(viewAt(items.slice(0, before)).spans)).toEqual(todos('in_progress', 'pending'))
  })

  it.each([
    ['the option is off', { ...loop, options: { todos: false } }, given, false],
    ['the run is older than the tool', loop, task(), false],
    ['it is on', loop, given, true],
  ])('is offered or not: %s', async (_, choice, own, offered) => {
    const names: string[] = []
    const script: Trial['script'] = ({ tools }) => {
      names.push(...tools.map(({ name }) => name))
      return reply('Done.')
    }
    await worldOf({ choice, task: own, script }).live()
    expect(names.includes('write_todos')).toBe(offered)
  })
})

describe('when older messages are replaced', () => {
  const calling = (list: unknown) => contextItem(reply('', [write('1', list)]).message, 'work')
  const answer = contextItem(resultMessage(result('1', 'write_todos')), 'result')

  it('the latest list stays, also the second time', () => {
    const kept = keptTodos([calling(todos('pending')), answer, calling(todos('done', 'in_progress')), answer])
    expect(kept).toContain(todoLines(todos('done', 'in_progress')).join('\n'))
    const again = contextItem(userText(`Summary of what was.${kept}\n\nContinue from there.`), 'work')
    expect(keptTodos([again])).toBe(kept)
    expect(keptTodos([again, calling(todos('done', 'done'))])).toContain('[x] item-1')
  })

  it('nothing is added without a list', () => {
    expect(keptTodos([contextItem(userText('Hello.'), 'work'), calling([])])).toBe('')
  })
})
