import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { FittingRule } from './fitting-rules.ts'
import type { Rule } from './sandbox.ts'

/**
 * What is mounted once for a place, as lines of fstab(5). Before a file that is mounted where there may be none yet,
 * there is a line `file PATH`: it is to be made once the lines before are mounted.
 */
export function mountsOf(rules: readonly FittingRule[], works: ReadonlyMap<string, string> = new Map()): string {
  const readable = rules.filter(({ kind, isFile }) => kind === 'read' && !isFile)
  const holding = new Set(hidingOthers(rules))
  const mounts = rules.flatMap((rule) => [
    ...(needsFile(rule, rules) ? [`file ${inTable(rule.path)}`] : []),
    `${mountOf(rule, readable.indexOf(rule), holding.has(rule.path), works)}${rest}`,
  ])
  return asTable([...[...devices, ...asideFor(readable)].map((line) => `${line}${rest}`), ...mounts])
}

/** Whether what a command sees around a file is another folder than the file's own. */
const needsFile = ({ path, isFile }: FittingRule, rules: readonly FittingRule[]): boolean => {
  const around = rules.findLast((outer) => path.startsWith(`${outer.path}/`))
  return isFile && (around?.kind === 'hide' || around?.kind === 'instead')
}

/** Hidden folders with mounts inside: to be made read-only once those are mounted. */
export const hidingOthers = (rules: readonly Rule[]): readonly string[] =>
  rules.flatMap(({ kind, path }) =>
    kind === 'hide' && rules.some((inner) => inner.path.startsWith(`${path}/`)) ? [path] : [],
  )

/** The last two fields of a line. */
const rest = ' 0 0'
const asTable = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** What each command mounts for itself. */
export const ownMounts: string = asTable(
  [
    'none /dev/shm tmpfs mode=1777',
    'none /dev/pts devpts newinstance,ptmxmode=0666,mode=620',
    '/dev/pts/ptmx /dev/ptmx none bind',
  ].map((line) => `${line}${rest}`),
)

/** Read-only folders are bound from the current tree, with all mounts in it, before anything covers it. */
const asideFor = (readable: readonly FittingRule[]): readonly string[] =>
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
 * With `/.` a folder that is itself a mount is not treated as already mounted there; with `/./` a file is not.
 * @param read index among the readable folders, or -1
 * @param holds whether others are mounted in it
 * @param works the folders that layers need, by their paths
 */
function mountOf(rule: FittingRule, read: number, holds: boolean, works: ReadonlyMap<string, string>): string {
  const path = inTable(rule.path)
  const seenFrom = (from: string) =>
    rule.isFile ? `${from} ${dotted(path)} none bind` : `${from}/. ${path}/. none rbind,X-mount.mkdir`
  switch (rule.kind) {
    case 'empty':
      return `/sys/.prepared/empty/file ${dotted(path)} none bind`
    case 'keep':
      return readOnlyFile(path)
    case 'mute':
      return `/dev/dev/null ${dotted(path)} none bind`
    case 'hide':
      return `none ${path}/. tmpfs ${holds ? 'rw' : 'ro'},mode=555,size=1m,X-mount.mkdir`
    case 'read':
      return rule.isFile ? readOnlyFile(path) : seenFrom(`${aside}/${read}`)
    case 'instead':
      return seenFrom(`/dev${inTable(rule.from)}`)
    case 'layer': {
      const [upper, work] = [rule.upper, works.get(rule.path) ?? rule.work].map(inTable)
      const folders = `lowerdir=/dev${path},upperdir=/dev${upper},workdir=/dev${work}`
      return `overlay ${path}/. overlay ${folders},${layerOptions},X-mount.mkdir`
    }
    case 'shown':
      return `/dev${inTable(rule.from)}/. ${path}/. none bind,ro,X-mount.mkdir`
    case 'write':
      return seenFrom(`/dev${path}`)
    default:
      return assertNever(rule)
  }
}

/** As a user may mount it; and two places may lay the same folder over another. */
export const layerOptions = 'userxattr,index=off'

const readOnlyFile = (path: string) => `/dev${path} ${dotted(path)} none bind,ro`
const dotted = (path: string) => path.replace(/\/[^/]*$/, '/.$&')

/** In the tree that is unmounted at the end; nothing comes from the outer /proc. */
const aside = '/dev/proc'

/** Escapes a path for fstab(5). */
const inTable = (path: string) =>
  path.replace(/[\s\\#]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`)
