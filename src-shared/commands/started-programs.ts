import { findStarts, joined, parallelStarts, xargsStarts } from './batch-programs.ts'
import { knownText, type Word } from './posix/tree.ts'

/** What a program starts in its turn. */
export type Started =
  | { readonly kind: 'words'; readonly words: readonly Word[] }
  /** Text for a shell. */
  | { readonly kind: 'shell'; readonly text: Word; readonly shell: 'posix' | 'cmd' | 'powershell' }
  | { readonly kind: 'unreadable'; readonly why: string }

type Starts = (args: readonly Word[]) => readonly Started[]

interface Wrapper {
  /** The options that take the next word as their value. */
  readonly valued?: string
  /** `NAME=value` may stand before the program. */
  readonly assigns?: true
  /** Words of its own before the program. */
  readonly own?: number
}

/** Programs that only start another one, whose words are the rest of theirs. */
const wrappers: { readonly [name: string]: Wrapper | undefined } = {
  env: { valued: '-u --unset -C --chdir -a --argv0', assigns: true },
  timeout: { valued: '-k --kill-after -s --signal', own: 1 },
  gtimeout: { valued: '-k --kill-after -s --signal', own: 1 },
  nice: { valued: '-n --adjustment' },
  nohup: {},
  setsid: {},
  time: { valued: '-f --format -o --output' },
  gtime: { valued: '-f --format -o --output' },
  command: {},
  builtin: {},
  exec: { valued: '-a' },
  sudo: {
    valued:
      '-u --user -g --group -h --host -p --prompt -C --close-from -D --chdir -R --chroot -T --command-timeout -U --other-user -r --role -t --type',
    assigns: true,
  },
  doas: { valued: '-u -C' },
  stdbuf: { valued: '-i --input -o --output -e --error' },
  ionice: { valued: '-c --class -n --classdata' },
  chrt: { valued: '-T -P -D', own: 1 },
  taskset: { own: 1 },
  prlimit: {},
  setarch: {},
  linux64: {},
  linux32: {},
  unbuffer: {},
  caffeinate: { valued: '-t -w' },
  chroot: { own: 1 },
  unshare: { valued: '-R --root -w --wd -S --setuid -G --setgid' },
  nsenter: { valued: '-t --target -S --setuid -G --setgid' },
  strace: { valued: '-e -o -p -s -u -P -E -I -O -S -a -b -X --trace --output' },
  ltrace: { valued: '-e -o -p -s -u -l -n -a -x' },
  valgrind: {},
  'systemd-run': { valued: '-u --unit -p --property -E --setenv -M --machine -H --host --slice --description' },
  'systemd-inhibit': { valued: '--what --who --why --mode' },
  'dbus-run-session': {},
  'xvfb-run': {
    valued: '-n --server-num -s --server-args -e --error-file -f --auth-file -p --xauth-protocol -w --wait',
  },
  fakeroot: { valued: '-l -f -i -s -b' },
  proxychains: { valued: '-f' },
  proxychains4: { valued: '-f' },
  torsocks: {},
  tsocks: {},
  winpty: {},
  rlwrap: {},
  firejail: {},
  busybox: {},
  toybox: {},
  'cross-env': { assigns: true },
  'cross-env-shell': { assigns: true },
}

/** Those that do so after a word of their own: `uv run …`. */
const runners: { readonly [name: string]: { readonly word: string; readonly valued?: string } | undefined } = {
  uv: { word: 'run', valued: '-p --python --with --env-file --extra --group --project --directory --package' },
  poetry: { word: 'run', valued: '-C --directory -P --project' },
  pipenv: { word: 'run' },
  pdm: { word: 'run', valued: '-p --project' },
  rye: { word: 'run' },
  hatch: { word: 'run', valued: '-e --env' },
  bundle: { word: 'exec' },
  mise: { word: 'exec', valued: '-C --cd' },
  direnv: { word: 'exec' },
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'yash', 'fish', 'rbash', 'hush'])

