import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import type { Confined, Rule } from './sandbox.ts'

/** How a prepared place is entered: paths of its namespaces, and the name that it was given. */
export interface Entrance {
  readonly user: string
  readonly mount: string
  readonly name: string
}
export interface PreparedPlace {
  /** Null once it has been let go of. */
  entrance(): Entrance | null
}
export interface PreparedPlaces {
  /**
   * The place as it is now, prepared before or at once; null if it can't be: then a command prepares its own.
   * @param prepare the words that prepare a place of this name and then run those after
   */
  of(place: Confined, prepare: Prepare): Promise<PreparedPlace | null>
}
type Prepare = (name: string, after: readonly string[]) => readonly string[]

/** ms after which what nobody uses is let go of: it would keep a disk that was ejected busy. */
const idle = 60_000
/** More places than this are not held. */
const most = 32
/** A preparation that takes longer has failed, ms. */
const within = 10_000

/**
 * User and mount namespaces that commands enter, so that the mounts of a place are made once and not for each command.
 *
 * 1. No process stays in them: they are held open here, and go when the app does, however it ends.
 * 2. A place is prepared again when anything changed that its mounts go by: its rules, which file or folder is at each of
 *    their paths, and what else is mounted on the system.
 * 3. An entrance that is too old leads to no other place: whoever enters compares the name that lies there.
 */
export function preparedPlaces(): PreparedPlaces {
  const held = new Map<string, Promise<PreparedPlace | null>>()
  return {
    of(place, prepare) {
      const key = keyOf(place)
      const known = held.get(key)
      if (known !== undefined) return known
      if (held.size >= most) return Promise.resolve(null)
      const making = made(place, prepare, key)
      held.set(key, making)
      return making
    },
  }

  async function made(place: Confined, prepare: Prepare, before: string): Promise<PreparedPlace | null> {
    let key = before
    const one = await hold(prepare, () => void held.delete(key))
    if (one === null) return null
    // Folders that its mounts need were made with it: were they gone again, so would the mounts be.
    held.delete(before)
    key = keyOf(place)
    held.set(key, Promise.resolve(one))
    return one
  }
}

async function hold(prepare: Prepare, forget: () => void): Promise<PreparedPlace | null> {
  const name = randomUUID()
  const opened = await openNamespaces(prepare(name, ['/bin/sh', '-c', 'echo ready; read -r end'])).catch(() => null)
  if (opened === null) {
    forget()
    return null
  }
  const seen = `/proc/${process.pid}/fd`
  let entrance: Entrance | null = { user: `${seen}/${opened.user}`, mount: `${seen}/${opened.mount}`, name }
  const unused = setTimeout(() => {
    entrance = null
    forget()
    closeSync(opened.user)
    closeSync(opened.mount)
  }, idle).unref()
  return {
    entrance: () => {
      // A timer that has fired would fire again, and close what has these numbers by then.
      if (entrance !== null) unused.refresh()
      return entrance
    },
  }
}

/** File descriptors of the namespaces that a process made. */
interface Opened {
  readonly user: number
  readonly mount: number
}

/** Opens the namespaces of a process once it says that it is ready, and lets it end. Rejects where it does not. */
function openNamespaces([program = '', ...args]: readonly string[]): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' }
    const child = spawn(program, args, { cwd: '/', env, stdio: ['pipe', 'pipe', 'ignore'], timeout: within })
    child.stdin.on('error', () => undefined)
    child.stdout.once('data', () => {
      try {
        const user = openSync(`/proc/${child.pid}/ns/user`, 'r')
        resolve({ user, mount: openSync(`/proc/${child.pid}/ns/mnt`, 'r') })
      } catch (thrown) {
        reject(thrown)
      }
      child.stdin.end()
    })
    child.on('error', reject)
    child.on('close', () => reject(new Error('The place could not be prepared.')))
  })
}

/** Two places of the same key have the same mounts. The network is each command's own. */
function keyOf({ workspace, rules }: Confined): string {
  const paths = rules.flatMap((each) => mountedAt(each, rules))
  const known = [workspace, rules, paths.map(stampOf), readFileSync('/proc/self/mountinfo', 'latin1')]
  return createHash('sha256').update(JSON.stringify(known)).digest('base64')
}

/** What a rule's mounts lie on: the folder itself, and the one by which a command sees it, which commands may have moved. */
function mountedAt(rule: Rule, rules: readonly Rule[]): readonly string[] {
  const around = rules.flatMap((outer) =>
    outer.kind === 'instead' && rule.path.startsWith(`${outer.path}/`)
      ? [`${outer.from}${rule.path.slice(outer.path.length)}`]
      : [],
  )
  return rule.kind === 'instead' ? [rule.path, rule.from, ...around] : [rule.path, ...around]
}

/** Which file or folder is there: what took its place has another number, or was made later. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.birthtimeNs}`
}
