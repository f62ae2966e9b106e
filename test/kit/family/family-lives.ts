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

/** How a life of a run ends before its time. Without any it goes to its end. */
export interface Fate {
  /** Stop is pressed when the event with this number is written. */
  readonly stopAt?: number
  /** The process dies before the event with this number is written. */
  readonly diesAt?: number
  /** What befalls it when an answer is held in its middle, or a tool never ends. */
  readonly held?: 'stop' | 'die'
  /** Which tool or check never ends. */
  readonly hangAt?: number
}

export interface FamilyLife {
  readonly end: RunEnd
  readonly dead: boolean
  readonly stopped: boolean
  /** All that the log holds of the run, of earlier lives too. */
  readonly events: readonly StoredEvent[]
  readonly bodies: ReadonlyMap<string, string>
  /** Events that came after the run had ended. */
  late(): number
}

type Past = Pick<FamilyLife, 'events' | 'bodies'>

/** One life of a case's run: the agent, the real model client, and the case's world. */
export async function liveOverHttp(
  made: FamilyCase,
  world: FamilyWorld,
  talk: ScriptedTalk,
  fate: Fate = {},
  past: Past = { events: [], bodies: new Map() },
  seed = 7,
): Promise<FamilyLife> {
  const stop = new AbortController()
  let [dead, stopped] = [false, false]
  const press = () => {
    stopped = true
    stop.abort()
  }
  // A process that dies takes its connections with it, as Stop does; nothing it still says is written.
  const befall = () => {
    if (fate.held === 'die') dead = true
    press()
  }
  const begunBefore = world.begun()
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
