import { z } from 'zod'
import { task } from '../strategy/task.ts'

/** Content hash (hex SHA-256) of a body in the store. */
const ref = z.string()

/** The part of a task that is usually the same from turn to turn: one body holds it for all of them. */
export const taskSetup = task.pick({
  system: true,
  instructions: true,
  tools: true,
  project: true,
  windows: true,
  agents: true,
  compacts: true,
  readsText: true,
  keepsTodos: true,
  textTools: true,
  asksAtLimits: true,
  summary: true,
  depth: true,
})

/**
 * A task without its history (event.ts, rule 6), and with its setup as a body; version 1 of the log stored it whole.
 */
export const startedTask = z.union([
  task.omit({ history: true }),
  task.pick({ goal: true, mode: true, compactNow: true, attached: true }).extend({
    /** Left out if it is the goal, as the only message of the user. */
    messages: task.shape.messages.optional(),
    setup: ref,
  }),
])
