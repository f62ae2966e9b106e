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
