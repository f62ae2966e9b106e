import { z } from 'zod'
import { type HookList, hook, type UserHook, userHook } from '../hooks/hook.ts'
import { id, nowhere, read, result, write } from './request-shape.ts'

/** A call to be tested against a hook. */
const hookTest = z.object({
  projectId: id.nullable(),
  hook,
  tool: z.string().min(1).max(200),
  /** A command, or a path. */
  subject: z.string().max(10_000),
})

/** What would run. */
export interface HookVerdict {
  readonly runs: boolean
  /** The folder that it would run in, and how it is confined there, for the user; null without an open project. */
  readonly place: { readonly folder: string; readonly confined: string } | null
}

/** Commands of the user's and of projects that run at points of a run. */
export const hookRequests = {
  /** The user's, and those of the project while they are trusted. Null: no project is open. */
  'hooks-list': read(z.object({ projectId: id.nullable() }), result<HookList>()),
  /** Adds a hook of the user's, or replaces the one with its id. An empty id gets a new one. */
  'hook-save': write(z.object({ hook: userHook }), result<UserHook>(), nowhere),
  'hook-remove': write(z.object({ id }), result<null>(), nowhere),
  /** Switches a hook of a project on or off, for this user. */
  'hook-switch': write(z.object({ projectId: id, id, enabled: z.boolean() }), result<null>(), nowhere),
  /** Says whether a hook would run for a call; nothing is run. */
  'hook-test': read(hookTest, result<HookVerdict>()),
}
