import type { Confined, Rule, Sandbox } from './sandbox.ts'

/** macOS: its own sandbox, through a program that Apple calls deprecated and that browsers and package managers still use. */
export const seatbelt: Sandbox = {
  name: 'seatbelt',
  cutsNetwork: true,
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
 * The profile in Apple's sandbox language, where the last rule that fits decides. There a folder can't be seen under
 * another path: a temporary folder of its own is named by TMPDIR, and the system's are read-only.
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

function linesOf(rule: Rule): string[] {
  const path = quoted(rule.path)
  switch (rule.kind) {
    case 'write':
      // The folder itself stays where it is: it may be a part of the way to a protected one.
      return [
        `(allow file-read* (subpath ${path}))`,
        `(allow file-write* (subpath ${path}))`,
        `(deny file-write-unlink (literal ${path}))`,
      ]
    case 'instead':
      return [`(allow file-write* (subpath ${quoted(rule.from)}))`]
    case 'read':
      return [`(allow file-read* (subpath ${path}))`, `(deny file-write* (subpath ${path}))`]
    case 'hide':
      return [`(deny file-read* file-write* (subpath ${path}))`]
    case 'empty':
      return [`(deny file-read-data file-write* (literal ${path}))`]
    case 'keep':
      return [`(deny file-write* (literal ${path}))`]
    case 'mute':
      return [`(deny network-outbound (literal ${path}))`]
  }
}

/** A file can't be seen as empty here, and npm gives up on settings that it may not read: it is told of others. */
const noSettings = ({ rules }: Confined): Readonly<Record<string, string>> =>
  rules.some(({ kind, path }) => kind === 'empty' && path.endsWith('/.npmrc'))
    ? { NPM_CONFIG_USERCONFIG: '/dev/null' }
    : {}

const offline = [
  '(deny network*)',
  '(allow network-bind network-inbound (local ip "localhost:*"))',
  '(allow network-outbound (remote ip "localhost:*"))',
]

/** A string of the sandbox language, which is a Scheme. */
const quoted = (path: string) => `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
