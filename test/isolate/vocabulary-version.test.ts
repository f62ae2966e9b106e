import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { vocabularyProblem, vocabularyVersion } from '../../src-main/isolate/vocabulary-version.ts'
import { readText } from '../kit/agent/isolate-read.ts'

const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const tool = "('hand_in', 'Hands in', { what: field.text('What') })"
const file = (head: string, version: string): string =>
  `${head}
export default defineStrategy({
  ${version}
  name: 'mine',
  title: 'Mine',
  build: () => function* (task) { return outcomeOf(task, { text: hand.info.name, added: [], calls: [], meta: {} }) },
})`
const withOld = `import { defineStrategy, field, outcomeOf, ownTool } from 'stratagem'\nconst hand = ownTool${tool}`
const withNew = withOld.replaceAll('ownTool', 'strategyTool')

async function problemOf(text: string) {
  const read = await readText(text)
  return read.ok ? null : read.failure
}

describe('the vocabulary has a version', () => {
  test('a file that states none has version 1 and runs with the names of version 1', async () => {
    expect(await problemOf(file(withOld, ''))).toBeNull()
    expect(await problemOf(file(withOld, 'vocabulary: 1,'))).toBeNull()
  })

  test('a file that states a version uses its names, or is told each line to change', async () => {
    expect(await problemOf(file(withNew, 'vocabulary: 2,'))).toBeNull()
    const failure = await problemOf(file(withOld, 'vocabulary: 2,'))
    expect(failure?.message).toMatch(/mine\.ts, line 1 .*strategyTool instead of ownTool \(line 1, line 2\)\.$/)
  })

  test('a name through the whole module counts, the same name of the file itself does not', () => {
    expect(vocabularyProblem("import * as s from 'stratagem'\n\nconst a = s.ownTool()", 2)?.line).toBe(3)
    expect(vocabularyProblem("import { phase } from 'stratagem'\nconst ownTool = 1", 2)).toBeNull()
  })

  test('a file that needs a newer version says so, also if it uses names that are not there', async () => {
    const newer = `vocabulary: ${vocabularyVersion + 1},`
    const said = new RegExp(`needs version ${vocabularyVersion + 1} .* has version ${vocabularyVersion}\\.$`)
    const known = await problemOf(file(withOld, newer))
    expect(known?.message).toMatch(said)
    expect(known?.advice).toMatch(/^Update Stratagem/)
    const unknown = file(withOld.replace('field,', 'field, notYetThere,'), newer)
    expect((await problemOf(unknown))?.message).toMatch(said)
  })

  test('template, types and guide state the present version', () => {
    const stated = `vocabulary: ${vocabularyVersion},`
    expect(textOf('resources/strategies/template.ts')).toContain(stated)
    expect(textOf('resources/strategies/stratagem.d.ts')).toContain(`version ${vocabularyVersion}.`)
    const guide = textOf('resources/write-a-strategy.md').match(/vocabulary: \d+,/g) ?? []
    expect(new Set(guide)).toEqual(new Set([stated]))
  })
})
