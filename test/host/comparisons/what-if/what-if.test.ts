import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../../src-main/host/host.ts'
import { type StartWhatIf, startWhatIf } from '../../../../src-shared/api/what-if-requests.ts'
import { forkableSteps } from '../../../../src-shared/run/forkable-steps.ts'
import { batchAtRest, taskOf } from '../../../kit/agent/batch-trials.ts'
import { turnOf, writeDone } from '../../../kit/fake-host/lane-scripts.ts'
import { hostModelServer, type ScriptedAnswer } from '../../../kit/host/host-model-server.ts'
import { eventsOf, openTestHost, runToEnd, temporaryFolder } from '../../../kit/host/host-open.ts'
import { spawnKept } from '../../../kit/host/host-spawn.ts'
import { folderHash } from '../../../kit/project/folder-hash.ts'
import { isExhaustive } from '../../../kit/project/sample.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { compareTalk } from '../../../kit/window/compare-lanes.ts'

// Every run has a copy made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const { check } = taskOf('one')
const note: ScriptedAnswer = {
  calls: [{ tool: 'write_file', arguments: { path: 'note.txt', content: 'first' } }],
}

interface Said {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
}

/**
 * A run of three model calls: it writes a note, then does the task or not, then ends. Model a does it in one of five
 * runs, model b in four.
 */
function twoModels() {
  const asked = new Map<string, number>()
  const script = (request: Said): ScriptedAnswer => {
    const turn = turnOf(request)
    if (turn === 0) return note
    if (turn > 1) return { text: 'done' }
    const count = asked.get(request.model) ?? 0
    asked.set(request.model, count + 1)
    const does = request.model === 'model-b' ? count % 5 !== 0 : count % 5 === 1
    return does ? writeDone : { text: 'nothing to do' }
  }
  return { script, asked }
}

const stepsOf = (host: Host, runId: string) => forkableSteps(eventsOf(host, runId))
const request = (runId: string, path: string, more: Partial<StartWhatIf>): StartWhatIf =>
  startWhatIf.parse({ runId, path, check, changes: [], seed: 1, ...more })
const change = (more: object) => startWhatIf.shape.changes.element.parse(more)

async function started(script: (request: Said) => ScriptedAnswer) {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(script)
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const talk = await compareTalk(host, project.folder, server.url)
  const run = await runToEnd(host, talk.message('Do it.', { roles: { default: 'prof_a' } }))
  return { project, server, dataFolder, host, run, talk }
}

test('the effect of another model from a step on is found, in copies, without repeating what came before', async () => {
  const { script } = twoModels()
  const { host, run, server, project } = await started(script)
  const before = folderHash(project.folder)
  const [, , second] = stepsOf(host, run.id)
  const made = server.requests.length
  const changes = [change({ roles: { default: 'prof_b' } })]
  const { id } = await ask(host, 'what-if-start', request(run.id, second?.path ?? '', { changes, repeats: 10 }))
  const { batch, trials, results } = await batchAtRest(host, id)

  expect(batch).toMatchObject({ state: 'done', counts: { done: 20, void: 0 }, fork: { kind: 'change', runId: run.id } })
  expect(results.lanes).toMatchObject([
    { label: 'A', name: 'As it was', successes: 2, trials: 10 },
    { label: 'B', name: 'Other model', successes: 8, trials: 10 },
  ])
  expect(results.paired).toEqual([])
  expect(results.effects).toMatchObject([{ lane: 'B', against: 'A', success: 'better', trials: [10, 10] }])
  expect(results.effects?.[0]?.difference).toMatchObject({ value: expect.closeTo(0.6) })
  expect(results.effects?.[0]?.difference?.from).toBeGreaterThan(0.1)
  expect(folderHash(project.folder)).toBe(before)
  // Nobody asked a model for the first step again.
  expect(server.requests.slice(made).filter((each) => turnOf(each) === 0)).toEqual([])
  // The files of the step are there, and what came before it is not counted.
  for (const { runId, result } of trials) {
    const fork = host.runs.get(runId ?? '')
    expect(fork?.conversationId).toBe(batch.conversationId)
    expect(fork?.forkedFrom?.runId).toBe(run.id)
    expect(result?.totals.modelCalls).toBeLessThan(3)
  }
  const changed = await ask(host, 'files-at', {
    runId: trials[0]?.runId ?? '',
    path: null,
    when: 'before',
    workspaceId: null,
  })
  expect(changed.snapshot).toBe(batch.lanes[0]?.fork?.from)
  // Forks begin in the middle of a task: they are ranked with none.
  expect((await ask(host, 'leaderboard', { projectId: batch.projectId, set: null })).entries).toEqual([])
  const [listed] = await ask(host, 'what-ifs-list', { runId: run.id })
  expect(listed).toMatchObject({
    batchId: id,
    state: 'done',
    done: 20,
    effects: [{ path: second?.path, name: 'Other model', success: 'better' }],
  })
})

