import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Rule } from './sandbox.ts'

/** What is mounted once for a place, as lines of fstab(5). */
export function mountsOf(rules: readonly Rule[]): string {
  const readable = rules.filter(({ kind }) => kind === 'read')
  const holding = new Set(hidingOthers(rules))
  const mounts = rules.map((rule) => mountOf(rule, readable.indexOf(rule), holding.has(rule.path)))
  return asTable([...devices, ...asideFor(readable), ...mounts])
}

/** Hidden folders with mounts inside: to be made read-only once those are mounted. */
export const hidingOthers = (rules: readonly Rule[]): readonly string[] =>
  rules.flatMap(({ kind, path }) =>
    kind === 'hide' && rules.some((inner) => inner.path.startsWith(`${path}/`)) ? [path] : [],
  )

const asTable = (lines: readonly string[]) => lines.map((line) => `${line} 0 0\n`).join('')

/** What each command mounts for itself. */
export const ownMounts: string = asTable([
  'none /dev/shm tmpfs mode=1777',
  'none /dev/pts devpts newinstance,ptmxmode=0666,mode=620',
  '/dev/pts/ptmx /dev/ptmx none bind',
])

/** Read-only folders are bound from the current tree, with all mounts in it, before anything covers it. */
const asideFor = (readable: readonly Rule[]): readonly string[] =>
  readable.length === 0
    ? []
    : [
        `none ${aside} tmpfs mode=755,size=1m`,
        ...readable.map(({ path }, index) => `${inTable(path)}/. ${aside}/${index}/. none rbind,X-mount.mkdir`),
      ]

/**
 * No devices for disks or other terminals. While the mounts are made, /dev holds the whole tree, and /sys the new /dev.
 */
const devices: readonly string[] = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map(
  (name) => `/dev/dev/${name} /sys/${name} none bind`,
)

/**
 * With `/.` a folder that is itself a mount is not treated as already mounted there.
 * @param read index among the readable ones, or -1
 * @param holds whether others are mounted in it
 */
function mountOf(rule: Rule, read: number, holds: boolean): string {
  const path = inTable(rule.path)
  const seenFrom = (from: string) => `${from}/. ${path}/. none rbind,X-mount.mkdir`
  switch (rule.kind) {
    case 'empty':
      return `/sys/.prepared/empty/file ${path} none bind`
    case 'keep':
      return `${path} ${path} none bind,ro`
    case 'mute':
      return `/dev/dev/null ${path} none bind`
    case 'hide':
      return `none ${path}/. tmpfs ${holds ? 'rw' : 'ro'},mode=555,size=1m,X-mount.mkdir`
    case 'read':
      return seenFrom(`${aside}/${read}`)
    case 'instead':
      return seenFrom(`/dev${inTable(rule.from)}`)
    case 'write':
      return seenFrom(`/dev${path}`)
    default:
      return assertNever(rule)
  }
}

/** In the tree that is unmounted at the end; nothing comes from the outer /proc. */
const aside = '/dev/proc'

/** Escapes a path for fstab(5). */
const inTable = (path: string) =>
  path.replace(/[\s\\#]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`)
