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

test('steps of a plan don’t claim a repair that was made for an earlier request', () => {
  const shell = [{ type: 'function', function: { name: 'shell', parameters: {} } }]
  const tools = [...shell, { type: 'function', function: { name: 'edit_file', parameters: {} } }]
  const call = (id: string, name: string, args: object) => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  })
  const done = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
  const check = (id: string) => call(id, 'shell', { command: 'npm test' })
  const passed = 'exit code 0\nℹ pass 10'
  const looked = [
    call('1', 'list_directory', { path: '.' }),
    done('1', 'package.json'),
    call('2', 'read_file', { path: 'package.json' }),
    done('2', '{"scripts":{"test":"node --test"}}'),
    call('3', 'read_file', { path: 'a.js' }),
    done('3', 'wrong'),
    call('4', 'edit_file', { path: 'a.js', old_text: 'wrong', new_text: 'right' }),
    done('4', 'Edited a.js.'),
    check('5'),
    done('5', passed),
  ]
  const before = [said('user', 'Fix the failing test'), ...looked, talk[1]]
  const step = (number: number, goal: string) => said('user', `Carry out step ${number} of 3: ${goal}`)
  const first = [...before, said('user', 'Fix the failing test'), step(1, 'Run the tests and read what fails')]
  const steps = [...first, check('6'), done('6', passed), said('assistant', 'It passes.'), step(2, 'Fix the fault')]
  const reply = (messages: readonly unknown[]) =>
    answer(demoRequest.parse({ model: 'stratagem-demo', messages, tools }))
  expect(reply(first).calls.map(({ tool }) => tool)).toEqual(['shell'])
  expect(reply(steps).text).toContain('I changed nothing this time')
})
