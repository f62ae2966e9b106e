import { createCssVariablesTheme, createHighlighterCoreSync, type GrammarState, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { grammars } from './grammars.ts'

/** The kind of a token, which the style sheet colors in both themes; `''` is plain text. */
export type CodeKind = string
export type CodeToken = readonly [kind: CodeKind, text: string]
export type CodeLine = readonly CodeToken[]

/** How far a growing text has been highlighted, in whole lines. */
export interface Progress {
  readonly language: string
  readonly text: string
  readonly lines: number
  readonly state: GrammarState | undefined
}
export interface Highlighted {
  /** Index of the first of `lines`; the lines before it did not change. */
  readonly from: number
  readonly lines: readonly CodeLine[]
  readonly progress: Progress
}

const theme = createCssVariablesTheme({ name: 'kinds', variablePrefix: '--', fontStyle: false })
/** Longer lines stay plain, so that a minified file does not block the worker. */
const maxLine = 1000
/** ms per line. The first line of a language also compiles its expressions, which is slow on a busy machine. */
const maxTime = 10_000
let highlighter: HighlighterCore | undefined

export function knowsLanguage(language: string): boolean {
  return Object.hasOwn(grammars, language)
}

/**
 * Highlights the part of `text` that is not in `before`, so that the cost of streaming is proportional to what is new.
 */
export function highlight(language: string, text: string, before?: Progress): Highlighted {
  const reusable =
    before?.language === language && text.slice(0, before.text.length) === before.text ? before : undefined
  const from = reusable?.lines ?? 0
  const rest = text.slice(reusable?.text.length ?? 0)
  const cut = rest.lastIndexOf('\n') + 1
  const whole = tokenize(language, cut === 0 ? null : rest.slice(0, cut - 1), reusable?.state)
  const last = tokenize(language, rest.slice(cut), whole.state)
  const lines = [...whole.lines, ...last.lines]
  const progress = {
    language,
    text: text.slice(0, text.length - rest.length + cut),
    lines: from + whole.lines.length,
    state: whole.state,
  }
  return { from, lines, progress }
}

function tokenize(language: string, text: string | null, state: GrammarState | undefined) {
  if (text === null) return { lines: [], state }
  const core = coreWith(language)
  const tokens = core.codeToTokensBase(text, {
    lang: language,
    theme: 'kinds',
    tokenizeMaxLineLength: maxLine,
    tokenizeTimeLimit: maxTime,
    ...(state ? { grammarState: state } : {}),
  })
  const lines = tokens.map((line) => joined(line.map((token): CodeToken => [kindOf(token.color), token.content])))
  return { lines, state: core.getLastGrammarState(tokens) }
}

function coreWith(language: string): HighlighterCore {
  highlighter ??= createHighlighterCoreSync({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const grammar = grammars[language]
  if (grammar && !highlighter.getLoadedLanguages().includes(language)) highlighter.loadLanguageSync(grammar)
  return highlighter
}

/** `var(--token-keyword)` → `keyword` */
function kindOf(color: string | undefined): CodeKind {
  return /^var\(--token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? ''
}

function joined(tokens: readonly CodeToken[]): CodeLine {
  const line: CodeToken[] = []
  for (const [kind, text] of tokens) {
    const last = line.at(-1)
    if (last && last[0] === kind) line[line.length - 1] = [kind, last[1] + text]
    else line.push([kind, text])
  }
  return line
}
