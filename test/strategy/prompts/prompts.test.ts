import { describe, expect, it } from 'vitest'
import { buildStrategy, builtInPrompts, strategyInfos } from '../../../src-main/strategy/registry.ts'
import { promptProblem } from '../../../src-shared/strategy/prompts.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { task } from '../../kit/agent/agent-replies.ts'
import { behaviours, withPrompts } from '../../kit/family/family-behaviours.ts'
import { familyCases } from '../../kit/family/family-cases.ts'
import { familyWorld } from '../../kit/family/family-world.ts'

const infos = strategyInfos()
const names = new Set(infos.flatMap(({ name, prompts = [] }) => prompts.map((each) => `${name}.${each.name}`)))

describe('the prompts of a strategy', () => {
  it('have defaults that pass their own check, and say what they are for', () => {
    for (const { prompts = [] } of infos)
      for (const each of prompts) {
        expect(promptProblem(each, each.text), each.name).toBeNull()
        expect(each.about).not.toBe('')
      }
  })

  it('replace what models are sent, everywhere the strategies come to them', () => {
    const seen = new Set<string>()
    for (const made of familyCases.filter(({ agentOnly }) => agentOnly !== true))
      for (const answers of behaviours(made)) {
        const input = { ...(made.task ?? task()), readsText: true }
        const world = familyWorld({ ...made, answers, task: input, choice: marked(made.choice) })
        const { requests, prompts, outcome } = world.played()
        const sent = JSON.stringify([requests, prompts, outcome])
        for (const name of names) if (sent.includes(`⟦${name}⟧`)) seen.add(name)
      }
    // A full window is played in small-window.test.ts, calls in text in calls-in-text.test.ts, what an agent is told
    // before in agent.test.ts; the others need what no case has, and are shared or one line.
    const elsewhere =
      /\.(context|summarizer)|\.(textCalls|unreadableCall|evaluationDone|replanDone|noTools|noChanges|redAgain|finalCall|wish)$|^agent\.before$/
    expect([...names].filter((name) => !seen.has(name) && !elsewhere.test(name))).toEqual([])
  })

  it('are refused with a sentence if a placeholder is missing or a name is unknown', () => {
    const build = (prompts: StrategyChoice['options']) => buildStrategy({ name: 'reflection', options: { prompts } })
    expect(build({ revision: 'Mend it.' })).toMatchObject({
      failure: { kind: 'options-invalid', message: expect.stringContaining('{issues} is missing') },
    })
    expect(build({ revison: 'Mend {issues}' })).toMatchObject({
      failure: {
        message: expect.stringContaining('no prompt called "revison"'),
        advice: expect.stringContaining('critic'),
      },
    })
    expect(build({ revision: 'Mend {issues}' })).toMatchObject({ ok: true })
  })

  it('stand in the book that a run’s log stores', () => {
    expect(builtInPrompts['chat']).toEqual({ emptyNudge: expect.stringContaining('was empty') })
    expect(Object.keys(builtInPrompts)).toEqual(expect.arrayContaining(infos.map(({ name }) => name)))
  })
})

/** Each prompt with its name in it. */
const marked = (choice: StrategyChoice) =>
  withPrompts(choice, ({ name, text }, strategy) => `${text} ⟦${strategy}.${name}⟧`)
