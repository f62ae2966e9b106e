/**
 * Globs over project-relative paths with forward slashes: `*`, `?`, `[a-z]`, `{a,b}` and `**` for any
 * number of folders. A glob without a slash is matched against the file name at any depth, as in
 * `.gitignore`; one that ends in `/` matches everything below. Brackets also match themselves, as in a folder `[slug]`,
 * and the Unicode forms of a letter are the same.
 *
 * Not compiled to regular expressions: matching must stay in O(length of glob x length of path), whoever wrote the glob,
 * and with braces too (T79).
 */
export function matchesGlob(glob: string, path: string, ignoreCase = false): boolean {
  const names = comparable(path, ignoreCase).split('/')
  return compiled(comparable(glob, ignoreCase)).some((each) => matchesParts(each, names))
}

/** Whether a glob matches a path or a folder that it is in: `migrations` covers what is in that folder, as in `.gitignore`. */
export function coversPath(glob: string, path: string, ignoreCase = false): boolean {
  if (matchesGlob(glob, path, ignoreCase)) return true
  // `src/*` is about what is directly in it.
  if (/(^|\/)\*+$/.test(glob)) return false
  const names = path.split('/')
  return names.some((_, at) => at > 0 && matchesGlob(glob, names.slice(0, at).join('/'), ignoreCase))
}

/** Whether a glob that names its folders could match something in this one. */
export function reachesInto(glob: string, folder: string, ignoreCase = false): boolean {
  const names = comparable(folder, ignoreCase).split('/')
  return compiled(comparable(glob, ignoreCase)).some((parts) => {
    const first = parts.slice(0, names.length)
    return parts.length > names.length && !first.includes('**') && matchesParts(first, names)
  })
}

const comparable = (text: string, ignoreCase: boolean): string =>
  (ignoreCase ? text.toLowerCase() : text).normalize('NFC')

/** A part of a glob between slashes. */
type Part = '**' | NamePart
interface NamePart {
  readonly marks: readonly Mark[]
  /** As written, and its groups in brackets. */
  readonly text: string
  readonly groups: readonly string[]
}

/** One glob is compared with very many paths. */
const known = new Map<string, readonly (readonly Part[])[]>()
const maxKnown = 200

function compiled(glob: string): readonly (readonly Part[])[] {
  const found = known.get(glob)
  if (found !== undefined) return found
  if (known.size >= maxKnown) known.clear()
  const parts = alternatives(glob).map(partsOf)
  known.set(glob, parts)
  return parts
}

function partsOf(glob: string): Part[] {
  const trimmed = glob.replace(/^(\.?\/)+/, '')
  const anchored = glob.startsWith('/') || trimmed.replace(/\/$/, '').includes('/')
  const whole = trimmed.endsWith('/') ? `${trimmed}**` : trimmed
  const parts = (anchored ? whole : `**/${whole}`).split('/')
  // Several in a row match what one matches.
  return parts
    .filter((part, at) => part !== '**' || parts[at + 1] !== '**')
    .map((part) =>
      part === '**' ? part : { marks: markList(part), text: part, groups: part.match(/\[[^\]]+\]/g) ?? [] },
    )
}

/** Row by row: `reached[j]` says whether the globs so far match the first j names. */
function matchesParts(globs: readonly Part[], names: readonly string[]): boolean {
  let reached = [true, ...names.map(() => false)]
  for (const [at, glob] of globs.entries()) {
    const next = reached.map(() => false)
    // A final `**` matches what is in the folder, not the folder itself.
    const least = at === globs.length - 1 && at > 0 ? 1 : 0
    for (let j = 0; j <= names.length; j++) {
      if (glob === '**')
        next[j] = (least === 0 && reached[j] === true) || (j > 0 && (next[j - 1] || reached[j - 1]) === true)
      else if (j > 0) next[j] = reached[j - 1] === true && matchesNamed(glob, names[j - 1] ?? '')
    }
    if (!next.includes(true)) return false
    reached = next
  }
  return reached[names.length] === true
}

/** A group in brackets that the name has itself is meant so, or else is a class of letters. */
function matchesNamed({ marks, text, groups }: NamePart, name: string): boolean {
  if (matchesName(marks, name)) return true
  const own = new Set(groups.filter((each) => name.includes(each)))
  if (own.size === 0) return false
  const literal = text.replace(/\[[^\]]+\]/g, (group) => (own.has(group) ? group.replaceAll('[', '\\[') : group))
  return matchesName(markList(literal), name)
}

