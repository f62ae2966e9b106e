import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { Confined, Rule, Sandbox } from './sandbox.ts'

/**
 * macOS: the system's sandbox, through a program that Apple deprecated and that browsers and package managers still
 * use.
 */
export const seatbelt: Sandbox = {
  name: 'seatbelt',
  cutsNetwork: true,
  layers: () => Promise.resolve(false),
  showsElsewhere: false,
  confine: (place) => {
    const profile = seatbeltProfile(place)
    return Promise.resolve((program, args) => ({
      program: '/usr/bin/sandbox-exec',
      args: ['-p', profile, program, ...args],
      environment: {
        ...place.environment,
        ...noSettings(place),
        ...(place.temporary !== null && { TMPDIR: place.temporary }),
      },
    }))
  },
}

/**
 * The profile in Apple's sandbox language, in which the last matching rule decides. A folder can't be shown at
 * another path: TMPDIR names the command's own temporary folder, and the system's are read-only.
 */
export function seatbeltProfile({ rules, network }: Confined): string {
  return [
    '(version 1)',
    '(allow default)',
    // A program outside would act for it.
    '(deny appleevent-send)',
    '(deny lsopen)',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper")',
    '  (literal "/dev/ptmx") (regex #"^/dev/ttys[0-9]+$") (subpath "/dev/fd"))',
    ...rules.flatMap(linesOf),
    ...(network ? [] : offline),
  ].join('\n')
}

/** A rule for a folder (`subpath`) applies to a file at that path too. */
function linesOf(rule: Rule): string[] {
  const path = quoted(rule.path)
  switch (rule.kind) {
    case 'write':
      // The folder itself can't be moved: it may be a parent of a protected one.
      return [
        `(allow file-read* (subpath ${path}))`,
        `(allow file-write* (subpath ${path}))`,
        `(deny file-write-unlink (literal ${path}))`,
      ]
    case 'layer':
      return []
    case 'instead':
      return [`(allow file-write* (subpath ${quoted(rule.from)}))`]
    case 'shown':
      // It is used where it is. What is at the path instead is nobody's.
      return [
        `(allow file-read* (subpath ${quoted(rule.from)}))`,
        `(deny file-write* (subpath ${quoted(rule.from)}))`,
        `(deny file-write* (subpath ${path}))`,
      ]
    case 'read':
      return [`(allow file-read* (subpath ${path}))`, `(deny file-write* (subpath ${path}))`]
    case 'hide':
      return [`(deny file-read* file-write* (subpath ${path}))`]
    case 'empty':
      return [`(deny file-read-data file-write* (literal ${path}))`]
    case 'keep':
      return [`(allow file-read* (literal ${path}))`, `(deny file-write* (literal ${path}))`]
    case 'mute':
      return [`(deny network-outbound (literal ${path}))`]
    default:
      return assertNever(rule)
  }
}

/** A file can't be shown as empty here, and npm fails on settings that it can't read: it is pointed to other ones. */
const noSettings = ({ rules }: Confined): Readonly<Record<string, string>> =>
  rules.some(({ kind, path }) => kind === 'empty' && path.endsWith('/.npmrc'))
    ? { NPM_CONFIG_USERCONFIG: '/dev/null' }
    : {}

const offline = [
  '(deny network*)',
  '(allow network-bind network-inbound (local ip "localhost:*"))',
  '(allow network-outbound (remote ip "localhost:*"))',
]

/** A string literal of the sandbox language, a Scheme dialect. */
const quoted = (path: string) => `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
