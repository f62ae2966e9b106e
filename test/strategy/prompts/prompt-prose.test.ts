import { expect, it } from 'vitest'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import { task } from '../../kit/agent/agent-replies.ts'
import { behaviours, withPrompts } from '../../kit/family/family-behaviours.ts'
import type { FamilyCase } from '../../kit/family/family-case.ts'
import { familyCases } from '../../kit/family/family-cases.ts'
import { familyWorld } from '../../kit/family/family-world.ts'

/**
 * What reaches a model in words of ours and is no prompt: results of calls and checks, and data in the places of a
 * prompt. A new line here needs a reason why nobody would want to change it.
 */
const noPrompts: readonly RegExp[] = [
  // Results of calls that did not run, or whose run did not end well: they say what is true of that call.
  /^Your answer ended inside this call/,
  /^There is no tool called /,
  /^The arguments do not fit: /,
  /^This phase does not allow /,
  /^The helper did not finish: /,
  // What a check, a failed call, a change of files or a step of a plan is.
  /^The check of this solution (passed|failed)\.$/,
  /^The check `.*` was ended before it finished:$/,
  /^The last call of \w+ failed/,
  /^\(no file was changed\)$/,
  /^Done when: /,
  /^It has no line that begins with/,
  // Tools as they are defined, for models that read of them in text.
  /^\{"\$schema":/,
  /^Arguments \(JSON Schema\): /,
  /^Hands a self-contained piece of work to a helper/,
  // Earlier messages as they were said, for whoever summarizes them, and a model's own list of issues.
  /^\[(user|agent)\] /,
  /^- It can be better\.$/,
  // The files and the check of these cases.
  /^it says /,
  /^snapshot of /,
]

/** The texts between the placeholders of a prompt, in brackets: what is outside of them is no prompt. */
const bracketed = (text: string): string =>
  text
    .split(/(\{\{[A-Za-z]\w*\}\}|\{[A-Za-z]\w*\})/)
    .map((part) => (/^\{[A-Za-z]\w*\}$/.test(part) || part === '' ? part : `⟪${part}⟫`))
    .join('')

const defaults = strategyInfos().flatMap(({ prompts = [] }) => prompts.map(({ text }) => text))

/** Lines with at least three words that stand in a request and in no prompt, and that nobody but the app has said. */
function proseIn(messages: ModelRequest['messages'], said: readonly string[]): string[] {
  const texts = messages.filter(({ role }) => role !== 'assistant').map(({ text }) => text)
  const lines = texts.flatMap((text) => text.replace(/⟪[^⟪⟫]*⟫/g, '\n').split('\n'))
  const heard = (line: string) => said.some((text) => text.includes(JSON.stringify(line).slice(1, -1)))
  return lines.map((line) => line.trim()).filter((line) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(line) && !heard(line))
}

it('every sentence that a strategy sends to a model comes from one of its prompts', () => {
  const prose = new Set<string>()
  const played = familyCases.filter(({ agentOnly }) => agentOnly !== true)
  // All built-in strategies have such a case.
  const names = new Set(played.flatMap(({ choice }) => [choice.name, choice.inner?.name]))
  expect(strategyInfos().filter(({ name }) => !names.has(name))).toEqual([])
  for (const made of played)
    for (const answers of behaviours(made)) {
      const input = { ...(made.task ?? task()), readsText: true }
      const said = [JSON.stringify(input)]
      const spied: FamilyCase['answers'] = (request, ...rest) => {
        const answer = answers(request, ...rest)
        said.push(JSON.stringify(answer))
        return answer
      }
      const choice = withPrompts(made.choice, ({ text }) => bracketed(text))
      const { requests } = familyWorld({ ...made, answers: spied, task: input, choice }).played()
      // A child run has the prompts of its own strategy, which here are the defaults.
      const ofChildren = said.some((text) => text.includes('"delegate"')) ? defaults : []
      for (const { messages } of requests)
        for (const line of proseIn(messages, said)) if (!ofChildren.some((text) => text.includes(line))) prose.add(line)
    }
  expect([...prose].filter((line) => !noPrompts.some((each) => each.test(line)))).toEqual([])
  expect(noPrompts.filter((each) => ![...prose].some((line) => each.test(line)))).toEqual([])
})

it('sees a sentence that is in no prompt', () => {
  const sent = (text: string) => proseIn([{ role: 'user', text }], ['"Mend the file now."'])
  expect(sent(`${bracketed('Do this: {goal}')} Never touch the tests.`)).toEqual(['{goal} Never touch the tests.'])
  expect(sent(`${bracketed('Always do this well: ')}Mend the file now.`)).toEqual([])
})
