import { plainText } from '../base/plain-text.ts'

/** Maximum number of lines that are read, from the end: output of so many characters has far fewer. */
const maxLines = 100_000

/** What a command printed, ready to be read. */
export interface OutputLines {
  readonly lines: readonly string[]
  /** The beginning was too much and is missing. */
  readonly isCut: boolean
}

/**
 * The lines of the output without what controls a terminal.
 * @param maxLength number of characters that are read, from the end, where runners print their summary
 */
export function outputLines(output: string, maxLength: number): OutputLines {
  const lines = plainText(output.slice(-maxLength)).split('\n')
  return { lines: lines.slice(-maxLines), isCut: output.length > maxLength || lines.length > maxLines }
}

/**
 * The output of each package if a program ran the tests of several and put a name before each line, maybe mixed.
 * `isSure`: the program says itself what it runs and under which name.
 */
interface Prefix {
  readonly isSure: boolean
  /** Of a line that announces a package: its name. */
  readonly begins?: RegExp
  /** Of any line: the name, and what the package printed. */
  readonly line: RegExp
}

/** Source: output of pnpm 9, turbo 2, yarn 4 (`workspaces foreach`), lerna 8, concurrently 9, docker compose 2. */
const prefixes: readonly Prefix[] = [
  { isSure: true, begins: /^(\S+ [\w:.-]+)\$ /, line: /^(\S+ [\w:.-]+): ?(.*)$/ },
  { isSure: true, begins: /^(\S+:[\w-]+): cache (?:hit|miss|bypass)/, line: /^(\S+:[\w-]+): ?(.*)$/ },
  // pnpm to a terminal.
  { isSure: false, line: /^(│) ?(.*)$/ },
  { isSure: false, line: /^\[([^\]\s]+)\]:? (.*)$/ },
  { isSure: false, line: /^([\w@][\w@/.-]*) +\| ?(.*)$/ },
  { isSure: false, line: /^([\w@][\w@/.:-]*): (.*)$/ },
  // The log of a GitHub workflow: the same clock before every line.
  { isSure: false, line: /^(\d{4}-\d\d-\d\dT)[\d:.]+Z (.*)$/ },
]

/** Maximum number of packages that are told apart. */
const maxStreams = 500

/**
 * The output of each package, if a program that runs several says which line is whose; null if it does not.
 * @param how `sure`: only if it is certain; `maybe`: also lines that only look like it
 */
export function streamsOf(lines: readonly string[], how: 'sure' | 'maybe'): (readonly string[])[] | null {
  for (const prefix of prefixes) {
    if (prefix.isSure !== (how === 'sure')) continue
    const streams = streamsBy(lines, prefix)
    if (streams !== null) return streams
  }
  return null
}

function streamsBy(lines: readonly string[], { begins, line }: Prefix): (readonly string[])[] | null {
  const announced =
    begins === undefined ? null : new Set(lines.flatMap((each) => begins.exec(each)?.[1]?.slice(0, 200) ?? []))
  if (announced?.size === 0) return null
  const streams = new Map<string, string[]>([['', []]])
  for (const each of lines) {
    const match = line.exec(each)
    const name = match?.[1] ?? ''
    const isOwn =
      name !== '' && (announced === null ? streams.size < maxStreams || streams.has(name) : announced.has(name))
    const stream = streams.get(isOwn ? name : '') ?? []
    stream.push(isOwn ? (match?.[2] ?? '') : each)
    streams.set(isOwn ? name : '', stream)
  }
  return streams.size < 2 ? null : [...streams.values()]
}
