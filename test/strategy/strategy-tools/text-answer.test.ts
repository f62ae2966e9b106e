import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { submitEvaluation, submitPlan } from '../../../src-main/strategy/built-in/plan/plan-tools.ts'
import { submitVerdict } from '../../../src-main/strategy/parts/verdict.ts'
import { readInText } from '../../../src-main/strategy/strategy-tools/read-in-text.ts'
import type { StrategyTool } from '../../../src-main/strategy/strategy-tools/strategy-tool.ts'

const valueIn = <T>(tool: StrategyTool<T>, text: string, cutOff = false) => {
  const read = readInText(tool, text, 'text_1', cutOff)
  return read?.valid ? read.value : null
}
const twoSteps = {
  steps: [
    { goal: 'Find it', done: 'It is named' },
    { goal: 'Mend it', done: 'The tests pass' },
  ],
}
const json = JSON.stringify(twoSteps)

describe('a plan in text', () => {
  it.each([
    ['alone', json],
    [
      'in a fence, with prose around it',
      `Here is my plan:\n\n\`\`\`json\n${json}\n\`\`\`\nTell me if {that} suits you.`,
    ],
    ['as a call written out', `{"name": "submit_plan", "arguments": ${json}}`],
    ['under the name of the tool', `{"submit_plan": ${json}}`],
    ['after thinking that holds another one', `<think>{"steps":[{"goal":"x","done":"y"}]}</think>${json}`],
    ['corrected by a second one', `{"steps":[{"goal":"x","done":"y"}]}\nRather:\n${json}`],
    ['as a list', '1. Find it\n   Done when: It is named\n2. Mend it\n   Done when: The tests pass'],
    [
      'as a list with markers',
      '## Plan\n\n**1. Find it**\n- Done when: It is named\n\n**2. Mend it**\n- **Done when:** The tests pass',
    ],
    [
      'as the last of two lists',
      '1. No\n2. Such\n\nBetter:\n\n1) Find it\nDone: It is named\n2) Mend it\nDone: The tests pass',
    ],
  ])('is read %s', (_, text) => {
    expect(valueIn(submitPlan, text)).toEqual(twoSteps)
  })

  it.each([
    ['mixed with boxes', '1. Find it\n2) Mend it\n- [ ] Check it'],
    ['of boxes alone', 'My plan:\n- [ ] Find it\n- [x] Mend it\n* [ ] Check it'],
    ['with a gap in its numbers', '1. Find it\n2. Mend it\n4. Check it'],
    ['numbered as Markdown allows', '1. Find it\n1. Mend it\n1. Check it'],
    ['with points below a step', '1. Find it\n   1. Look\n   2. Search\n2. Mend it\n3. Check it'],
  ])('loses no step of a list %s', (_, text) => {
    expect(valueIn(submitPlan, text)?.steps.map(({ goal }) => goal)).toEqual(['Find it', 'Mend it', 'Check it'])
  })

  it('needs no word on when a step is done', () => {
    expect(valueIn(submitPlan, '1. Find it\n2. Mend it')?.steps.map(({ goal }) => goal)).toEqual(['Find it', 'Mend it'])
  })

  it.each([
    ['prose', 'I would first find it and then mend it.'],
    ['one question', 'I have a question:\n1. Which file is it?'],
    ['a list that does not count from 1', '3. Find it\n4. Mend it'],
    ['bullets', '- Find it\n- Mend it'],
    ['one box', '- [ ] Find it'],
    ['an object that is not closed', json.slice(0, -2)],
    ['an empty plan', '{"steps":[]}'],
    ['nothing', ''],
  ])('is not made of %s', (_, text) => {
    expect(valueIn(submitPlan, text)).toBeNull()
  })

  it('is never a list that was cut off, but may be JSON that is whole', () => {
    expect(valueIn(submitPlan, '1. Find it\n2. Mend', true)).toBeNull()
    expect(valueIn(submitPlan, `${json}\nAnd then`, true)).toEqual(twoSteps)
  })

  it('says what is wrong with arguments that do not fit', () => {
    const read = readInText(submitPlan, '{"steps":[{"goal":"x"}]}', 'text_1', false)
    expect(read).toMatchObject({ valid: false, problem: expect.stringContaining('steps.0.done') })
    expect(readInText(submitPlan, 'Hm.', 'text_1', false)).toBeNull()
  })
})

