import { expect, test } from 'vitest'
import { wires } from '../../src-main/model/wires.ts'
import { imageMark, type StoredImage } from '../../src-shared/mentions/image-marks.ts'
import type { Message } from '../../src-shared/model/message.ts'
import { modelApis } from '../../src-shared/model/provider-data.ts'

const ref = 'a'.repeat(64)
const image: StoredImage = { mediaType: 'image/png', data: 'AAAA' }
const messages: readonly Message[] = [
  { role: 'system', text: 'Look.' },
  { role: 'user', text: `See ${imageMark(ref)} and ${imageMark('b'.repeat(64))}` },
]

const user = (api: (typeof modelApis)[number], images: Parameters<(typeof wires)['messages']['body']>[4]): unknown => {
  const body = JSON.parse(wires[api].body({ api, profileId: 'p', model: 'm' }, messages, [], { model: 'm' }, images))
  return (body.messages ?? body.input).at(-1).content
}
const read = (wanted: string) => (wanted === ref ? image : null)
const lost = ' and [An image that is not there any more.]'

test('each API gets an image in its own form', () => {
  expect(user('chat-completions', read)).toEqual([
    { type: 'text', text: 'See ' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'text', text: lost },
  ])
  expect(user('responses', read)).toEqual([
    { type: 'input_text', text: 'See ' },
    { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' },
    { type: 'input_text', text: lost },
  ])
  expect(user('messages', read)).toMatchObject([
    { type: 'text', text: 'See ' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { type: 'text', text: lost },
  ])
})

test.each(modelApis)('%s gets one text if the model takes no images', (api) => {
  const text = JSON.stringify(user(api, null))
  expect(text).toContain('See [An image that is not shown: this model takes no images.]')
  expect(text).not.toContain('AAAA')
})

const results: readonly Message[] = [
  ...messages.slice(0, 1),
  { role: 'user', text: 'Draw twice.' },
  {
    role: 'assistant',
    text: '',
    reasoning: '',
    toolCalls: ['one', 'two'].map((id) => ({ id, tool: 'draw', arguments: '{}', complete: true })),
  },
  { role: 'tool', callId: 'one', tool: 'draw', ok: true, text: `Drawn.\n${imageMark(ref)}` },
  { role: 'tool', callId: 'two', tool: 'draw', ok: true, text: 'Nothing.' },
]
const sent = (api: (typeof modelApis)[number], images: Parameters<(typeof wires)['messages']['body']>[4]) => {
  const body = JSON.parse(wires[api].body({ api, profileId: 'p', model: 'm' }, results, [], { model: 'm' }, images))
  return (body.messages ?? body.input).slice(-3)
}

test('each API gets an image of a tool’s result in its own form', () => {
  // Chat Completions takes text only in results: the image follows those of the same answer.
  expect(sent('chat-completions', read)).toEqual([
    { role: 'tool', tool_call_id: 'one', content: 'Drawn.\n[It is in the message below.]' },
    { role: 'tool', tool_call_id: 'two', content: 'Nothing.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Images of the results above:\n' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
  ])
  expect(sent('responses', read).slice(-2)).toEqual([
    {
      type: 'function_call_output',
      call_id: 'one',
      output: [
        { type: 'input_text', text: 'Drawn.\n' },
        { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AAAA' },
      ],
    },
    { type: 'function_call_output', call_id: 'two', output: 'Nothing.' },
  ])
  expect(sent('messages', read).at(-1)).toMatchObject({
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'one',
        content: [
          { type: 'text', text: 'Drawn.\n' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
      { type: 'tool_result', tool_use_id: 'two', content: 'Nothing.' },
    ],
  })
})

test.each(modelApis)('%s gets a line for an image of a result that is lost, or that the model does not take', (api) => {
  const lines = (images: Parameters<typeof sent>[1]) => JSON.stringify(sent(api, images))
  expect(lines(null)).toContain('Drawn.\\n[An image that is not shown: this model takes no images.]')
  expect(lines(() => null)).toContain('Drawn.\\n[An image that is not there any more.]')
  expect(lines(() => null)).not.toContain('Images of the results')
})
