import { setTimeout as delay } from 'node:timers/promises'
import type { ClockPort } from '../../agent/ports.ts'
import type { Store } from '../../store/store.ts'

/** A host without a heartbeat for this long counts as dead even if its process exists, ms. */
const deadAfter = 20_000
const beatEvery = 4_000
/** Poll interval while waiting for a heartbeat, ms. */
const pollIntervalMs = 100

export interface Lease {
  /** Whether another host owns something and is alive as far as known. */
  alive(hostId: string | null): boolean
  /** Settles once it is known of every other host whether it is alive: at once, unless one was silent for long. */
  settled(): Promise<void>
  /** Other live hosts; the entries of dead ones are removed. */
  others(): readonly { shell: string; url: string | null }[]
  close(): void
}

/**
 * Tells other hosts on the same data folder that this one is alive, so that only a dead one's runs are called
 * interrupted (T5).
 *
 * 1. A host holds a lock that the system releases when it ends. So a killed one is known to be dead at once, even
 *    before its process is reaped, or if another process has its number.
 * 2. For one without a lock (an earlier version, or a file system without locks) only process and heartbeats are known.
 *    Without a process it is dead. Process numbers are reused, so a process alone does not prove that it is alive.
 * 3. The age of a heartbeat proves nothing: the computer may have slept, or its clock been set (T8). So the check
 *    waits for as long as a heartbeat may take, and counts only the time in which it was awake itself.
 *
 * @param onBeat called every few seconds, to clean up after dead hosts
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
    // What could not be written or read is retried the next time.
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

  /** Returns those that are not known to be dead, and removes what dead ones left. */
  function cleared(): readonly Listed[] {
    const listed = store.hosts.list()
    const left = look(listed)
    for (const each of listed) if (!left.includes(each)) store.hosts.remove(each.id)
    // One that was killed before it was listed.
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
  /** How long this host has waited in vain for another heartbeat. */
  readonly silentMs: number
  /** A heartbeat came during the wait. */
  readonly heard: boolean
}

/** Between two checks at most one heartbeat interval counts: the rest was sleep of this host or of both. */
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
