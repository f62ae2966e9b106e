import { describe, expect, it } from 'vitest'
import { redGreenRefactor } from '../../src-main/strategy/built-in/test-first/red-green-refactor.ts'
import { tdd } from '../../src-main/strategy/built-in/test-first/tdd.ts'
import { StepFailed } from '../../src-main/strategy/steps.ts'
import { call, reply, result, someTools, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const options = {
  context: 'none' as const,
  tests: ['test/**'],
  check: 'npm test',
  testTries: 2,
  tries: 3,
  maxTurns: 50,
}
const checked = (exitCode: number | null, output = `exit ${exitCode}`) => ({ exitCode, output, durationMs: 1 })
const spent = { budget: 'last-answer' } as const
const down = new StepFailed({ kind: 'model-unreachable', message: 'Nobody answers.', advice: 'Wait.' })

describe('tdd', () => {
  const run = (more: Partial<typeof options> = {}, input = task()) => tdd.build({ ...options, ...more }, null)(input)

  it('has tests written that fail, then has them made to pass, and runs the check itself', () => {
    const played = play(run(), [
      reply('', [call('1', 'write_file', { path: 'test/a.js' })]),
      result('1', 'write_file'),
      reply('A test is there.'),
      checked(1, 'not ok 1'),
      reply('', [call('2', 'write_file', { path: 'src/a.js' })]),
      result('2', 'write_file'),
      reply('Done.'),
      checked(0),
    ])
    expect(played.phases).toEqual(['tests first', 'make them pass'])
    expect(played.result).toMatchObject({ status: 'completed', meta: { tries: { red: 1, green: 1 }, exitCode: 0 } })
    expect(played.result.text).toBe('Done.\n\n`npm test` exits with 0.')
    expect(played.notes.map((each) => each.title)).toEqual(['the tests fail, as they must now', 'the tests pass'])
    expect(requestsOf(played)[2]?.messages.at(-1)?.text).toContain('not ok 1')
  })

  it('sends the limits of the phase with every call, and offers nothing that could get round them', () => {
    const played = play(run(), [
      reply('', [call('1', 'write_file')]),
      result('1', 'write_file'),
      reply('Test.'),
      checked(1),
      reply('', [call('2', 'write_file')]),
      result('2', 'write_file'),
      reply('Work.'),
      checked(0),
    ])
    const limits = played.steps.flatMap((step) => (step.kind === 'run-tool' ? [step.limits] : []))
    expect(limits).toEqual([
      { writable: ['test/**'], readOnly: [] },
      { writable: null, readOnly: ['test/**'] },
    ])
    for (const request of requestsOf(played))
      expect(request.tools.map((tool) => tool.name)).toEqual(['read_file', 'write_file', 'ask_user'])
  })

  it('runs neither a command nor a helper that the model calls all the same', () => {
    const played = play(run(), [
      reply('', [call('1', 'shell', { command: 'rm -r src' }), call('2', 'delegate', { goal: 'Write src/a.js' })]),
      reply('Test.'),
      checked(1),
      reply('Work.'),
      checked(0),
    ])
    expect(played.steps.some((step) => step.kind === 'run-tool' || step.kind === 'delegate')).toBe(false)
    expect(requestsOf(played)[1]?.messages.at(-1)).toMatchObject({
      ok: false,
      text: expect.stringContaining('no tool called'),
    })
  })

  it.each([
    ['passes', 0],
    ['was killed and says nothing', null],
  ])('tries again where the check of the tests %s, then gives up', (_, exitCode) => {
    const played = play(run(), [reply('Test.'), checked(exitCode), reply('Another.'), checked(exitCode)])
    expect(played.phases).toEqual(['tests first', 'tests first 2'])
    expect(played.result.failure).toMatchObject({
      kind: 'strategy-gave-up',
      message: expect.stringContaining('does not fail'),
    })
    expect(requestsOf(played)[1]?.messages.at(-1)?.text).toContain('must fail')
  })

  it('tells each try what the last check said, at most so many times', () => {
    const tries = [1, 2, 3].flatMap((at) => [reply(`Try ${at}.`), checked(1, `output ${at}`)])
    const played = play(run(), [reply('Test.'), checked(1, 'red'), ...tries])
    expect(
      requestsOf(played)
        .slice(1)
        .map((request) => request.messages.at(-1)?.text),
    ).toEqual([
      expect.stringContaining('red'),
      expect.stringContaining('output 1'),
      expect.stringContaining('output 2'),
    ])
    expect(played.result.failure).toMatchObject({ kind: 'strategy-gave-up', detail: 'output 3' })
    expect(played.result.meta).toMatchObject({ tries: { red: 1, green: 3 } })
  })

  it('ends where the limit of the run is told of, in either phase', () => {
    const early = play(run(), [reply('Test.', [], spent), checked(1)])
    expect(early.result.failure?.kind).toBe('budget-spent')
    const late = play(run(), [reply('Test.'), checked(1), reply('Work.', [], spent), checked(1)])
    expect(late.result).toMatchObject({ failure: { kind: 'budget-spent' }, meta: { spent: true } })
    const good = play(run(), [reply('Test.'), checked(1), reply('Work.', [], spent), checked(0)])
    expect(good.result.status).toBe('completed')
  })

  it('fails clearly with a model that answers with nothing, and where nothing may be written', () => {
    const empty = play(run(), [reply(''), reply('')])
    expect(empty.result.failure?.kind).toBe('model-empty')
    const reading = task('Mend.', { tools: someTools.filter((tool) => tool.effect === 'read') })
    const played = play(run({}, reading), [])
    expect(played.result).toMatchObject({ status: 'failed', failure: { kind: 'invalid-request' } })
  })

  it('passes an endpoint that is down on: that is no failure of the task', () => {
    expect(() => play(run(), [down])).toThrow('Nobody answers.')
  })
})

describe('red, green, refactor', () => {
  const run = (refactorings = 1) => redGreenRefactor.build({ ...options, refactorings }, null)(task())
  const green = [reply('Test.'), checked(1), reply('Works.'), checked(0)]

  it('keeps a refactoring with which the tests pass', () => {
    const played = play(run(), [...green, 'safe', reply('Simpler.'), checked(0)])
    expect(played.phases).toEqual(['tests first', 'make them pass', 'refactor'])
    expect(played.result).toMatchObject({ status: 'completed', meta: { refactorings: { kept: 1, rolledBack: 0 } } })
    expect(played.result.text).toContain('Simpler.')
    const limits = requestsOf(played)
      .at(-1)
      ?.tools.map((tool) => tool.name)
    expect(limits).not.toContain('shell')
  })

  it('rolls one back that breaks them, and says so', () => {
    const played = play(run(2), [
      ...green,
      'safe',
      reply('Cleverer.'),
      checked(1),
      null,
      'safe',
      reply('Fine.'),
      checked(0),
    ])
    expect(played.steps.filter((step) => step.kind === 'restore')).toEqual([{ kind: 'restore', snapshot: 'safe' }])
    expect(played.result).toMatchObject({
      status: 'completed',
      meta: { refactorings: { kept: 1, rolledBack: 1 }, exitCode: 0 },
    })
    expect(played.notes.map((each) => each.title)).toContain('refactoring 1 rolled back')
    expect(JSON.stringify(played.result.messages)).not.toContain('Cleverer.')
    expect(JSON.stringify(played.result.messages)).toContain('rolled back')
  })

  it('rolls back what a model that breaks down or an endpoint that is down left half done', () => {
    const empty = play(run(), [...green, 'safe', reply(''), reply(''), null])
    expect(empty.result).toMatchObject({ status: 'completed', meta: { refactorings: { rolledBack: 1 } } })
    const restored: unknown[] = []
    const answers = [...green, 'safe', down]
    const broken = () =>
      play(run(), (step, index) => {
        if (step.kind === 'restore') restored.push(step.snapshot)
        return answers[index] ?? null
      })
    expect(broken).toThrow('Nobody answers.')
    expect(restored).toEqual(['safe'])
  })

  it('refactors nothing where the tests never passed or the limit was told of', () => {
    const failed = play(run(), [reply('Test.'), checked(0), reply('Test.'), checked(0)])
    expect(failed.result.status).toBe('failed')
    const spentEarly = play(run(), [reply('Test.'), checked(1), reply('Works.', [], spent), checked(0)])
    expect(spentEarly.phases).not.toContain('refactor')
    expect(spentEarly.result.status).toBe('completed')
  })
})
