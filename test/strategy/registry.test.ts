import { describe, expect, it } from 'vitest'
import { buildStrategy, strategyInfos } from '../../src-main/strategy/registry.ts'
import { strategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { play } from '../kit/agent/play.ts'

const failureOf = (choice: Parameters<typeof buildStrategy>[0]) => {
  const built = buildStrategy(choice)
  return built.ok ? null : built.failure
}

describe('the registry', () => {
  it('describes every strategy as plain data with a form whose fields have a default and a description', () => {
    for (const info of strategyInfos()) {
      expect(strategyInfo.parse(JSON.parse(JSON.stringify(info)))).toEqual(info)
      const fields = Object.values(Object(info.optionsSchema['properties'] ?? {}))
      for (const field of fields)
        expect(field).toMatchObject({ description: expect.any(String), default: expect.anything() })
      if ('maxTurns' in Object(info.optionsSchema['properties']))
        expect(info.optionsSchema).toMatchObject({ properties: { maxTurns: { title: 'Max rounds' } } })
    }
    expect(strategyInfos().map((info) => info.name)).toEqual(
      expect.arrayContaining(['tool-loop', 'chat', 'plan-revise-execute', 'conversation']),
    )
  })

  it('builds a composed choice with its defaults, and names all versions in it', () => {
    const built = buildStrategy({ name: 'conversation', options: {}, inner: { name: 'chat', options: {} } })
    expect(built).toMatchObject({ ok: true, version: 'conversation@1(chat@1)' })
    if (built.ok) expect(play(built.strategy(task()), [reply('Hello.')]).result.text).toBe('Hello.')
  })

  it('nests reflection around another strategy, or lets it do the work itself', () => {
    const reflection = { name: 'reflection', options: {} }
    const nested = { ...reflection, inner: { name: 'chat', options: {} } }
    const built = buildStrategy({ name: 'retry', options: {}, inner: nested })
    expect(built).toMatchObject({ ok: true, version: 'retry@2(reflection@2(chat@1))' })
    if (!built.ok) return
    const verdict = (approved: boolean, ...issues: string[]) =>
      reply('', [call('v', 'submit_verdict', { approved, issues })])
    const answers = [reply('Helo.'), verdict(false, 'spelling'), reply('Hello.'), verdict(true)]
    const { steps, result } = play(built.strategy(task()), answers)
    expect(result).toMatchObject({ status: 'completed', text: 'Hello.', meta: { approved: true, attempts: 1 } })
    const requests = steps.flatMap((step) => (step.kind === 'call-model' ? [step.request] : []))
    expect(requests.map(({ role }) => role)).toEqual(['assistant', 'critic', 'assistant', 'critic'])
    expect(requests[2]?.messages.at(-1)?.text).toContain('spelling')
    expect(buildStrategy(reflection)).toMatchObject({ ok: true, version: 'reflection@2' })
  })

  it('refuses an unknown name and lists the known ones', () => {
    const failure = failureOf({ name: 'reflexion', options: {} })
    expect(failure).toMatchObject({ kind: 'strategy-unknown', message: expect.stringContaining('"reflexion"') })
    expect(failure?.advice).toContain('tool-loop, chat, ')
    expect(failureOf({ name: 'conversation', options: {}, inner: { name: '__proto__', options: {} } })?.kind).toBe(
      'strategy-unknown',
    )
  })

  it('refuses bad options by the name of the field, and lists the fields there are', () => {
    const wrong = failureOf({ name: 'plan-revise-execute', options: { threshold: 3 } })
    expect(wrong).toMatchObject({ kind: 'options-invalid', message: expect.stringContaining('threshold') })
    expect(wrong?.advice).toContain('maxRevisions')
    expect(failureOf({ name: 'tool-loop', options: { turns: 3 } })?.message).toContain('turns')
    expect(failureOf({ name: 'chat', options: { turns: 3 } })?.advice).toContain('no options')
  })

  it('refuses a wrapper with nothing inside, and an inner strategy where none belongs', () => {
    expect(failureOf({ name: 'conversation', options: {} })?.message).toContain('no inner strategy')
    const inner = { name: 'chat', options: {} }
    expect(failureOf({ name: 'tool-loop', options: {}, inner })?.message).toContain('wraps no other')
  })
})
