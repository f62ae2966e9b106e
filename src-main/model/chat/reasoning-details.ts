import { type Json, type JsonObject, jsonObject } from '../../../src-shared/base/json.ts'

/** A part of OpenRouter's `reasoning_details`: text, a summary, or data that only the provider can read. */
export const reasoningDetail = jsonObject

const streamed = ['text', 'summary', 'data'] as const

/**
 * Joins two parts of one detail: texts are concatenated, other fields are taken from the later part if it has
 * them. Null if they belong to different details.
 */
export function joinedDetail(before: Json, detail: JsonObject): Json | null {
  const read = reasoningDetail.safeParse(before)
  if (!read.success || detail['type'] !== read.data['type'] || detail['index'] !== read.data['index']) return null
  const whole: { [name: string]: Json } = { ...read.data }
  for (const [name, value] of Object.entries(detail)) {
    const past = whole[name]
    const isStreamed = streamed.some((each) => each === name) && typeof past === 'string' && typeof value === 'string'
    if (isStreamed) whole[name] = past + value
    else if (value !== null) whole[name] = value
  }
  return whole
}
