import { z } from 'zod'
import { attached } from '../mentions/attached.ts'
import { callRestrictions } from '../model/call-restrictions.ts'
import { message } from '../model/message.ts'
import { toolInfo } from '../model/tool.ts'
import { subAgent } from './sub-agent.ts'

/** What the user lets the model do with this message: `plan` offers only tools that read. */
export const workModes = ['plan', 'act'] as const
export type WorkMode = (typeof workModes)[number]

export const atLimits = ['ask', 'stop'] as const
export type AtLimit = (typeof atLimits)[number]

/** Limits of one run; null is no limit. At `soft` of any of them, the strategy has to answer now. */
export const budget = z.object({
  steps: z.number().nullable(),
  modelCalls: z.number().nullable(),
  toolCalls: z.number().nullable(),
  /** Input and output tokens together. */
  tokens: z.number().nullable(),
  /** US dollars. */
  cost: z.number().nullable(),
  /** Working time, without what was spent waiting for the user. */
  wallMs: z.number().nullable(),
  /** Characters of JSON that a run writes into its log, with all texts; left out by those who knew no such limit. */
  bytes: z.number().nullable().optional(),
  /** The part of a limit, 0 to 1, at which it is time for the last answer. */
  soft: z.number(),
  /** At the soft part of a limit: the user is asked what to do, or the run ends. Left out: it ends. */
  atLimit: z.enum(atLimits).optional(),
})
export type Budget = z.infer<typeof budget>
/**
 * For whoever sets no limit of bytes. Some 500 tool calls with outputs of the largest size come to 100 MB; a note can't
 * be larger than 100 kB, and 2,000 of these come to 200 MB.
 */
export const defaultBytes = 256_000_000

/** The limit of bytes that holds, null for none. */
export const bytesLimit = ({ bytes }: Budget): number | null => (bytes === undefined ? defaultBytes : bytes)

/** Twice the longest legitimate run that is known; an unattended run ends within a day. */
const fourHoursMs = 4 * 3_600_000

export const defaultBudget: Budget = {
  steps: 2000,
  modelCalls: 200,
  toolCalls: 500,
  tokens: null,
  cost: null,
  wallMs: fourHoursMs,
  bytes: defaultBytes,
  soft: 0.9,
}

/** What somebody who sits in front of the run starts with. */
export const askingBudget: Budget = { ...defaultBudget, atLimit: 'ask' }

/**
 * A budget that was kept before limits ended in a question, or before there was a limit of bytes; until then no limit
 * of time was what everybody had.
 */
export const withCurrentLimits = (kept: Budget): Budget => {
  const asking = { atLimit: 'ask' as const, ...kept }
  return kept.bytes === undefined
    ? { ...asking, bytes: defaultBytes, wallMs: kept.wallMs ?? defaultBudget.wallMs }
    : asking
}

/** For runs that nobody watches: judges, and lanes and trials that don't say otherwise. */
export const unattended = (budget: Budget): Budget => ({ ...budget, atLimit: 'stop' })

/** What stands for the oldest messages of a history, once these outgrew the window. */
export const historySummary = z.object({
  /** How many messages it stands for, from the first. */
  covers: z.number().int().positive(),
  /** Of these messages, to notice that they are no longer the same. */
  fingerprint: z.string(),
  text: z.string(),
  /** The user asked for it: it is used even if the messages would fit. */
  asked: z.literal(true).optional(),
})
export type HistorySummary = z.infer<typeof historySummary>

/** The user wants a summary of the earlier turns now, and no work. `focus`: what it must keep; may be empty. */
export const compactNow = z.object({ focus: z.string().max(4000) })
export type CompactNow = z.infer<typeof compactNow>

/** A file with instructions that the system message holds, or that was left out of it. */
export const instructionFile = z.object({
  /** Relative to the project's folder; of the user's own, the whole path. */
  file: z.string(),
  from: z.enum(['user', 'project']),
  /** Sent; 0 if it was left out. */
  characters: z.number(),
  /** Why it was sent, or left out, in a sentence. */
  why: z.string(),
})
export type InstructionFile = z.infer<typeof instructionFile>

/** The input of a strategy: plain data, the same on resume and replay. */
export const task = z.object({
  /** The user's message, with what it attaches. */
  goal: z.string(),
  /** The system message: the first message of every request. */
  system: z.string(),
  /** The files whose text is in the system message, for the user; left out if there are none. */
  instructions: z.array(instructionFile).readonly().optional(),
  /** The messages of this branch's earlier turns, oldest first. Only `conversation` looks at them. */
  history: z.array(message).readonly(),
  /** The latest summary that a turn before this one made of the history. */
  summary: historySummary.optional(),
  /**
   * Where an inner strategy starts: the user's message, or what a wrapper made of it and the history. No system
   * message.
   */
  messages: z.array(message).readonly(),
  /** The work tools the mode lets through. */
  tools: z.array(toolInfo).readonly(),
  mode: z.enum(workModes),
  /** The helpers that `delegate` offers by name; left out if there are none. */
  agents: z.array(subAgent).readonly().optional(),
  /** Of a helper's run: its name, and the role that works in place of `engineer`. */
  agent: z.string().optional(),
  role: z.string().optional(),
  /** What the calls of a helper are held to, and those of its own helpers. */
  held: z.array(callRestrictions).readonly().optional(),
  /** Of a helper's run: after so many rounds a loop of it has to answer, and nobody is asked. */
  rounds: z.number().int().min(1).optional(),
  /** What the message attaches, for the user; the texts are in it. Left out if it attaches nothing. */
  attached: z.array(attached).readonly().optional(),
  /** Only `conversation` looks at it. */
  compactNow: compactNow.optional(),
  /** Which project the run works on, by its folder; a run written before this was kept has none. */
  project: z.string().optional(),
  /** Context window in tokens of the model behind each role; `default` is there always. */
  windows: z.record(z.string(), z.number()),
  /**
   * Whether loops keep their requests within the windows, as far as their options say; a run written before they did
   * has none.
   */
  compacts: z.boolean().optional(),
  /** Whether what a call should say is also read from an answer in text; a run written before it was has none. */
  readsText: z.boolean().optional(),
  /** Whether loops may offer a tool for the model's list of what is to be done; a run written before it has none. */
  keepsTodos: z.boolean().optional(),
  /**
   * Whether the user is asked what to do at a limit, which `Budget.atLimit` says; a run written before that could be
   * said has none, and asks about its rounds alone.
   */
  asksAtLimits: z.boolean().optional(),
  /** The roles whose models get tools described in text; left out if there are none. */
  textTools: z.array(z.string()).readonly().optional(),
  /** 0 for the run the user started, one more for each delegation. */
  depth: z.number(),
})
export type Task = z.infer<typeof task>
