import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bindPrompts, fillPrompt, prompt, promptProblem } from '../../src-shared/strategy/prompts.ts'

describe('a prompt', () => {
  const step = prompt('Asks for a step', 'Do {goal} ({number}).', { required: ['goal'], optional: ['number'] })

  it('is filled in one pass: braces in a value and in double braces are plain text', () => {
    expect(fillPrompt('{goal} {{goal}} {} {"a":1}', { goal: '{number} $&' })).toBe('{number} $& {goal} {} {"a":1}')
    expect(bindPrompts({ step }).step({ goal: 'it', number: 2 })).toBe('Do it (2).')
    expect(bindPrompts({ step }, { step: 'Now: {goal}' }).step({ goal: 'it', number: 2 })).toBe('Now: it')
  })

  it('keeps every text without placeholders as it is', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => fillPrompt(text.replaceAll(/[{}]/g, ''), { a: 1 }) === text.replaceAll(/[{}]/g, ''),
      ),
    )
  })

  it.each([
    ['Do it.', '{goal} is missing: the strategy fills it in, so it has to stand in the text.'],
    ['{{goal}}', '{goal} is missing: the strategy fills it in, so it has to stand in the text.'],
    [
      '{goal} {plan}',
      '{plan} is not a placeholder of this prompt. Placeholders here: {goal}, {number}; for the plain text, write {{plan}}.',
    ],
    ['  \n', 'A prompt must not be empty.'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(promptProblem(step, text)).toBe(problem)
  })

  it('accepts a text that has what is required', () => {
    expect(promptProblem(step, '{goal}, {{plan}} and {}')).toBeNull()
    const plain = prompt('Greets', 'Hello.')
    expect(promptProblem(plain, 'Hi {name}')).toContain('This prompt has no placeholders;')
  })
})
