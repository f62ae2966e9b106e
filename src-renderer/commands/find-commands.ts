/** Something that can be searched by typed words: a command or a conversation. */
export interface Findable {
  readonly title: string
  /** Additional search keywords. */
  readonly words?: string | undefined
  readonly group: string
}

/**
 * Score of a typed word by how it matches: title words score higher than keywords, whole words higher than prefixes.
 */
const worth = { titleWord: 100, titleStart: 80, keyword: 60, keywordStart: 45, inTitle: 30, group: 20, inKeyword: 10 }
/** Bonus if the title equals or starts with the typed text. */
const wholeTitle = 200
const startOfTitle = 100

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/**
 * Returns the items that match every typed word, best first; ties keep their order.
 * @param typed if empty, all items are returned in their order
 */
export function findAll<T>(typed: string, items: readonly T[], of: (item: T) => Findable): T[] {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return [...items]
  return items
    .map((item) => ({ item, score: scoreOf(wanted, of(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

function scoreOf(wanted: readonly string[], { title, words = '', group }: Findable): number {
  const texts = { title: wordsOf(title), keywords: wordsOf(words), group: wordsOf(group) }
  let sum = 0
  for (const word of wanted) {
    const fits = worthOf(word, texts)
    if (fits === 0) return 0
    sum += fits
  }
  const [typed, whole] = [wanted.join(' '), texts.title.join(' ')]
  return sum + (whole === typed ? wholeTitle : whole.startsWith(typed) ? startOfTitle : 0)
}

interface Texts {
  readonly title: readonly string[]
  readonly keywords: readonly string[]
  readonly group: readonly string[]
}

function worthOf(word: string, { title, keywords, group }: Texts): number {
  const starts = (text: string) => text.startsWith(word)
  const has = (text: string) => text.includes(word)
  if (title.includes(word)) return worth.titleWord
  if (title.some(starts)) return worth.titleStart
  if (keywords.includes(word)) return worth.keyword
  if (keywords.some(starts)) return worth.keywordStart
  if (title.some(has)) return worth.inTitle
  if (group.some(starts)) return worth.group
  return keywords.some(has) ? worth.inKeyword : 0
}
