import { expect, test } from 'vitest'
import { countdownText } from '../../../../src-renderer/parts/chat/countdown.tsx'

test('what is left is said in whole seconds, and the end as such', () => {
  expect([20_000, 19_200, 1, 0, -500, -2500, 90_000].map(countdownText)).toEqual([
    'Trying again in 20 s',
    'Trying again in 20 s',
    'Trying again in 1 s',
    'Trying again now',
    'Trying again now',
    'Trying again now, 2 s',
    'Trying again in 1 min 30 s',
  ])
})
