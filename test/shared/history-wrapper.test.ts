import { expect, it } from 'vitest'
import { chosenVersion } from '../../src-shared/strategy/history-wrapper.ts'
import type { StrategyChoice } from '../../src-shared/strategy/strategy-info.ts'

const plain: StrategyChoice = { name: 'tool-loop', options: {} }
const around = (name: string): StrategyChoice => ({ name, options: {}, inner: plain })

it.each([
  ['conversation@1(tool-loop@3)', plain, 'tool-loop@3', 'conversation@1'],
  ['conversation@2(retry@1(tool-loop@3))', around('retry'), 'retry@1(tool-loop@3)', 'conversation@2'],
  // It is the person's own where they chose it.
  ['conversation@1(tool-loop@3)', around('conversation'), 'conversation@1(tool-loop@3)', null],
  ['retry@1(conversation@1(tool-loop@3))', around('retry'), 'retry@1(conversation@1(tool-loop@3))', null],
  ['tool-loop@3', plain, 'tool-loop@3', null],
  ['', plain, '', null],
])('of %s is named what was chosen', (logged, chosen, version, wrapper) => {
  expect(chosenVersion(logged, chosen)).toEqual({ version, wrapper })
})