describe('a score in text', () => {
  it.each([
    ['Score: 0.7\nClear enough.', 0.7],
    ['**Score:** 7/10\nClear enough.', 0.7],
    ['Clear enough.\n\nscore = 70 %', 0.7],
    ['{"score": 0.7, "reasoning": "Clear enough."}', 0.7],
  ])('is read from %j', (text, score) => {
    expect(valueIn(submitEvaluation, text)).toMatchObject({ score, reasoning: expect.stringContaining('Clear enough') })
  })

  it.each([
    ['A score of 0.7 seems right.', 0.7],
    ['Score: 0.7', 0.7],
    ['I would rate this plan 90%.', 0.9],
    ['I give it 8 out of 10: the tests come last.', 0.8],
    ['90%', 0.9],
    ['0.9', 0.9],
    ['Final score: 8/10, since the tests come last', 0.8],
    ['Rating: 4/5', 0.8],
  ])('is read from %j', (text, score) => {
    expect(valueIn(submitEvaluation, text)).toMatchObject({ score, reasoning: expect.any(String) })
  })

  it.each([
    'Score: high',
    'Score: 7',
    'Score: 12/10',
    'It covers 90% of the cases.',
    'I rate its first half 90% and the second 40%.',
    'Step 1.5 is missing.',
  ])('is not made of %j', (text) => expect(valueIn(submitEvaluation, text)).toBeNull())
})

describe('a verdict in text', () => {
  it.each([
    ['Verdict: approved', { approved: true, issues: [] }],
    ['**Approved:** yes', { approved: true, issues: [] }],
    ['Verdict: not approved\n- No test.\n- Wrong sum.', { approved: false, issues: ['No test.', 'Wrong sum.'] }],
    ['Approved: no.\n1. No test.', { approved: false, issues: ['No test.'] }],
    ['```\n{"approved": false, "issues": ["No test."]}\n```', { approved: false, issues: ['No test.'] }],
  ])('is read from %j', (text, verdict) => {
    expect(valueIn(submitVerdict, text)).toEqual(verdict)
  })

  it.each([
    'APPROVED',
    'approved.',
    '**APPROVED**',
    '`APPROVED`',
    '# Approved!',
    '✅ APPROVED',
    '> APPROVED',
    'Good overall.\n\n**APPROVED**',
    'APPROVED\n\nThe sum is right now.',
    'Final verdict: **APPROVED**',
    '**Decision**: approved',
    'My verdict is APPROVED.',
    'NOT APPROVED\n\nOn second thought:\n\nAPPROVED',
  ])('approves by %j', (text) => expect(valueIn(submitVerdict, text)).toEqual({ approved: true, issues: [] }))

  it.each([
    'This can be approved.',
    'I would say APPROVED if there were a test.',
    'NOT APPROVED',
    'APPROVED?',
    'Not approved.\nThe word APPROVED would need a test.',
    'Approved: once the test is there',
    'Verdict: no\nIt is not good.',
    'APPROVED\n\nNo, wait.\n\nVerdict: rejected',
  ])('takes %j for a critique', (text) =>
    expect(valueIn(submitVerdict, text)).toEqual({ approved: false, issues: [text] }),
  )

  it.each(['{"approved": "yes"}', '', '  \n'])('is not made of %j', (text) =>
    expect(valueIn(submitVerdict, text)).toBeNull(),
  )
})

it('never throws, and takes little time, whatever the text is', () => {
  const part = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    '{"steps":[',
    '1. ',
    '\n',
    'Score: ',
    'Verdict: ',
    'x',
    '<think>',
    '```',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 200 }).map((parts) => parts.join('')),
      (text) => {
        for (const tool of [submitPlan, submitEvaluation, submitVerdict])
          readInText<unknown>(tool, text, 'text_1', false)
      },
    ),
  )
  expect(valueIn(submitPlan, '{"'.repeat(100_000))).toBeNull()
})
