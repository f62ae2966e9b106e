import { setTimeout as delay } from 'node:timers/promises'
import type { ClockPort } from '../../agent/ports.ts'
import type { Store } from '../../store/store.ts'

/** A host whose process is there is dead all the same once it has not been heard of for this long, ms. */
const deadAfter = 20_000
const beatEvery = 4_000
/** How often one who waits to know looks again, ms. */
const pollIntervalMs = 100

export interface Lease {
  /** Whether another host owns something and is alive, as far as is known. */
  alive(hostId: string | null): boolean
  /** Settles once of every other host it is known whether it is alive: at once, but where one was silent for long. */
  settled(): Promise<void>
  /** Others that are alive; what dead ones left in the list is cleared away. */
  others(): readonly { shell: string; url: string | null }[]
  close(): void
}

/**
 * Tells other hosts on the same data folder that this one is alive, so that only a dead one's runs are called
 * interrupted (T5).
 *
 * 1. A host holds a lock that the system takes away in the moment it ends. So one that is killed is dead at once: also
 *    while nobody reaps its process, and when another process has its number.
 * 2. Of one without a lock (an earlier version, or a file system without locks) only process and beats are known. Without
 *    a process it is dead. Process numbers are used again, so a process is not enough to be alive.
 * 3. How old a beat is says nothing: the computer may have slept, or its clock been set (T8). Whoever wants to know
 *    looks for as long as a beat may take, and counts only the time that it was awake itself.
 *
 * @param onBeat called every few seconds, to look after what dead hosts left
 */
export function openLease(
  store: Pick<Store, 'hosts'>,
  me: { id: string; url: string | null; shell: string },
  clock: ClockPort,
  onBeat: () => void,
): Lease {
  const watches = new Map<string, Watch>()
  const letGo = store.hosts.hold(me.id)
  const beat = () => store.hosts.register({ ...me, pid: process.pid, at: clock.now() })
  beat()
  const timer = setInterval(() => {
    // What could not be written or read is made good the next time.
    try {
      beat()
      cleared()
      onBeat()
    } catch {
      return
    }
  }, beatEvery)
  timer.unref()

  /** Those that are not known to be dead. */
  function look(listed = store.hosts.list()): readonly Listed[] {
    const now = clock.elapsed()
    return listed.filter((host) => {
      if (host.id === me.id) return true
      const held = store.hosts.isHeld(host.id)
      if (held !== null) return held
      if (!isRunning(host.pid)) return false
      const watch = watched(watches.get(host.id), host.beatAt, now)
      watches.set(host.id, watch)
      return watch.silentMs < deadAfter
    })
  }
  /** Silent for long, and not watched for long enough. */
  const isOpen = ({ id, beatAt }: Listed) =>
    id !== me.id &&
    store.hosts.isHeld(id) === null &&
    watches.get(id)?.heard === false &&
    Math.abs(clock.now() - beatAt) >= deadAfter

  /** Returns those that are not known to be dead, and clears away what the dead left. */
  function cleared(): readonly Listed[] {
    const listed = store.hosts.list()
    const left = look(listed)
    for (const each of listed) if (!left.includes(each)) store.hosts.remove(each.id)
    // One that was killed before it came into the list.
    for (const id of store.hosts.locked()) if (store.hosts.isHeld(id) === false) store.hosts.remove(id)
    return left
  }

  return {
    alive: (hostId) => hostId !== null && look().some((each) => each.id === hostId),
    settled: async () => {
      while (look().some(isOpen)) await delay(pollIntervalMs)
    },
    others: () =>
      cleared()
        .filter((each) => each.id !== me.id && !isOpen(each))
        .map(({ shell, url }) => ({ shell, url })),
    close: () => {
      clearInterval(timer)
      letGo()
      store.hosts.remove(me.id)
    },
  }
}

type Listed = ReturnType<Store['hosts']['list']>[number]

interface Watch {
  readonly beatAt: number
  readonly checkedAt: number
  /** How long this host has looked in vain for another beat. */
  readonly silentMs: number
  /** A beat came while it was looked for. */
  readonly heard: boolean
}

/** Between two looks no more counts than lies between two beats: the rest was sleep, of this host or of both. */
function watched(before: Watch | undefined, beatAt: number, now: number): Watch {
  if (before === undefined) return { beatAt, checkedAt: now, silentMs: 0, heard: false }
  if (before.beatAt !== beatAt) return { beatAt, checkedAt: now, silentMs: 0, heard: true }
  const silentMs = before.silentMs + Math.min(Math.max(0, now - before.checkedAt), beatEvery)
  return { ...before, checkedAt: now, silentMs }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
