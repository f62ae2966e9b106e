import { expect, test } from 'vitest'
import { explain } from '../../../src-main/model/demo/explain.ts'
import { knowledgeOf } from '../../../src-main/model/demo/knowledge.ts'
import type { Situation } from '../../../src-main/model/demo/situation.ts'

const about = (goal: string, listed: readonly string[]): Situation => ({
  goal,
  userTexts: [goal],
  done: [{ tool: 'list_directory', arguments: { path: '.' }, result: listed.join('\n'), recent: true, current: true }],
  answered: [],
  offered: new Map([['read_file', {}]]),
  forced: null,
  folder: '/project',
})
const read = (situation: Situation) =>
  explain(situation, knowledgeOf(situation)).calls.map((call) => call.arguments['path'])

test('a project is told of by its own sources; what tools keep in folders of theirs is read where it is asked for', () => {
  const listed = ['src/cart.js', '.stratagem/strategies/house.ts', 'lib/.cache/kept.js', '.eslintrc.js']
  expect(read(about('What is in here?', listed))).toEqual(['src/cart.js', '.eslintrc.js'])
  expect(read(about('What does house.ts do?', listed))).toEqual(['.stratagem/strategies/house.ts'])
})
