import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { ownWork } from '../processes/marks.ts'
import { startChild } from '../processes/start-child.ts'
import type { Confined, Rule } from './sandbox.ts'

/** How a prepared place is entered: paths of its namespaces, and its name. */
export interface Entrance {
  readonly user: string
  readonly mount: string
  readonly name: string
}
export interface PreparedPlace {
  /** Null once it has been released. */
  entrance(): Entrance | null
}
export interface PreparedPlaces {
  /**
   * The place as it is now, prepared earlier or now; null if that fails: then a command prepares its own.
   * @param prepare the command line that prepares a place of this name and then executes the arguments after it
   */
  of(place: Confined, prepare: Prepare): Promise<PreparedPlace | null>
}
type Prepare = (name: string, after: readonly string[]) => readonly string[]

/** ms after which an unused place is released: it would keep a disk to be ejected busy. */
const idle = 60_000
/** Maximum of prepared places. */
const most = 32
/** Time limit of a preparation, ms. */
const within = 10_000

/**
 * User and mount namespaces that commands enter, so that the mounts of a place are made once and not for each command.
 *
 * 1. No process stays in them: they are held open here, and end with the app, however it ends.
 * 2. A place is prepared again if anything changed that its mounts depend on: its rules, which file or folder is at
 *    each of their paths, and what else is mounted on the system.
 * 3. An outdated entry can't lead to another place: the name stored inside is compared on entry.
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
    // Folders that its mounts need were created with it: if they were removed, the mounts are gone, too.
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
      // A second release would close unrelated files that reuse these descriptors.
      if (entrance !== null) unused.refresh()
      return entrance
    },
  }
}

/** File descriptors of the namespaces that a process created. */
interface Opened {
  readonly user: number
  readonly mount: number
}

/** Opens the namespaces of a process once it reports that it is ready, and lets it end. Rejects if it does not. */
async function openNamespaces([program = '', ...args]: readonly string[]): Promise<Opened> {
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C' }
  const asked = { program, args, folder: '/', environment }
  const child = startChild(asked, { kind: 'helper', owner: ownWork, input: 'open' })
  child.errors.resume()
  const late = setTimeout(() => void child.kill(), within)
  try {
    return await new Promise((resolve, reject) => {
      child.output.once('data', () => {
        try {
          const user = openSync(`/proc/${child.pid}/ns/user`, 'r')
          resolve({ user, mount: openSync(`/proc/${child.pid}/ns/mnt`, 'r') })
        } catch (thrown) {
          reject(thrown)
        }
        child.input.end()
      })
      void child.ended.then(() => reject(new Error('The place could not be prepared.')))
    })
  } finally {
    clearTimeout(late)
  }
}

/** Two places with the same key have the same mounts. The network is set per command. */
function keyOf({ workspace, rules }: Confined): string {
  const paths = rules.flatMap((each) => mountedAt(each, rules))
  const known = [workspace, rules, paths.map(stampOf), readFileSync('/proc/self/mountinfo', 'latin1')]
  return createHash('sha256').update(JSON.stringify(known)).digest('base64')
}

/**
 * The paths that a rule's mounts depend on: the folder, and the path at which a command sees it, which may have moved.
 */
function mountedAt(rule: Rule, rules: readonly Rule[]): readonly string[] {
  const around = rules.flatMap((outer) =>
    outer.kind === 'instead' && rule.path.startsWith(`${outer.path}/`)
      ? [`${outer.from}${rule.path.slice(outer.path.length)}`]
      : [],
  )
  return rule.kind === 'instead' || rule.kind === 'shown' ? [rule.path, rule.from, ...around] : [rule.path, ...around]
}

/** Identifies the file or folder at a path: a replacement has another inode number or a later creation time. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.birthtimeNs}`
}
