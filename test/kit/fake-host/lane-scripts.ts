import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptedAnswer } from '../host/host-model-server.ts'

/** A request to a scripted model in a lane: the model's name identifies the lane. */
export interface LaneModelRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
}

/** How many calls the lane has made before. */
export const turnOf = ({ messages }: LaneModelRequest): number => messages.filter(({ role }) => role === 'tool').length
export const isFirst = (request: LaneModelRequest): boolean => turnOf(request) === 0

/** Completes the task: afterwards the check `cat done.txt` passes. */
export const writeDone: ScriptedAnswer = {
  calls: [{ tool: 'write_file', arguments: { path: 'done.txt', content: 'yes' } }],
}

/** Names of the existing copies, except those that are being removed. */
export function copiesIn(dataFolder: string): string[] {
  const all = join(dataFolder, 'copies')
  return existsSync(all) ? readdirSync(all).filter((name) => !name.endsWith('.gone')) : []
}
