import { assertNever } from '../../src-shared/base/assert-never.ts'
import { type FittingRule, fittingRules } from './fitting-rules.ts'
import type { Confined, Sandbox } from './sandbox.ts'
import { innerShellScript, outerShellScript } from './shell-scripts.ts'

/**
 * Linux: bubblewrap, for systems that let only known programs make user namespaces (Ubuntu 24.04 and newer, by
 * AppArmor).
 * @param bwrap path of that program
 */
export const bubblewrap = (bwrap: string): Sandbox => ({
  name: 'bubblewrap',
  cutsNetwork: true,
  // Versions of today's distributions have no means for it.
  layers: () => Promise.resolve(false),
  showsElsewhere: true,
  confine: (place) =>
    Promise.resolve((program, args) => ({
      program: '/bin/sh',
      args: [
        '-c',
        outerShellScript,
        'sh',
        bwrap,
        ...options(place),
        '--',
        '/bin/sh',
        '-c',
        innerShellScript,
        'sh',
        program,
        ...args,
      ],
      environment: { ...place.environment, ...(place.temporary !== null && { TMPDIR: '/tmp' }) },
      endsByTerm: true,
    })),
})

function options({ rules: asked, network, workspace }: Confined): string[] {
  const rules = fittingRules(asked)
  const user = [String(process.getuid?.() ?? 0), String(process.getgid?.() ?? 0)]
  return [
    ...['--unshare-user', '--unshare-pid', ...(network ? [] : ['--unshare-net'])],
    ...['--uid', user[0] ?? '', '--gid', user[1] ?? '', '--cap-drop', 'ALL', '--die-with-parent'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    // Hides what the kernel lets root write: root of a namespace has the same uid.
    ...['sys', 'bus', 'irq', 'fs', 'sysrq-trigger'].flatMap((name) => [
      '--ro-bind-try',
      `/proc/${name}`,
      `/proc/${name}`,
    ]),
    ...rules.flatMap(mountOf),
    ...rules.flatMap(({ kind, path }) => (kind === 'hide' ? ['--remount-ro', path] : [])),
    ...['--chdir', workspace],
  ]
}

function mountOf(rule: FittingRule): string[] {
  switch (rule.kind) {
    case 'layer':
      return []
    case 'write':
      return ['--bind', rule.path, rule.path]
    case 'instead':
      return ['--bind', rule.from, rule.path]
    case 'shown':
      return ['--ro-bind', rule.from, rule.path]
    case 'read':
    case 'keep':
      return ['--ro-bind', rule.path, rule.path]
    case 'hide':
      return ['--tmpfs', rule.path]
    case 'empty':
      return ['--dev-bind', '/dev/null', rule.path]
    case 'mute':
      return ['--ro-bind', '/dev/null', rule.path]
    default:
      return assertNever(rule)
  }
}
