import { namespacesScript } from './namespaces-script.ts'
import type { Confined, Rule, Sandbox } from './sandbox.ts'

/**
 * Linux: `unshare` and `mount` of util-linux 2.36 or newer, which nearly every distribution has. Works for root, for a
 * plain user where the system lets one make user namespaces, and within such a namespace.
 * @param unshare where that program is
 * @param cutsNetwork whether something here can start the loopback of a network of its own
 */
export const namespaces = (unshare: string, cutsNetwork: boolean): Sandbox => ({
  name: 'namespaces',
  cutsNetwork,
  confine: (place) => (program, args) => ({
    program: unshare,
    args: [
      ...['--user', '--map-root-user', '--mount', ...(place.network ? [] : ['--net']), '--'],
      ...['/bin/sh', '-c', namespacesScript, 'sh', ...scriptArguments(place), program, ...args],
    ],
    environment: place.temporary === null ? {} : { TMPDIR: '/tmp' },
  }),
})

function scriptArguments({ rules, network, workspace }: Confined): string[] {
  const readable = rules.filter(({ kind }) => kind === 'read')
  const mounts = [...devices, ...asideFor(readable), ...rules.map((rule) => mountOf(rule, readable.indexOf(rule)))]
  const user = [String(process.getuid?.() ?? 0), String(process.getgid?.() ?? 0)]
  return [mounts.map((line) => `${line} 0 0\n`).join(''), network ? 'net' : 'no-net', ...user, workspace]
}

/** What is to be read only is taken from the tree that is, with all that is mounted in it, before anything covers that. */
const asideFor = (readable: readonly Rule[]): readonly string[] =>
  readable.length === 0
    ? []
    : [
        `none ${aside} tmpfs mode=755,size=1m`,
        ...readable.map(({ path }, index) => `${inTable(path)}/. ${aside}/${index}/. none rbind,X-mount.mkdir`),
      ]

/** Nothing that reaches a disk or another terminal. While the mounts are made, /dev holds the whole tree, and /sys the new /dev. */
const devices: readonly string[] = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/dev/${name} /sys/${name} none bind`),
  'none /sys/shm tmpfs mode=1777,X-mount.mkdir',
  'none /sys/pts devpts newinstance,ptmxmode=0666,mode=620,X-mount.mkdir',
  '/sys/pts/ptmx /sys/ptmx none bind',
]

/**
 * With `/.` a folder that is a mount by itself isn't taken for one that is mounted there already.
 * @param read which of the readable ones it is, or -1
 */
function mountOf(rule: Rule, read: number): string {
  const path = inTable(rule.path)
  const seenFrom = (from: string) => `${from}/. ${path}/. none rbind,X-mount.mkdir`
  switch (rule.kind) {
    case 'mute':
      return `/dev/dev/null ${path} none bind`
    case 'hide':
      return `none ${path}/. tmpfs mode=555,size=1m,X-mount.mkdir`
    case 'read':
      return seenFrom(`${aside}/${read}`)
    case 'instead':
      return seenFrom(`/dev${inTable(rule.from)}`)
    case 'write':
      return seenFrom(`/dev${path}`)
  }
}

/** In what is let go of at the end; nothing is taken from the proc of outside. */
const aside = '/dev/proc'

/** As fstab(5) writes a path. */
const inTable = (path: string) =>
  path.replace(/[\s\\#]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`)
