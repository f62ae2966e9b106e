import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { ToolBody } from '../../../src-shared/model/tool.ts'
import { type LaneModelRequest, turnOf } from '../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { openTestHost, runToEnd } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, compareToEnd, laneAt, untilComparison } from '../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

/** Each lane writes its own model's name into a file. */
const signed = (request: LaneModelRequest): ScriptedAnswer =>
  turnOf(request) === 0
    ? { calls: [{ tool: 'shell', arguments: { command: `echo ${request.model} > signed.txt` } }] }
    : { text: `signed by ${request.model}` }
const isJudge = ({ model }: LaneModelRequest) => model === 'model-c'
const prefer = (better: 'A' | 'B' | 'tie'): ScriptedAnswer => ({
  calls: [{ tool: 'submit_preference', arguments: { better, reasoning: `I like ${better}.` } }],
})
const asText = ({ messages }: LaneModelRequest) => JSON.stringify(messages)

const rubric = { text: 'Only the shorter name counts.', profileId: 'prof_c' }

test('a check decides by its exit code, and its output is kept', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(signed)
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const done = await compareToEnd(
    host,
    wish('Sign.', { check: checkOf('cat signed.txt && grep -q model-b signed.txt') }),
  )
  expect(done.lanes.map(({ checkResult }) => checkResult?.exitCode)).toEqual([1, 0])
  expect(done.verdicts).toMatchObject([{ by: 'check', choice: 'B' }])
  const ref = laneAt(done, 'A').checkResult?.output ?? ''
  const body: ToolBody = await ask(host, 'body-read', { ref })
  expect(body).toMatchObject({ kind: 'command', output: 'model-a\n', exitCode: 1 })
})

test('among lanes that pass, the better score decides; equal scores are a tie', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(signed)
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const scored = checkOf('grep -q model-a signed.txt && echo "score: 3" || echo "score: 7.5"', 'score: ([0-9.]+)')
  const done = await compareToEnd(host, wish('Sign.', { check: scored }))
  expect(done.verdicts).toMatchObject([{ by: 'check', choice: 'B', reasons: expect.stringContaining('A 3, B 7.5') }])
  const even = await compareToEnd(host, wish('Sign.', { check: checkOf('echo "score: 1"', 'score: ([0-9.]+)') }))
  expect(even.verdicts).toMatchObject([{ choice: 'tie' }])
})

test('a check that hangs is ended by its time limit, and passes nobody', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(signed)
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const hanging = { ...checkOf('sleep 600'), timeLimitMs: 1000 }
  const done = await compareToEnd(host, wish('Sign.', { check: hanging }))
  expect(done.lanes.map(({ checkResult }) => checkResult?.how)).toEqual(['time-limit', 'time-limit'])
  expect(done.verdicts).toMatchObject([{ choice: 'tie', reasons: expect.stringContaining('No lane passes') }])
})

test('an evaluator sees every two lanes in both orders and without their names, and its verdict is kept', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) => {
    if (!isJudge(request)) return signed(request)
    const text = asText(request)
    return prefer(text.indexOf('model-b') < text.indexOf('model-a') ? 'A' : 'B')
  })
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url, {
    price: { input: 1, cachedInput: 1, output: 1 },
  })
  const done = await compareToEnd(host, wish('Sign.', { rubric }))
  expect(done.verdicts).toMatchObject([{ by: 'evaluator', blind: true, choice: 'B', model: 'Model c' }])
  expect(done.verdicts[0]?.votes?.map(({ shownFirst, better }) => [shownFirst, better]).toSorted()).toEqual([
    ['A', 'B'],
    ['B', 'B'],
  ])
  expect(done.verdicts[0]?.cost).toBeGreaterThan(0)
  const judged = server.requests.filter(isJudge).map(asText)
  expect(judged).toHaveLength(2)
  for (const text of judged) {
    expect(text).toContain(rubric.text)
    expect(text).not.toMatch(/lane/i)
  }
})

test('a judge that goes by the place gives a tie; one that gives no vote costs no lane anything', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  let votes = true
  const server = await hostModelServer((request) => {
    if (!isJudge(request)) return signed(request)
    return votes ? prefer('A') : { text: 'I would rather not.' }
  })
  const host = await openTestHost()
  const { wish } = await compareTalk(host, project.folder, server.url)
  const done = await compareToEnd(host, wish('Sign.', { rubric }))
  expect(done.verdicts).toMatchObject([{ choice: 'tie', reasons: expect.stringContaining('disagree') }])
  votes = false
  await ask(host, 'comparison-judge', { comparisonId: done.id, rubric })
  const again = await untilComparison(host, done.id, ({ state }) => state === 'done')
  expect(again.verdicts).toHaveLength(1)
})

test('a user’s verdict stands beside the others, and the conversation goes on from the lane that was chosen', async () => {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer((request) => (turnOf(request) > 1 ? { text: 'on' } : signed(request)))
  const host = await openTestHost()
  const { wish, message, conversation } = await compareTalk(host, project.folder, server.url)
  const done = await compareToEnd(host, wish('Sign.', { check: checkOf('true') }))
  const verdict = { comparisonId: done.id, choice: 'B', reasons: 'Nicer.', blind: true } as const
  const judged = await ask(host, 'comparison-verdict', verdict)
  expect(judged.verdicts).toMatchObject([
    { by: 'check', choice: 'tie' },
    { by: 'user', choice: 'B', blind: true },
  ])
  await expect(ask(host, 'comparison-verdict', { ...verdict, choice: 'D' })).rejects.toThrow(/lane/)

  const copy = await ask(host, 'comparison-continue', { comparisonId: done.id, lane: 'B', copy: true })
  expect(copy).toMatchObject({ turnId: laneAt(done, 'B').turnId, comparison: { chosen: 'B' } })
  const next = await runToEnd(host, message('Go on.', { parentId: copy.turnId, roles: { default: 'prof_b' } }))
  expect(next.workspaceId).toBe(copy.workspaceId)
  expect(server.requests.at(-1)?.messages.some(({ content }) => content === 'signed by model-b')).toBe(true)

  const here = await ask(host, 'comparison-continue', { comparisonId: done.id, lane: 'A', copy: false })
  const other = await runToEnd(host, message('Go on.', { parentId: here.turnId, roles: { default: 'prof_a' } }))
  expect(other.workspaceId).toBeUndefined()
  const { turns } = await ask(host, 'conversation-open', { conversationId: conversation.id })
  expect(turns.filter(({ parentId }) => parentId === null)).toHaveLength(2)
})