test('where a change does nothing, nothing is found', async () => {
  const { host, run } = await started(twoModels().script)
  const [, , second] = stepsOf(host, run.id)
  const changes = [change({ roles: { default: 'prof_a' }, name: 'The same model' })]
  const { id } = await ask(host, 'what-if-start', request(run.id, second?.path ?? '', { changes, repeats: 10 }))
  const { results } = await batchAtRest(host, id)
  expect(results.effects).toMatchObject([{ success: 'not enough' }])
  const { difference } = results.effects?.[0] ?? {}
  expect(difference?.from).toBeLessThan(0)
  expect(difference?.to).toBeGreaterThan(0)
  expect(results.words.join(' ')).toContain('not enough to tell')
})

test('an edited answer is compared with the answer that the step had, and trials that are all alike are named', async () => {
  const { host, run, server } = await started(({ messages }) => {
    const [first] = messages.filter(({ role }) => role === 'tool')
    if (first === undefined) return note
    return String(first.content).includes('must be done') && turnOf({ model: '', messages }) === 1
      ? writeDone
      : { text: 'done' }
  })
  const tool = stepsOf(host, run.id).find(({ kind }) => kind === 'tool')
  const made = server.requests.length
  const changes = [change({ answer: { text: 'It must be done.', calls: [] } })]
  const { id } = await ask(host, 'what-if-start', request(run.id, tool?.path ?? '', { changes, repeats: 6 }))
  const { batch, results } = await batchAtRest(host, id)
  expect(batch.lanes.map(({ fork }) => fork?.step)).toEqual(['recorded', 'edited'])
  expect(results.lanes).toMatchObject([{ successes: 0 }, { successes: 6 }])
  expect(results.effects).toMatchObject([{ success: 'better', alike: ['B', 'A'] }])
  expect(results.words.join(' ')).toContain('All trials of A and B came out the same')
  expect(server.requests.slice(made).filter((each) => turnOf(each) === 0)).toEqual([])
})

test('another prompt holds from the step on: earlier answers are reused, later requests have the new text', async () => {
  const { host, server, talk } = await started(({ messages }) => {
    const text = JSON.stringify(messages)
    if (text.includes('Judge it anew') && turnOf({ model: '', messages }) === 0) return writeDone
    return { text: 'an answer' }
  })
  const strategy = { name: 'reflection', options: { maxIterations: 1 } }
  const infos = await ask(host, 'strategies-list', { projectId: talk.project.id })
  const info = infos.find(({ name }) => name === 'reflection')
  const prompts = info?.prompts ?? []
  expect(prompts.length).toBeGreaterThan(0)
  const run = await runToEnd(host, talk.message('Do it.', { roles: { default: 'prof_a' }, strategy }))
  const last = stepsOf(host, run.id).at(-1)
  const made = server.requests.length
  const texts = Object.fromEntries(
    prompts.map(({ name, required }) => [name, `Judge it anew. ${required.map((each) => `{${each}}`).join(' ')}`]),
  )
  const changes = [change({ prompts: texts })]
  const { id } = await ask(host, 'what-if-start', request(run.id, last?.path ?? '', { changes, repeats: 2 }))
  const { trials, batch } = await batchAtRest(host, id)
  expect(batch.counts).toMatchObject({ done: 4, void: 0 })
  expect(server.requests.length).toBeGreaterThan(made)
  for (const { lane, runId } of trials) {
    const events = eventsOf(host, runId ?? '')
    const [first] = events
    expect(first?.type === 'run-start' && first.forkedFrom?.prompts).toBe(lane === 'B' ? 'changed' : undefined)
    const report = await ask(host, 'run-replay', { runId: runId ?? '', verify: false })
    expect(report.divergence).toBeNull()
    // The log has the requests as they were sent, not as they would have been with the other text.
    const own = events.flatMap((event) =>
      event.type === 'model-start' && event.seq > (first?.type === 'run-start' ? (first.forkedFrom?.copied ?? 0) : 0)
        ? [event.path]
        : [],
    )
    for (const each of own) {
      const { messages } = await ask(host, 'run-exchange', { runId: runId ?? '', path: each })
      const texts = messages.map(({ text }) => text)
      expect(
        server.requests.some(
          (sent) => JSON.stringify(sent.messages.map(({ content }) => content ?? '')) === JSON.stringify(texts),
        ),
      ).toBe(true)
      expect(texts.join(' ').includes('Judge it anew')).toBe(lane === 'B')
    }
  }
  await expect(
    ask(host, 'what-if-start', request(run.id, last?.path ?? '', { changes: [change({ prompts: { nosuch: 'x' } })] })),
  ).rejects.toThrow(/no prompt "nosuch"/)
})

