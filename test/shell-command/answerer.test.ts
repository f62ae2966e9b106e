import { expect, it } from 'vitest'
import { commandAnswerer } from '../../src-main/shell-command/answerer.ts'
import type { Terminal } from '../../src-main/shell-command/terminal.ts'
import type { Question } from '../../src-shared/model/question.ts'
import { limitQuestion } from '../../src-shared/run/limit-question.ts'

const plan = [{ goal: 'Mend it', done: 'The tests pass' }]
const question = { question: 'Carry it out?', options: ['Stop here', 'Carry it out'], freeText: true, plan }

async function answered(approvesPlans: boolean, person: string | null = null, asked: Question = question) {
  const [errors, shown]: [string[], string[]] = [[], []]
  const ask = async (text: string) => {
    shown.push(text)
    return person ?? ''
  }
  const terminal: Terminal = {
    out: () => {},
    data: () => {},
    stream: null,
    progress: () => {},
    error: (text) => void errors.push(text),
    unread: new AbortController().signal,
    width: null,
    ask: person === null ? null : ask,
  }
  const answer = await commandAnswerer(terminal, approvesPlans).ask(asked, new AbortController().signal, null)
  return { answer, errors, shown }
}

it('without a terminal a plan is carried out only if the command line says so', async () => {
  expect(await answered(true)).toEqual({ answer: 'Carry it out', errors: [], shown: [] })
  expect(await answered(false)).toEqual({
    answer: 'Stop here',
    errors: [expect.stringContaining('--approve-plan')],
    shown: [],
  })
})

it('in a terminal the plan is shown with its question', async () => {
  const { answer, shown } = await answered(false, '2')
  expect(answer).toBe('Carry it out')
  expect(shown).toEqual([expect.stringMatching(/1\) Mend it\n {5}Done when: The tests pass\nCarry it out\?/)])
  expect(await answered(true, '1')).toMatchObject({ answer: 'Carry it out', shown: [] })
})

it.each([
  ['2', 'Stop'],
  ['3', '$1.00 more'],
  ['+2', '+2'],
  ['', 'Wrap up'],
])('at a limit, %j means %s', async (typed, answer) => {
  const at = await answered(false, typed, limitQuestion('cost', 2.7, 3, 1))
  expect(at.answer).toBe(answer)
  expect(at.shown[0]).toMatch(/US dollars with a plus sign/)
})
