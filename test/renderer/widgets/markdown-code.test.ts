import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageLabel, languageOf, languageOfPath, languages } from '../../../src-renderer/widgets/code/languages.ts'
import { type CodeLine, highlight, knowsLanguage, type Progress } from '../../../src-renderer/workers/highlighter.ts'

const text = (lines: readonly CodeLine[]) => lines.map((line) => line.map(([, part]) => part).join('')).join('\n')

test('every language that is offered has a grammar, and colours something', () => {
  for (const language of languages) expect(knowsLanguage(language), language).toBe(true)
  const code = highlight('typescript', "const total = 'a' // why")
  expect(code.lines[0]?.map(([kind]) => kind)).toEqual(
    expect.arrayContaining(['keyword', 'string-expression', 'comment']),
  )
})

test('highlighting never changes the text', () => {
  const source = "export function a() {\n\treturn 'x' + 1 // why\n}\n\n"
  for (const language of ['tsx', 'python', 'bash', 'json', 'diff'])
    expect(text(highlight(language, source).lines)).toBe(source)
})

test('a text that grows chunk by chunk ends in the colours of the whole', () => {
  const source = '/* a\n comment */\nconst t = `one\ntwo\nthree`\nreturn t // done\n'
  fc.assert(
    fc.property(fc.array(fc.nat(source.length), { maxLength: 8 }), (cuts) => {
      let progress: Progress | undefined
      let lines: CodeLine[] = []
      for (const cut of [...cuts.sort((a, b) => a - b), source.length]) {
        const done = highlight('javascript', source.slice(0, cut), progress)
        lines = [...lines.slice(0, done.from), ...done.lines]
        progress = done.progress
      }
      expect(lines).toEqual(highlight('javascript', source).lines)
    }),
    { numRuns: 60 },
  )
})

test('words after a fence and endings of paths name their language', () => {
  expect(languageOf('TS')).toBe('typescript')
  expect(languageOf('c++')).toBe('cpp')
  expect(languageOf('constructor')).toBeNull()
  expect(languageOfPath('src/total.test.js')).toBe('javascript')
  expect(languageOfPath('Makefile')).toBeNull()
  expect(languageLabel('sh')).toBe('Shell')
  expect(languageLabel('mermaid')).toBe('mermaid')
})