test('a scan shows at which step the run decided how it ends', async () => {
  // The first call decides: whether the note says yes.
  let first = 0
  const { host, run } = await started(({ messages }) => {
    const turn = turnOf({ model: '', messages })
    if (turn === 0) {
      const content = first++ % 2 === 1 ? 'no' : 'yes'
      return { calls: [{ tool: 'write_file', arguments: { path: 'note.txt', content } }] }
    }
    const isYes = JSON.stringify(messages).includes('yes')
    return turn === 1 && isYes ? writeDone : { text: 'done' }
  })
  const scan = { runId: run.id, check, repeats: 12, parallel: 1, seed: 1, approval: null, maxTrials: 100 }
  const { id } = await ask(host, 'what-if-scan', scan)
  const { results } = await batchAtRest(host, id)
  expect(results.lanes.map(({ successes }) => successes)).toEqual([6, 12, 12])
  const [listed] = await ask(host, 'what-ifs-list', { runId: run.id })
  const decisions = stepsOf(host, run.id).filter(({ kind }) => kind === 'model')
  expect(listed?.effects.map(({ path, success }) => [path, success])).toEqual([
    [decisions[0]?.path, 'better'],
    [decisions[1]?.path, 'not enough'],
  ])
  const some = await ask(host, 'what-if-scan', { ...scan, repeats: 2, maxTrials: 4 })
  expect(some.lanes.map(({ fork }) => fork?.path)).toEqual([decisions[0]?.path, decisions[2]?.path])
  await batchAtRest(host, some.id)
})

test('what can’t be asked is refused before anything starts', async () => {
  const { host, run } = await started(twoModels().script)
  const [step] = stepsOf(host, run.id)
  const path = step?.path ?? ''
  const start = (more: Partial<StartWhatIf>) => ask(host, 'what-if-start', request(run.id, path, more))
  await expect(start({ changes: [change({})] })).rejects.toThrow(/changes nothing/)
  const model = [change({ roles: { default: 'prof_b' } })]
  await expect(start({ changes: model, path: 'nowhere' })).rejects.toThrow(/no step "nowhere"/)
  await expect(start({ changes: [change({ roles: { default: 'gone' } })] })).rejects.toThrow()
  expect(await ask(host, 'what-ifs-list', { runId: run.id })).toEqual([])
})

