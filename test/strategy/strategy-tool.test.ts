import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { submitEvaluation, submitPlan } from '../../src-main/strategy/built-in/plan/plan-tools.ts'
import { toolInfo } from '../../src-shared/model/tool.ts'
import { call } from '../kit/agent/agent-replies.ts'

const judge = (args: unknown) => submitEvaluation.validate(call('1', 'submit_evaluation', args))

describe('a tool of the strategy', () => {
  it('is offered with the JSON Schema of its arguments', () => {
    expect(toolInfo.parse(submitPlan.info)).toEqual(submitPlan.info)
    expect(submitPlan.info.parameters).toMatchObject({ type: 'object', properties: { steps: { type: 'array' } } })
  })

  it('accepts arguments that fit, and keeps them as data', () => {
    expect(judge({ score: 0.5, reasoning: 'fair' })).toMatchObject({
      ok: true,
      value: { score: 0.5, reasoning: 'fair' },
      result: { ok: true, data: { score: 0.5, reasoning: 'fair' } },
    })
  })

  it.each([
    ['a field is missing', { score: 1 }, '`reasoning`'],
    ['a value is out of range', { score: 2, reasoning: 'x' }, '`score`'],
    ['a type is wrong', { score: '1', reasoning: 'x' }, '`score`'],
    ['it is no JSON', '{"score": 1,', 'not valid JSON'],
    ['it is no object', '[1]', 'the arguments'],
    ['it is empty', '', '`score`'],
    ['it aims at the prototype', '{"__proto__": {"score": 1, "reasoning": "x"}}', '`score`'],
  ])('says what is wrong where %s (T10)', (_, args, said) => {
    const judged = judge(args)
    expect(judged.ok).toBe(false)
    expect(judged.result).toMatchObject({ ok: false, callId: '1' })
    expect(judged.result.text).toContain(said)
  })

  it('never accepts a call that was cut, though its arguments look whole', () => {
    const cut = { ...call('1', 'submit_evaluation', { score: 1, reasoning: 'x' }), complete: false }
    expect(submitEvaluation.validate(cut).ok).toBe(false)
  })

  it('answers any text with a result and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(judge(text).result.callId).toBe('1')
      }),
    )
  })
})
