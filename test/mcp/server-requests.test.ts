import { expect, test } from 'vitest'
import { formAnswer, formQuestion, modelAsk, modelQuestion } from '../../src-main/mcp/server-requests.ts'

const params = (properties: object, required: readonly string[] = []) => ({
  message: 'Say\u202e more',
  requestedSchema: { type: 'object', properties, required },
})
const all = {
  name: { type: 'string', title: 'Your name', description: 'As on the door' },
  size: {
    type: 'string',
    oneOf: [
      { const: 's', title: 'Small' },
      { const: 'l', title: 'Large' },
    ],
    default: 's',
  },
  count: { type: 'integer' },
  price: { type: 'number' },
  sure: { type: 'boolean' },
  days: { type: 'array', items: { enum: ['mon', 'tue'] } },
}

test('a server’s form is a question with its fields, whose words are shown as its own (T24)', () => {
  const question = formQuestion('my\u202eserver', params(all, ['name']))
  expect(question?.question).toBe('The MCP server my⟨U+202E⟩server asks:\n\n> Say⟨U+202E⟩ more')
  // The safest answer is first: it is given if nobody can be asked.
  expect(question?.options).toEqual(['Decline'])
  expect(question?.form?.map(({ name, kind, required, value }) => [name, kind, required, value])).toEqual([
    ['name', 'text', true, null],
    ['size', 'choice', false, 's'],
    ['count', 'integer', false, null],
    ['price', 'number', false, null],
    ['sure', 'yes-no', false, null],
    ['days', 'choices', false, null],
  ])
  expect(question?.form?.[1]?.options).toEqual([
    { value: 's', title: 'Small' },
    { value: 'l', title: 'Large' },
  ])
})

test('an answer is what the form allows; else the request is canceled', () => {
  const question = formQuestion('s', params(all, ['name']))
  if (question === null) throw new Error('no question')
  const of = (answer: string) => formAnswer(question, answer)
  const entered = { name: 'Ada', size: 'l', count: '3', price: 1.5, sure: false, days: ['tue'] }
  expect(of(JSON.stringify(entered))).toEqual({ action: 'accept', content: { ...entered, count: 3 } })
  expect(of('{"name":"Ada","size":"xl","count":1.5,"days":["sun"],"other":1}')).toEqual({
    action: 'accept',
    content: { name: 'Ada' },
  })
  expect(of('Decline')).toEqual({ action: 'decline' })
  expect(of('{"size":"s"}')).toEqual({ action: 'cancel' })
  const one = formQuestion('s', params({ name: all.name }, ['name']))
  // As it is typed on the command line.
  expect(one === null ? null : formAnswer(one, 'Ada')).toEqual({ action: 'accept', content: { name: 'Ada' } })
})

test('what is no form, or too large, is not shown', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, { type: 'string' }]))
  expect(formQuestion('s', params(many))).toBeNull()
  expect(formQuestion('s', { mode: 'url', url: 'https://a', message: 'Go' })).toBeNull()
  expect(formQuestion('s', params({ nested: { type: 'object' } }))?.form).toEqual([])
})

test('what a server asks a model is shown whole, as text of the server', () => {
  const asked = modelAsk({
    messages: [
      { role: 'user', content: { type: 'text', text: 'One ```` two\u001b[2J' } },
      { role: 'assistant', content: [{ type: 'image', data: 'A', mimeType: 'image/png' }] },
    ],
    systemPrompt: 'Be brief.',
    maxTokens: 9,
    temperature: 0.2,
  })
  if (asked === null) throw new Error('nothing')
  expect(asked).toMatchObject({
    messages: [
      { role: 'system' },
      { role: 'user', text: 'One ```` two' },
      { text: '[An image that is not passed on.]' },
    ],
    temperature: 0.2,
  })
  const { question, options } = modelQuestion('s', asked)
  expect(question).toContain('user:\n`````\nOne ```` two\n`````')
  expect(options[0]).toBe('Deny')
  expect(modelAsk({ messages: [] })).toBeNull()
  expect(modelAsk({ messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(100_000) } }] })).toBeNull()
})