/** What a program starts with these words; empty: nothing that is known. */
export function startedBy(name: string, args: readonly Word[], input: Word | 'unknown' | null): readonly Started[] {
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
  if (wrapper !== undefined) return wrapped(name, wrapper, args)
  if (shells.has(name)) return shellStarts(args, input)
  const starts = Object.hasOwn(others, name) ? others[name] : undefined
  if (starts !== undefined) return starts(args)
  const runner = Object.hasOwn(runners, name) ? runners[name] : undefined
  const at = runner === undefined ? -1 : args.findIndex((word) => knownText(word) === runner.word)
  if (runner === undefined || at === -1) return []
  const rest = afterOptions(args.slice(at + 1), { valued: runner.valued ?? '' })
  return words(name === 'direnv' ? rest.slice(1) : rest)
}

const words = (rest: readonly Word[]): readonly Started[] => (rest.length === 0 ? [] : [{ kind: 'words', words: rest }])
const shellText = (text: Word | undefined, shell: 'posix' | 'cmd' | 'powershell' = 'posix'): readonly Started[] =>
  text === undefined ? [] : [{ kind: 'shell', text, shell }]

function wrapped(name: string, wrapper: Wrapper, args: readonly Word[]): readonly Started[] {
  // `command -v git` only looks for it.
  if (name === 'command' && /^-[a-zA-Z]*[vV]/.test(textOf(args[0]))) return []
  const split = name === 'env' ? splitString(args) : null
  if (split !== null) return split
  return words(afterOptions(args, wrapper))
}

/** `env -S 'git push'`, which takes its words from a text. */
function splitString(args: readonly Word[]): readonly Started[] | null {
  const at = args.findIndex((word) => /^(-[a-zA-Z0-9]*S|--split-string)/.test(textOf(word)))
  const option = args[at]
  if (option === undefined || args.slice(0, at).some((word) => !textOf(word).startsWith('-'))) return null
  const given = textOf(option).replace(/^(-[a-zA-Z0-9]*?S|--split-string=?)/, '')
  const text = given === '' ? args.slice(at + 1) : [{ ...option, raw: given, pieces: [given] }, ...args.slice(at + 1)]
  return shellText(joined(text))
}

const textOf = (word: Word | undefined): string => (word === undefined ? '' : (knownText(word) ?? ''))

/** The words after a program's options and its own words. */
export function afterOptions(args: readonly Word[], { valued = '', assigns, own = 0 }: Wrapper): readonly Word[] {
  const takes = valued.split(' ')
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at]
    const text = word === undefined ? null : knownText(word)
    if (text === '--') {
      at += 1
      break
    }
    if (text === null) break
    if (assigns === true && /^\w+=/.test(text)) continue
    if (!/^[-+]./.test(text) && !(text === '-' && assigns === true)) break
    if (takesNext(text, takes)) at += 1
  }
  let rest = args.slice(at + own)
  while (assigns === true && /^\w+=/.test(rest[0]?.raw ?? '')) rest = rest.slice(1)
  return rest
}

/** Long names may be cut; of joined letters the last one takes the next word, unless its value is joined too. */
function takesNext(option: string, takes: readonly string[]): boolean {
  if (option.startsWith('--')) return !option.includes('=') && takes.some((each) => each.startsWith(option))
  const letters = Array.from(option.slice(1))
  const first = letters.findIndex((letter) => takes.includes(`-${letter}`))
  return first !== -1 && first === letters.length - 1
}

/** `bash -lc TEXT`, a script, or its input. */
function shellStarts(args: readonly Word[], input: Word | 'unknown' | null): readonly Started[] {
  let at = 0
  let isText = false
  for (; at < args.length; at++) {
    const text = textOf(args[at])
    if (!/^[-+]./.test(text) || text === '--') break
    if (/^-[a-zA-Z]*c/.test(text) || text === '--command') isText = true
    if (/^[-+][a-zA-Z]*[oO]$/.test(text) || text === '--rcfile' || text === '--init-file') at += 1
    if (/^-[a-zA-Z]*s/.test(text) && !text.includes('c')) return inputStarts(input)
  }
  if (textOf(args[at]) === '--') at += 1
  const first = args[at]
  if (isText) return shellText(first)
  if (first === undefined || textOf(first) === '-' || textOf(first) === '/dev/stdin') return inputStarts(input)
  if (first.scripts.length > 0) return [{ kind: 'unreadable', why: 'a shell runs what another command prints' }]
  return []
}

