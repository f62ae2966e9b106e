import { expect, test } from 'vitest'
import { answer } from '../../../src-main/model/demo/answer.ts'
import { demoRequest } from '../../../src-main/model/demo/wire.ts'

const said = (role: 'user' | 'assistant', content: string) => ({ role, content })
const talk = [
  said('user', 'Fix the failing test'),
  said('assistant', 'I fixed what made the test fail, and `npm test` now exits with 0:'),
  said('user', 'What is in here?'),
]
const again = said('user', 'Say it again, shorter and plainer.')
const textOf = (messages: readonly object[]) => answer(demoRequest.parse({ model: 'stratagem-demo', messages })).text

test('asked to say its answer again, the demo model shortens that answer and reports no older work', () => {
  expect(textOf([...talk, said('assistant', 'A **shop**, 8 files.\n\nThe rest.'), again])).toBe('A **shop**, 8 files.')
})

test('a paragraph that announces the next by a colon keeps it', () => {
  const change = ['It is fixed:', 'In `a.js`:', '```diff\n- 1\n+ 2\n```']
  const whole = [...change, 'I found it by trying.'].join('\n\n')
  expect(textOf([...talk, said('assistant', whole), again])).toBe(change.join('\n\n'))
})
