import { z } from 'zod'
import type { ModelExchange } from '../../../src-shared/api/run-requests.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import { toolInfo } from '../../../src-shared/model/tool.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { rebuildMessages } from '../../agent/replay/rebuild-messages.ts'
import { isForm } from '../../model/requests/forms.ts'
import { wires } from '../../model/wires.ts'
import { found, notFound } from '../base/not-found.ts'
import { imageIn } from '../prompt-sources/images.ts'

/** The requests of the model call at a path, rebuilt from the log byte for byte. */
export function rebuildExchange(
  events: readonly StoredEvent[],
  path: string,
  readBody: (ref: string) => string,
): ModelExchange {
  const at = events.findLastIndex((event) => event.type === 'model-start' && event.path === path)
  const start = events[at]
  if (start?.type !== 'model-start') throw notFound('model call')
  const messages = found(rebuildMessages(events, path, readBody) ?? undefined, 'model call')
  const tools = z.array(toolInfo).parse(JSON.parse(readBody(start.tools)))
  const { api = 'chat-completions', bound, forms } = start
  const to = { api, profileId: bound.profileId, model: bound.model }
  const images = start.images === false ? null : imageReader(readBody)
  const body = (used: readonly string[] | undefined, parameters: JsonObject) =>
    wires[api].body({ ...to, forms: used?.filter(isForm) }, messages, tools, parameters, images)
  const resent = events.slice(at).flatMap((event) => {
    if (event.type !== 'model-retry' || event.path !== path || event.resent === undefined) return []
    return [{ why: event.failure.message, sent: body(event.resent.forms, event.resent.parameters) }]
  })
  return { messages, tools, parameters: start.parameters, sent: body(forms, start.parameters), resent }
}

/** A missing image is as in the request: a line of text stands for it. */
const imageReader = (readBody: (ref: string) => string) => (ref: string) => {
  try {
    return imageIn(readBody(ref))
  } catch {
    return null
  }
}