test('a limit for all forks ends them between two, and it continues with a higher one', async () => {
  const { host, run } = await started(twoModels().script)
  const [, , second] = stepsOf(host, run.id)
  const path = second?.path ?? ''
  const changes = [change({ roles: { default: 'prof_b' } })]
  const money = { cost: 1, tokens: null, wallMs: null }
  await expect(ask(host, 'what-if-start', request(run.id, path, { changes, limits: money }))).rejects.toThrow(
    /no price is known for the model “Model a”, so money can’t be limited/,
  )
  expect(await ask(host, 'what-ifs-list', { runId: run.id })).toEqual([])
  const limits = { cost: null, tokens: 500, wallMs: null }
  const { id } = await ask(host, 'what-if-start', request(run.id, path, { changes, repeats: 10, limits }))
  const limited = await batchAtRest(host, id)
  expect(limited.batch).toMatchObject({ state: 'limited', limited: expect.stringContaining('500 tokens') })
  expect(limited.batch.counts.done).toBeLessThan(20)
  // No fork uses more than two calls of 110 tokens, and one was running.
  expect(limited.batch.spent?.tokens).toBeLessThan(500 + 220)
  await ask(host, 'batch-resume', { batchId: id, limits: { cost: null, tokens: null, wallMs: null } })
  expect((await batchAtRest(host, id)).batch).toMatchObject({ state: 'done', counts: { done: 20, void: 0 } })
})

/** Of a long run, and the one that decides: it writes the file or not. */
const [decided, deciding] = isExhaustive ? [10, 4] : [3, 1]

test('of a run of many decisions a scan gives each its effect, and steps are left out if there would be too many forks', async () => {
  let times = 0
  const { host, run } = await started(({ messages }) => {
    const turn = turnOf({ model: '', messages })
    if (turn >= decided - 1) return { text: 'done' }
    const content = turn === deciding ? (times++ % 5 === 0 ? 'yes' : 'no') : `${turn}`
    return turn === deciding && content === 'yes'
      ? writeDone
      : { calls: [{ tool: 'write_file', arguments: { path: `note-${turn}.txt`, content } }] }
  })
  const decisions = stepsOf(host, run.id).filter(({ kind }) => kind === 'model')
  expect(decisions).toHaveLength(decided)
  const scan = { runId: run.id, check, repeats: 8, parallel: 2, seed: 1, approval: null, maxTrials: 200 }
  const { id } = await ask(host, 'what-if-scan', scan)
  const { results, batch } = await batchAtRest(host, id)
  expect(batch).toMatchObject({ state: 'done', counts: { done: 8 * decided, void: 0 } })
  const rates = results.lanes.map(({ successes, trials }) => successes / trials)
  for (const rate of rates.slice(0, deciding + 1)) expect(rate).toBeLessThan(1)
  expect(rates.slice(deciding + 1)).toEqual(rates.slice(deciding + 1).map(() => 1))
  const [listed] = await ask(host, 'what-ifs-list', { runId: run.id })
  expect(listed?.effects.map(({ path }) => path)).toEqual(decisions.slice(0, -1).map(({ path }) => path))
  const [best] = [...(listed?.effects ?? [])].sort((one, other) => one.p - other.p)
  expect(best).toMatchObject({ path: decisions[deciding]?.path, success: 'better' })
})

test('killed in the middle and continued, every fork counts once, and more are not added later', async () => {
  const { script } = twoModels()
  const { host: first, run, dataFolder, server } = await started(script)
  const [, , second] = stepsOf(first, run.id)
  await first.close()
  const changes = [change({ roles: { default: 'prof_b' } })]
  const wish = request(run.id, second?.path ?? '', { changes, repeats: 10, parallel: 2 })
  const killed = spawnKept(dataFolder, 'what-if-start', wish)
  await killed.until((lines) => lines.some((line) => line.includes('"done":6')))
  await killed.kill()
  const host = await openTestHost({ dataFolder })
  const [left] = await ask(host, 'what-ifs-list', { runId: run.id })
  expect(left).toMatchObject({ state: 'interrupted', planned: 20 })
  const batchId = left?.batchId ?? ''
  const ended = (await ask(host, 'batch-open', { batchId })).trials.filter(({ state }) => state === 'done')
  expect(ended.length).toBeGreaterThanOrEqual(6)
  await ask(host, 'batch-resume', { batchId })
  const { batch, trials } = await batchAtRest(host, batchId)
  expect(batch).toMatchObject({ state: 'done', counts: { done: 20, void: 0 } })
  for (const trial of ended) expect(trials[trial.number]).toEqual(trial)
  expect(new Set(trials.map(({ runId }) => runId)).size).toBe(20)
  expect(server.requests.filter((each) => turnOf(each) === 0)).toHaveLength(1)
  await expect(ask(host, 'batch-extend', { batchId, repeats: 1 })).rejects.toThrow(/can’t be added to forks/)
})
