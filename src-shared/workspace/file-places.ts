import { withoutEnding } from '../base/without-ending.ts'
/** A place in a file that a text may name. Whether there is such a file, only the host knows. */
export interface FilePlace {
  /** As the text has it: project-relative or absolute. */
  readonly path: string
  /** From 1; null if the text names the file alone. */
  readonly line: number | null
  readonly column: number | null
}

/** Where in a text it is named: from `start` up to, not including, `end`. */
export interface NamedPlace extends FilePlace {
  readonly start: number
  readonly end: number
}

/** More places than these in one text are not looked for. */
const maxPlaces = 200
/** Longer texts are searched up to here, characters. */
const maxText = 200_000

const name = String.raw`[\p{L}\p{N}_@+$.~%-]`
/** Parts with a slash between them, or one name with an ending; not in the middle of another word or a web address. */
const path = String.raw`(?<![\p{L}\p{N}_@/\\.:-])(?:[A-Za-z]:[\\/]|\.{0,2}[\\/])?(?:${name}+[\\/])*${name}+`
/** `:12:5`, `(12,5)`, `#L12`, and Python's `", line 12`. */
const position = String.raw`(?::(\d{1,7})(?::(\d{1,5}))?|\((\d{1,7}),(\d{1,5})\)|#L(\d{1,7})|", line (\d{1,7}))?`
const pattern = new RegExp(`(${path})${position}`, 'gu')

const hasEnding = /[^./\\]\.[\p{L}\p{N}_-]{1,12}$/u
const dotFile = /(?:^|[\\/])\.[\p{L}][\p{L}\p{N}._-]+$/u
const wellKnown =
  /(?:^|[\\/])(?:Makefile|Dockerfile|Containerfile|LICENSE|Gemfile|Rakefile|Procfile|Jenkinsfile|CODEOWNERS)$/
const numberOrVersion = /^v?\d+(?:\.\d+)*$/

/** The places that a text names, in order. Only their form is checked. */
export function findFilePlaces(text: string): readonly NamedPlace[] {
  const places: NamedPlace[] = []
  for (const found of text.slice(0, maxText).matchAll(pattern)) {
    const [whole, named = ''] = found
    const isPlaced = whole.length > named.length
    // Endings of sentences are not part of a name.
    const path = isPlaced ? named : withoutEnding(named, '.~%-')
    if (!isName(path) || text[found.index + whole.length] === '@') continue
    const numbers = found.slice(2).map((each) => (each === undefined ? null : Number(each)))
    const line = numbers[0] ?? numbers[2] ?? numbers[4] ?? numbers[5] ?? null
    const end = found.index + (isPlaced ? whole.length : path.length)
    places.push({
      path,
      line: line === 0 ? null : line,
      column: numbers[1] ?? numbers[3] ?? null,
      start: found.index,
      end,
    })
    if (places.length === maxPlaces) break
  }
  return places
}

/** The place that is the whole of a text; null if the text is something else. */
export function parseFilePlace(text: string): FilePlace | null {
  const [first] = findFilePlaces(text)
  return first !== undefined && first.start === 0 && first.end === text.length ? first : null
}

function isName(path: string): boolean {
  if (path.length < 3 || path.length > 1000 || numberOrVersion.test(path)) return false
  return hasEnding.test(path) || dotFile.test(path) || wellKnown.test(path)
}