const inputStarts = (input: Word | 'unknown' | null): readonly Started[] => {
  if (input === 'unknown') return [{ kind: 'unreadable', why: 'a shell runs what it is handed' }]
  return input === null ? [] : shellText(input)
}

const fromOption = (args: readonly Word[], option: RegExp): Word | undefined => {
  const at = args.findIndex((word) => option.test(textOf(word)))
  return at === -1 ? undefined : args[at + 1]
}

const source: Starts = (args) =>
  (args[0]?.scripts.length ?? 0) > 0 ? [{ kind: 'unreadable', why: 'a shell runs what another command prints' }] : []
const powershell: Starts = (args) => {
  const at = args.findIndex((word) => /^[-/](c|command)$/i.test(textOf(word)))
  if (args.some((word) => /^[-/]e(c|nc|ncodedcommand)$/i.test(textOf(word))))
    return [{ kind: 'unreadable', why: 'the text for PowerShell is encoded' }]
  const isFile = args.some((word) => /^[-/]f(ile)?$/i.test(textOf(word)))
  const rest = at === -1 ? (isFile ? [] : args.filter((word) => !/^[-/]/.test(textOf(word)))) : args.slice(at + 1)
  return rest.length === 0 ? [] : shellText(joined(rest), 'powershell')
}
const byOption =
  (option: RegExp): Starts =>
  (args) =>
    shellText(fromOption(args, option))
const eachAsText: Starts = (args) =>
  afterOptions(args, { valued: '-w -r -m -M -n -p -P -s -u --warmup --runs --prepare --setup --cleanup' }).flatMap(
    (each) => shellText(each),
  )

const others: { readonly [name: string]: Starts | undefined } = {
  eval: (args) => (args.length === 0 ? [] : shellText(joined(args))),
  trap: (args) => shellText(afterOptions(args, {})[0]),
  // A shell other than bash runs aliases.
  alias: (args) =>
    args.flatMap((word) => {
      const value = (knownText(word) ?? '').replace(/^[^=]*=?/, '')
      return value === '' ? [] : shellText({ ...word, pieces: [value] })
    }),
  source,
  '.': source,
  su: byOption(/^(-c|--command)$/),
  runuser: (args) => {
    const text = byOption(/^(-c|--command)$/)(args)
    return text.length > 0 ? text : words(afterOptions(args, { valued: '-u --user -g --group' }))
  },
  script: byOption(/^(-[a-z]*c|--command)$/),
  watch: (args) => {
    const rest = afterOptions(args, { valued: '-n --interval -q --equexit' })
    return rest.length === 0 ? [] : shellText(joined(rest))
  },
  flock: (args) => {
    const rest = afterOptions(args, { valued: '-w --timeout --wait -E --conflict-exit-code', own: 1 })
    return /^(-c|--command)$/.test(textOf(rest[0])) ? shellText(rest[1]) : words(rest)
  },
  hyperfine: eachAsText,
  xargs: xargsStarts,
  parallel: parallelStarts,
  find: findStarts,
  gfind: findStarts,
  fd: (args) => {
    const at = args.findIndex((word) => /^(-x|-X|--exec|--exec-batch)$/.test(textOf(word)))
    return at === -1 ? [] : words([...args.slice(at + 1), { raw: '{}', pieces: [null], scripts: [] }])
  },
  pwsh: powershell,
  powershell,
  cmd: (args) => {
    const at = args.findIndex((word) => /^\/{1,2}[ckr]$/i.test(textOf(word)))
    return at === -1 ? [] : shellText(joined(args.slice(at + 1)), 'cmd')
  },
}