/** Two positions, and backtracking only to the last `*`; a name with many stars may cost so many steps, then goes on by rows. */
function matchesName(marks: readonly Mark[], name: string): boolean {
  const letters = Array.from(name)
  let mark = 0
  let letter = 0
  let star = -1
  let resume = 0
  for (let steps = 0; letter < letters.length; steps++) {
    if (steps > manySteps * (letters.length + 1)) return matchesByRows(marks, letters)
    const current = marks[mark]
    if (current === '*') {
      star = mark++
      resume = letter
    } else if (current?.(letters[letter] ?? '')) {
      mark++
      letter++
    } else if (star >= 0) {
      mark = star + 1
      letter = ++resume
    } else return false
  }
  return marks.slice(mark).every((each) => each === '*')
}

/** Steps for each letter of a name that backtracking may take. */
const manySteps = 8

/** All positions in the glob at once, as bits: letter by letter, so that nothing is tried twice. */
function matchesByRows(marks: readonly Mark[], letters: readonly string[]): boolean {
  const stars = bitsOf(marks, (mark) => mark === '*')
  const masks = new Map<string, bigint>()
  // A star matches nothing, too: two never stand beside each other, so that one step is enough.
  const pastStars = (at: bigint) => at | ((at & stars) << 1n)
  let at = pastStars(1n)
  for (const letter of letters) {
    const mask = masks.get(letter) ?? bitsOf(marks, (mark) => mark !== '*' && mark(letter))
    masks.set(letter, mask)
    at = pastStars(((at & mask) << 1n) | (at & stars))
    if (at === 0n) return false
  }
  return (at & (1n << BigInt(marks.length))) !== 0n
}

const bitsOf = (marks: readonly Mark[], holds: (mark: Mark) => boolean): bigint =>
  BigInt(
    `0b${
      marks
        .map((mark) => (holds(mark) ? '1' : '0'))
        .reverse()
        .join('') || '0'
    }`,
  )

type Mark = '*' | ((letter: string) => boolean)

function markList(glob: string): Mark[] {
  const marks: Mark[] = []
  const letters = Array.from(glob)
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i] ?? ''
    const close = letter === '[' ? letters.indexOf(']', i + 2) : -1
    if (letter === '*') {
      if (marks.at(-1) !== '*') marks.push('*')
    } else if (letter === '?') marks.push(() => true)
    else if (close > 0) {
      marks.push(letterClass(letters.slice(i + 1, close)))
      i = close
    } else if (letter === '\\' && i + 1 < letters.length) {
      const literal = letters[++i]
      marks.push((other) => other === literal)
    } else marks.push((other) => other === letter)
  }
  return marks
}

function letterClass(inner: readonly string[]): (letter: string) => boolean {
  const negated = inner[0] === '!' || inner[0] === '^'
  const rest = negated ? inner.slice(1) : inner
  return (letter) => {
    for (let i = 0; i < rest.length; i++) {
      const from = rest[i] ?? ''
      const isRange = rest[i + 1] === '-' && i + 2 < rest.length
      const to = isRange ? (rest[i + 2] ?? '') : from
      if (letter >= from && letter <= to) return !negated
      if (isRange) i += 2
    }
    return negated
  }
}

/** Characters of all alternatives of a glob. */
const maxExpanded = 10_000

/** Expands braces, at most 100 of them, and not to more than can be compared with many paths; the rest is taken literally. */
function alternatives(glob: string): string[] {
  let found = [glob]
  for (let round = 0; round < 10; round++) {
    const next = found.flatMap(openFirstBrace)
    const size = next.reduce((sum, each) => sum + each.length, 0)
    if (next.length > 100 || size > maxExpanded || next.length === found.length) return found
    found = next
  }
  return found
}

/** The first innermost brace that contains a comma; an escaped one is not a brace. */
function openFirstBrace(glob: string): string[] {
  let cuts: number[] = []
  for (let at = 0; at < glob.length; at++) {
    const letter = glob.charAt(at)
    if (letter === '\\') at += 1
    else if (letter === '{') cuts = [at]
    else if (letter === ',' && cuts.length > 0) cuts.push(at)
    else if (letter === '}' && cuts.length > 1) return choices(glob, [...cuts, at])
    else if (letter === '}') cuts = []
  }
  return [glob]
}

/** @param cuts positions of the opening brace, the commas and the closing brace */
function choices(glob: string, cuts: readonly number[]): string[] {
  const before = glob.slice(0, cuts[0])
  const after = glob.slice((cuts.at(-1) ?? 0) + 1)
  return cuts.slice(1).map((end, index) => before + glob.slice((cuts[index] ?? 0) + 1, end) + after)
}

/** The glob that matches exactly this path. */
export function exactGlob(path: string): string {
  const literal = path.replace(/[\\*?[\]{}]/g, '\\$&')
  return path.includes('/') ? literal : `/${literal}`
}
