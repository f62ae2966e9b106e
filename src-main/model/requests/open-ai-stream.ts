import { APIError } from 'openai'
import { Stream } from 'openai/core/streaming'
import { openClient, sendingTo } from '../open-client.ts'
import type { EventStream } from './stream-answer.ts'

/** Streams of OpenAI's APIs, by the `openai` package. On the path of a call, only this file loads it. */
export const openAiStream = (path: '/chat/completions' | '/responses'): EventStream => ({
  ask: (connection, body, signal) =>
    openClient(connection.profile.baseUrl)
      .post(path, { ...sendingTo(connection, signal), body })
      .asResponse(),
  events: (connection, response, controller) =>
    Stream.fromSSEResponse<unknown>(response, controller, openClient(connection.profile.baseUrl)),
  reported: (thrown) => (thrown instanceof APIError && thrown.error !== undefined ? thrown : null),
})
