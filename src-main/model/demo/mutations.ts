/** One small change of a line of code, for mutation-based repair. */
export interface Mutation {
  readonly line: string
  /** A description of the change. */
  readonly words: string
  /** Rank by likelihood of fixing the fault: 0 is the most likely. */
  readonly weight: number
}

interface Operator {
  readonly find: RegExp
  readonly put: (found: string, groups: readonly string[]) => readonly string[]
  readonly weight: number
}

const swap = (find: RegExp, to: string, weight: number): Operator => ({ find, put: () => [to], weight })
const term = String.raw`[\w$]+(?:\.[\w$]+)*(?:\([^()]*\))?`

// Ordered by the frequency of the fault in published mutation studies: boundaries first, whole conditions last.
const operators: readonly Operator[] = [
  swap(/(?<=\s)>(?=\s)/g, '>=', 0),
  swap(/(?<=\s)>=(?=\s)/g, '>', 0),
  swap(/(?<=\s)<(?=\s)/g, '<=', 0),
  swap(/(?<=\s)<=(?=\s)/g, '<', 0),
  swap(/(?<=\s)\+(?=\s)/g, '-', 1.5),
  swap(/(?<=\s)-(?=\s)/g, '+', 1.5),
  swap(/(?<=\s)\*(?=\s)/g, '/', 2),
  swap(/(?<=\s)\/(?=\s)/g, '*', 2),
  swap(/\bMath\.max\b/g, 'Math.min', 1.5),
  swap(/\bMath\.min\b/g, 'Math.max', 1.5),
  swap(/\.every\b/g, '.some', 1.5),
  swap(/\.some\b/g, '.every', 1.5),
  swap(/&&/g, '||', 2),
  swap(/\|\|/g, '&&', 2),
  swap(/===/g, '!==', 2.5),
  swap(/!==/g, '===', 2.5),
  swap(/\+=/g, '-=', 2),
  swap(/-=/g, '+=', 2),
  swap(/(?<![=!<>+\-*/])=(?=\s)(?!=)(?<=\w\s=)/g, '+=', 3),
  swap(/\bMath\.floor\b/g, 'Math.round', 2),
  swap(/\bMath\.round\b/g, 'Math.floor', 2.5),
  swap(/\bMath\.ceil\b/g, 'Math.floor', 2),
  swap(/\bMath\.floor\b/g, 'Math.ceil', 2),
  swap(/\.padEnd\b/g, '.padStart', 2),
  swap(/\.padStart\b/g, '.padEnd', 2.5),
  swap(/\btrue\b/g, 'false', 2),
  swap(/\bfalse\b/g, 'true', 2),
  swap(/!(?=[\w(])/g, '', 2),
  { find: /(?<![\w.])\d+(?![\w.])/g, put: (found) => besideNumber(Number(found)), weight: 2 },
  { find: /(?<![\w.])\d*\.\d+(?![\w.])/g, put: (found) => besideFraction(found), weight: 2.5 },
  {
    find: new RegExp(`(${term}) ([-/]) (${term})`, 'g'),
    put: (_found, [first, sign, second]) => [`${second} ${sign} ${first}`],
    weight: 1.5,
  },
  {
    find: /(?<![\w.])([\w$]+)\((\w+), (\w+)\)/g,
    put: (_found, [name, first, second]) => [`${name}(${second}, ${first})`],
    weight: 2.5,
  },
  { find: /(?<=\bif \().+(?=\) ?\{?$)/g, put: (found) => [`!(${found})`], weight: 3 },
]

function besideNumber(value: number): string[] {
  const near = [value + 1, value - 1].filter((each) => each >= 0)
  return (value > 9 ? [...near, value * 10, value / 10].filter(Number.isInteger) : near).map(String)
}

function besideFraction(text: string): string[] {
  const value = Number(text)
  return [value * 10, value / 10, 1 - value].map((each) => String(Number(each.toPrecision(6))))
}

/** Every small change of a line, the most likely first. Quoted text and comments stay unchanged. */
export function mutationsOf(line: string): Mutation[] {
  const masked = maskText(line)
  const found = operators.flatMap((operator) => applied(operator, line, masked))
  const seen = new Set<string>([line])
  return found
    .filter((each) => (seen.has(each.line) ? false : seen.add(each.line)))
    .sort((first, second) => first.weight - second.weight)
}

function applied(operator: Operator, line: string, masked: string): Mutation[] {
  return Array.from(masked.matchAll(operator.find)).flatMap((match) => {
    const from = match.index
    const found = line.slice(from, from + match[0].length)
    if (found !== match[0]) return [] // contains quoted text
    return operator.put(found, match.slice(1)).map((put) => ({
      line: line.slice(0, from) + put + line.slice(from + found.length),
      words: put === '' ? `\`${found}\` may be wrong there` : `\`${found}\` should perhaps be \`${put}\``,
      weight: operator.weight,
    }))
  })
}

/** The line with quoted text, comments and regular expressions blanked out, its length unchanged. */
export function maskText(line: string): string {
  const blot = (found: string): string => '\u0000'.repeat(found.length)
  if (/^\s*(\*|\/\*|\/\/|import\b|export \{)/.test(line)) return blot(line)
  return line
    .replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, blot)
    .replace(/(?<=[=(,]\s*)\/(?![/*\s])(?:[^/\\]|\\.)+\/[a-z]*/g, blot)
    .replace(/\/\/.*$|\/\*.*?\*\//g, blot)
}
