import type { ModelPort } from '../../../src-main/agent/ports.ts'
import { createModelClient } from '../../../src-main/model/client.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import { memoryLog } from '../agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../agent/agent-ports.ts'
import { task, unlimited } from '../agent/agent-replies.ts'
import { type FamilyCase, rolesByName } from '../family/family-case.ts'
import { familyWorld } from '../family/family-world.ts'
import { profileFor } from '../model-server/model-client.ts'
import { openStrictServer } from './open-strict-server.ts'
import type { StrictServer } from './strict-servers.ts'

/**
 * A case of a strategy with a strict server: the agent and the real client. What the server answers is the case's answer
 * to the request as the strategy made it, in whatever form it arrived.
 */
export async function liveStrict(made: FamilyCase, strict: StrictServer) {
  const asked: ModelRequest[] = []
  const server = await openStrictServer(strict, (turn) => {
    const request = asked[Number(turn)]
    if (request === undefined) throw new Error(`nothing was asked at turn ${turn}`)
    return made.answers(request)
  })
  const client = createModelClient({
    profileOf: (id) => ({
      ...profileFor(server.url, { ...strict.profile, idleLimitMs: 60_000 }),
      id,
      headers: { 'x-turn': id.split('~')[1] ?? '' },
    }),
    keyOf: () => Promise.resolve(null),
    clock: { now: () => 0, elapsed: () => performance.now() },
    random: () => 0,
    wait: () => Promise.resolve('over'),
  })
  const model: ModelPort = {
    ...client,
    call: (bound, request, handler, signal) => {
      const turn = asked.push(request) - 1
      return client.call({ ...bound, profileId: `p1~${turn}` }, request, handler, signal)
    },
  }
  const world = familyWorld(made)
  const log = memoryLog()
  const ports = { ...testPorts(log, model), ...world.ports({ isDead: () => false, hangAt: -1, hung: () => {} }) }
  const what = configFor(made.choice, {
    task: made.task ?? task(),
    roles: rolesByName,
    budget: { ...unlimited, ...made.budget },
  })
  try {
    const end = await startTestRun(ports, what)
    return { end, events: log.appended, world, taken: server.taken, refused: server.refused }
  } finally {
    await server.close()
  }
}
