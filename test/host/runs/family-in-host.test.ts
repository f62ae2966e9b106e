import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { expectOneEnd } from '../../kit/agent/agent-lives.ts'
import type { FamilyCase } from '../../kit/family/family-case.ts'
import { familyCases } from '../../kit/family/family-cases.ts'
import { isRight } from '../../kit/family/family-cases-checked.ts'
import { eventsOf, newTestConversation, openTestHost, testProfile } from '../../kit/host/host-open.ts'
import { openScriptedServer, type ScriptedServer } from '../../kit/model-server/scripted-model-server.ts'
import { sampleOf } from '../../kit/project/sample.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/**
 * Cases of the family in the whole host: real tools and gate on a real folder, a real check command, the store, and
 * models over HTTP, one for each role.
 */
let server: ScriptedServer
beforeAll(async () => {
  server = await openScriptedServer()
})
afterAll(() => server.close())

/** Exits with 0 where the file says `right`, as `isRight` does in memory. */
const checkScript =
  "import { existsSync, readFileSync } from 'node:fs'\n" +
  "const text = existsSync('src/a') ? readFileSync('src/a', 'utf8') : 'nothing'\n" +
  "console.log('it says ' + text)\nprocess.exit(text.includes('right') ? 0 : 1)\n"

/** What needs tools, a check, diffs or a user that only the world in memory has, is left to test/agent. */
function fits({ tool, check, user, task, start, parallel, budget, choice, ends }: FamilyCase): boolean {
  if (tool !== undefined || user !== undefined || task !== undefined || start !== undefined) return false
  if (parallel || budget !== undefined || (check !== undefined && check !== isRight)) return false
  const { maxTurns, score } = choice.options
  // Other agents are in run-ports/other-agents.test.ts.
  if (choice.name === 'agent' || choice.inner?.name === 'agent') return false
  return maxTurns === undefined && score === undefined && !ends.done?.some((each) => each.startsWith('shell'))
}
const cases = familyCases.filter(fits)

const withCheck = (choice: StrategyChoice, made: FamilyCase): StrategyChoice =>
  made.check === undefined ? choice : { ...choice, options: { ...choice.options, check: 'node check.mjs' } }
const rolesOf = ({ name, inner }: StrategyChoice): string[] => [
  ...(strategyInfos()
    .find((info) => info.name === name)
    ?.roles.map((role) => role.name) ?? []),
  ...(inner === undefined ? [] : rolesOf(inner)),
]

/** A conversation in a new folder, whose roles all go to the talk; the run is started and not waited for. */
async function started(made: FamilyCase, host: Host, holdAt?: number) {
  const project = await temporaryProject({ 'check.mjs': checkScript })
  const talk = server.talk(made.answers, holdAt)
  const roles: { [role: string]: string } = {}
  for (const role of new Set(['default', ...rolesOf(made.choice)])) {
    const profile = testProfile(talk.url, { id: `prof_${role}`, name: role, model: role })
    await ask(host, 'profile-save', { profile, key: null })
    roles[role] = profile.id
  }
  const { message } = await newTestConversation(host, project.folder, null)
  const strategy = withCheck(made.choice, made)
  const run = await ask(host, 'run-start', { ...message('Mend the total.', { strategy }), roles })
  const file = () => project.read('src/a').catch(() => 'nothing')
  return { run, talk, file }
}

const phaseNames = (events: readonly StoredEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'phase-start' && !event.again ? [event.name] : []))

/** The first request of each phase, by its number; of the whole run where it has no phases. */
function firstRequests(events: readonly StoredEvent[]): Map<string, number> {
  const found = new Map<string, number>()
  let [phase, requests] = ['', 0]
  for (const event of events) {
    if (event.type === 'phase-start') phase = event.name
    if (event.type !== 'model-start') continue
    if (!found.has(phase)) found.set(phase, requests)
    requests++
  }
  return found
}

/** The run of a case as it is when nothing comes between. */
async function whole(made: FamilyCase, host: Host) {
  const { run, talk, file } = await started(made, host)
  const ended = await host.runs.untilEnded(run.id)
  return { run: ended, talk, file: await file(), events: eventsOf(host, run.id) }
}

describe('in the whole host', { timeout: 60_000 }, () => {
  it.each(sampleOf(cases, 8))('$name', async (made) => {
    const { ends } = made
    const { run, talk, file, events } = await whole(made, await openTestHost())
    expect(run).toMatchObject({ status: ends.status, ...(ends.text === undefined ? {} : { text: ends.text }) })
    expect(run.failure?.kind).toBe(ends.failure)
    expectOneEnd(events)
    expect(phaseNames(events)).toEqual(ends.phases)
    expect(talk.received).toHaveLength(ends.requests)
    if (ends.file !== undefined) expect(file).toBe(ends.file)
  })

  const oneEach = cases.filter(({ choice }, at) => cases.findIndex((each) => each.choice.name === choice.name) === at)

  it.each(sampleOf(oneEach, 3))(
    'stopped in the middle of an answer in every phase, and resumed: $shows',
    async (made) => {
      const host = await openTestHost()
      const { run, events } = await whole(made, host)
      for (const [phase, at] of firstRequests(events)) {
        const cut = await started(made, host, at)
        await cut.talk.held
        await ask(host, 'run-stop', { runId: cut.run.id })
        const stopped = await host.runs.untilEnded(cut.run.id)
        expect(stopped.status, phase).toBe('aborted')
        await cut.talk.letGo
        const log = eventsOf(host, stopped.id)
        expectOneEnd(log)
        expect(phaseNames(log).at(-1) ?? '').toBe(phase)
        // The model may have to read anew what the run had read before, so that the words at the end can be others.
        const resumed = await ask(host, 'run-resume', { runId: stopped.id })
        const end = await host.runs.untilEnded(resumed.id)
        expect(end.status, phase).toBe(run.status)
        expect(phaseNames(eventsOf(host, end.id)), phase).toEqual(phaseNames(events))
        expect(eventsOf(host, stopped.id)).toEqual(log)
      }
    },
  )
})
