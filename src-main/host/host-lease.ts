import type { Store } from '../store/store.ts'

/** A host that has not been heard of for this long is dead although some process has its number, ms. */
const deadAfter = 20_000
const beatEvery = 4_000

export interface Lease {
  /** Whether another host that is alive owns something. */
  alive(hostId: string | null): boolean
  /** Others that are alive; what dead ones left in the list is cleared away. */
  others(): readonly { shell: string; url: string | null }[]
  close(): void
}

/**
 * Tells other hosts on the same data folder that this one is alive, so that only a dead one's runs are called
 * interrupted (T5).
 * @param onBeat called every few seconds, to look after what dead hosts left
 */
export function openLease(
  store: Store,
  me: { id: string; url: string | null; shell: string },
  onBeat: () => void,
): Lease {
  let lastBeat = Date.now()
  store.hosts.register({ ...me, pid: process.pid, at: lastBeat })
  const timer = setInterval(beat, beatEvery)
  timer.unref()

  // A beat that could not be written is made good by the next one. After a suspend all beats are old, and nobody
  // is called dead before he had time for a new one.
  function beat(): void {
    const now = Date.now()
    const slept = Math.abs(now - lastBeat) > 3 * beatEvery
    lastBeat = now
    try {
      store.hosts.beat(me.id, now)
      if (!slept) onBeat()
    } catch {
      return
    }
  }

  const living = () =>
    store.hosts.list().filter((each) => each.id === me.id || (isFresh(each.beatAt) && isRunning(each.pid)))
  return {
    alive: (hostId) => hostId !== null && living().some((each) => each.id === hostId),
    others: () => {
      const alive = living()
      for (const each of store.hosts.list()) if (!alive.some((one) => one.id === each.id)) store.hosts.remove(each.id)
      return alive.filter((each) => each.id !== me.id).map(({ shell, url }) => ({ shell, url }))
    },
    close: () => {
      clearInterval(timer)
      store.hosts.remove(me.id)
    },
  }
}

/** A process number is used again after a crash: only the beat tells that it is still the same host. */
function isFresh(beatAt: number): boolean {
  return Math.abs(Date.now() - beatAt) < deadAfter
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}
