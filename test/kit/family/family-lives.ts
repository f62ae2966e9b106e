import { resumeRun } from '../../../src-main/agent/run.ts'
import type { RunEnd } from '../../../src-main/agent/run-end.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { memoryLog } from '../agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../agent/agent-ports.ts'
import { task, unlimited } from '../agent/agent-replies.ts'
import { clientFor } from '../model-server/model-client.ts'
import type { ScriptedTalk } from '../model-server/scripted-model-server.ts'
import { type FamilyCase, rolesByName } from './family-case.ts'
import type { FamilyWorld } from './family-world.ts'

/** How a run is cut off. Without any of these it runs to its end. */
export interface Interruption {
  /** Stop is pressed when the event with this sequence number is written. */
  readonly stopAt?: number
  /** The process crashes before the event with this sequence number is written. */
  readonly diesAt?: number
  /** What happens while an answer is held in the middle, or while a tool hangs. */
  readonly held?: 'stop' | 'die'
  /** Index of the tool call or check that hangs. */
  readonly hangAt?: number
}

export interface FamilyLife {
  readonly end: RunEnd
  readonly dead: boolean
  readonly stopped: boolean
  /** All events of the run in the log, earlier processes included. */
  readonly events: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
  /** Number of events that were reported after the run had ended. */
  late(): number
}

type Past = Pick<FamilyLife, 'events' | 'bodies'>

/** Executes a case in one process until its end or its cut: the agent, the real model client, and the case's world. */
export async function liveOverHttp(
  made: FamilyCase,
  world: FamilyWorld,
  talk: ScriptedTalk,
  fate: Interruption = {},
  past: Past = { events: [], bodies: new Map() },
  seed = 7,
): Promise<FamilyLife> {
  const stop = new AbortController()
  let [dead, stopped] = [false, false]
  const press = () => {
    stopped = true
    stop.abort()
  }
  // A crash closes the process's connections, as Stop does, and nothing is written after it.
  const befall = () => {
    if (fate.held === 'die') dead = true
    press()
  }
  const begunBefore = world.requestCount()
  const hangAt = fate.hangAt === undefined ? -1 : begunBefore + fate.hangAt
  const log = memoryLog({
    ...past,
    fault: (what, { appended }) => {
      dead ||= what === 'append' && past.events.length + appended === fate.diesAt
      if (dead) throw new Error('the process is dead')
    },
    onEvent: (event) => {
      if (event.seq === fate.stopAt) press()
    },
  })
  const ears = {
    ...log,
    live: (live: Parameters<typeof log.live>[0]) => {
      if (talk.isHeld() && fate.held !== undefined && !stopped) befall()
      log.live(live)
    },
  }
  const ports = {
    ...testPorts(ears, clientFor(talk.url, { profile: { idleLimitMs: 60_000 } })),
    ...world.ports({ isDead: () => dead, hangAt, hung: befall }),
  }
  const what = configFor(made.choice, {
    task: made.task ?? task(),
    roles: rolesByName,
    budget: { ...unlimited, ...made.budget },
    seed,
  })
  const end = await (past.events.length > 0
    ? resumeRun(ports, what, stop.signal)
    : startTestRun(ports, what, stop.signal))
  const { length } = log.appended
  return {
    end,
    dead,
    stopped,
    events: [...past.events, ...log.appended.slice(0, log.committed)],
    bodies: log.bodies,
    late: () => log.appended.length - length,
  }
}
