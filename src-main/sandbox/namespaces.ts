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
  const mounts = [...devices, ...rules.map(mountOf)].map((line) => `${line} 0 0\n`).join('')
  const readOnly = rules.filter(({ kind }) => kind === 'read').map(({ path }) => path)
  const user = [String(process.getuid?.() ?? 0), String(process.getgid?.() ?? 0)]
  return [mounts, network ? 'net' : 'no-net', ...user, workspace, String(readOnly.length), ...readOnly]
}

/** Nothing that reaches a disk or another terminal. While the mounts are made, /dev holds the whole tree, and /sys the new /dev. */
const devices: readonly string[] = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/dev/${name} /sys/${name} none bind`),
  'none /sys/shm tmpfs mode=1777,X-mount.mkdir',
  'none /sys/pts devpts newinstance,ptmxmode=0666,mode=620,X-mount.mkdir',
  '/sys/pts/ptmx /sys/ptmx none bind',
]

/** With `/.` a folder that is a mount by itself isn't taken for one that is mounted there already. */
function mountOf(rule: Rule): string {
  const path = inTable(rule.path)
  if (rule.kind === 'mute') return `/dev/dev/null ${path} none bind`
  if (rule.kind === 'hide') return `none ${path}/. tmpfs mode=555,size=1m,X-mount.mkdir`
  return `/dev${rule.kind === 'instead' ? inTable(rule.from) : path} ${path}/. none rbind,X-mount.mkdir`
}

/** As fstab(5) writes a path. */
const inTable = (path: string) =>
  path.replace(/[\s\\#]/g, (each) => `\\${each.charCodeAt(0).toString(8).padStart(3, '0')}`)
