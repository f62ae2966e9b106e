import { expect, test } from 'vitest'
import { spokenText } from '../../../../src-renderer/parts/chat/spoken-text.ts'

test('an answer is spoken without its marks and its code', () => {
  const answer =
    '## Result\n\nThe **total** in [cart.js](src/cart.js) was `one cent` off:\n\n```js\nconst a = 1\n```\n\n- Fixed.'
  expect(spokenText(answer)).toBe('Result\n\nThe total in cart.js was one cent off:\n\nCode is left out.\n\nFixed.')
})
