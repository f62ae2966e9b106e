import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { canLayer } from './can-layer.ts'
import { type FittingRule, fittingRules } from './fitting-rules.ts'
import { commandScript, prepareScript } from './namespaces-script.ts'
import { hidingOthers, mountsOf, ownMounts } from './namespaces-table.ts'
import { preparedPlaces } from './prepared-places.ts'
import type { Confined, Sandbox } from './sandbox.ts'
import { outerShellScript } from './shell-scripts.ts'

/** Where the programs of util-linux are. */
export interface UtilLinux {
  readonly unshare: string
  /** Null: each command prepares its own place, which takes some 30 ms. */
  readonly nsenter: string | null
}

/**
 * Linux: `unshare`, `mount` and, to be quick, `nsenter` of util-linux 2.36 or newer, which nearly every distribution
 * has. Works for root, for ordinary users if the system allows them user namespaces, and inside such a namespace.
 * @param cutsNetwork whether the loopback interface of a separate network namespace can be brought up here
 */
export function namespaces({ unshare, nsenter }: UtilLinux, cutsNetwork: boolean): Sandbox {
  const places = preparedPlaces()
  return {
    name: 'namespaces',
    cutsNetwork,
    layers: (home) => canLayer(unshare, home),
    showsElsewhere: true,
    async confine(place) {
      const prepare = (name: string, after: readonly string[]) => [unshare, ...preparing(place, name), ...after]
      const held = nsenter === null ? null : await places.of(place, prepare)
      return (program, args) => {
        const entrance = held?.entrance() ?? null
        const start = [unshare, ...startIn(place, entrance?.name ?? atOnce, unshare), program, ...args]
        const enter =
          entrance === null || nsenter === null
            ? prepare(atOnce, start)
            : [
                nsenter,
                '--preserve-credentials',
                `--user=${entrance.user}`,
                `--mount=${entrance.mount}`,
                '--',
                ...start,
              ]
        return {
          program: '/bin/sh',
          args: ['-c', `trap : TERM\n${outerShellScript}`, 'sh', ...enter],
          environment: { ...place.environment, ...(place.temporary !== null && { TMPDIR: '/tmp' }) },
        }
      }
    },
  }
}

/** A folder of its own for each mounted layer: two mounts that share one disturb each other. */
function workFolders(rules: readonly FittingRule[]): ReadonlyMap<string, string> {
  const layers = rules.flatMap((rule) => (rule.kind === 'layer' ? [rule] : []))
  const name = randomUUID()
  return new Map(layers.map(({ path, work }, at) => [path, makeWork(join(work, name, String(at)))]))
}

function makeWork(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The name of a place that is used for only one command. */
const atOnce = 'own'

/** Arguments with which `unshare` creates the namespaces of a place and continues in them. */
const preparing = (place: Confined, name: string): readonly string[] => {
  const rules = fittingRules(place.rules)
  const hiding = hidingOthers(rules)
  return [
    ...['--user', '--map-root-user', '--mount', '--', '/bin/sh', '-c', prepareScript, 'sh'],
    ...[mountsOf(rules, workFolders(rules)), ownMounts, user()[0], name, String(hiding.length), ...hiding],
  ]
}

/** Arguments with which `unshare` starts a command there. */
const startIn = ({ network, workspace }: Confined, name: string, unshare: string): readonly string[] => [
  ...['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...(network ? [] : ['--net']), '--'],
  ...['/bin/sh', '-c', commandScript, 'sh', name, network ? 'net' : 'no-net', ...user(), unshare, workspace],
]

const user = (): [string, string] => [String(process.getuid?.() ?? 0), String(process.getgid?.() ?? 0)]
