import { z } from 'zod'
import type { ModelExchange } from '../../../src-shared/api/run-requests.ts'
import { toolInfo } from '../../../src-shared/model/tool.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { rebuildMessages } from '../../agent/replay/rebuild-messages.ts'
import { isForm } from '../../model/requests/forms.ts'
import { wires } from '../../model/wires.ts'
import { found, notFound } from '../base/not-found.ts'
import { imageIn } from '../prompt-sources/images.ts'

/** The request of the model call at a path, rebuilt from the log byte for byte. */
export function rebuildExchange(
  events: readonly StoredEvent[],
  path: string,
  readBody: (ref: string) => string,
): ModelExchange {
  const start = events.findLast((event) => event.type === 'model-start' && event.path === path)
  if (start?.type !== 'model-start') throw notFound('model call')
  const messages = found(rebuildMessages(events, path, readBody) ?? undefined, 'model call')
  const tools = z.array(toolInfo).parse(JSON.parse(readBody(start.tools)))
  const { api = 'chat-completions', bound, forms } = start
  const to = { api, profileId: bound.profileId, model: bound.model, forms: forms?.filter(isForm) }
  const images = start.images === false ? null : imageReader(readBody)
  const sent = wires[api].body(to, messages, tools, start.parameters, images)
  return { messages, tools, parameters: start.parameters, sent }
}

/** A missing image is as in the request: a line of text stands for it. */
const imageReader = (readBody: (ref: string) => string) => (ref: string) => {
  try {
    return imageIn(readBody(ref))
  } catch {
    return null
  }
}
