import { expect, test } from 'vitest'
import { linkAsk } from '../../src-main/mcp/link-requests.ts'
import { formAnswer, formQuestion } from '../../src-main/mcp/server-requests.ts'

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

test('a page is asked about with its host and whole address; what is no safe address is not', () => {
  const page = (url: string) => ({ mode: 'url', url, message: 'Go\u202e on', elicitationId: 'e' })
  const asked = linkAsk('bar', page('https://pay.example:8443/a?b=1'))
  expect(asked).toMatchObject({ id: 'e', host: 'pay.example:8443' })
  expect(asked?.question).toMatchObject({ link: 'https://pay.example:8443/a?b=1', options: ['Decline', 'Opened'] })
  expect(asked?.question.question).toContain('**pay.example:8443**')
  expect(asked?.question.question).toContain('> Go⟨U+202E⟩ on')
  expect(linkAsk('bar', page('http://127.0.0.1:3000/'))).not.toBeNull()
  // Its host is shown as it is looked up, not as it looks.
  expect(linkAsk('bar', page('https://аpple.com/'))?.host).toBe('xn--pple-43d.com')
  for (const url of ['http://pay.example/', 'javascript:alert(1)', 'file:///etc/passwd', 'https://a:b@c.example/', 'x'])
    expect(linkAsk('bar', page(url))).toBeNull()
  expect(linkAsk('bar', { message: 'Go', requestedSchema: {} })).toBeNull()
})
