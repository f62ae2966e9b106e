import { z } from 'zod'
import type { JsonObject } from '../base/json.ts'

/** A limit that is reached or nearly so. Amounts are in units of the limit: dollars, ms, tokens. */
export const limitAsk = z.object({
  /** Of a limit of the run, or `rounds`. */
  name: z.string(),
  used: z.number(),
  limit: z.number(),
  /** How much more is suggested. */
  more: z.number(),
})
export type LimitAsk = z.infer<typeof limitAsk>

/** A field of a form, as its server describes it. */
export const formField = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  kind: z.enum(['text', 'number', 'integer', 'yes-no', 'choice', 'choices']),
  required: z.boolean(),
  options: z.array(z.object({ value: z.string(), title: z.string() })).readonly(),
  /** What it begins with; null: empty. */
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()]).nullable(),
})
export type FormField = z.infer<typeof formField>

/** A question to the user, of a strategy or of the `ask_user` tool. */
export const question = z.object({
  question: z.string(),
  /** Suggested answers, the safest first: it is used if no user can be asked, unless `openEnded` is set. */
  options: z.array(z.string()).readonly(),
  freeText: z.boolean(),
  /** A model's question: none of its options is known to be safe, so only a person chooses one (`unanswered`). */
  openEnded: z.literal(true).optional(),
  /**
   * A plan that is to be approved: the first answer refuses it, the second has it carried out, and an edited plan is
   * one too.
   */
  plan: z
    .array(z.object({ goal: z.string(), done: z.string() }))
    .readonly()
    .optional(),
  /** The question is about a limit; answers are read by `limitDecision`. */
  limit: limitAsk.optional(),
  /** A form of an MCP server: the answer is its values as a JSON object, or the first option, which declines. */
  form: z.array(formField).readonly().optional(),
  /** A page that the user is asked to open; the last option says that they have. */
  link: z.url({ protocol: /^https?$/ }).optional(),
})
export type Question = z.infer<typeof question>

/** What stands in place of an answer that nobody gave. */
export const noAnswers = {
  /** No person can be asked here: no terminal, an editor or a client that can't ask. */
  nobody: 'Nobody can be asked here.',
  /** A person saw the question and closed it. */
  dismissed: 'The user gave no answer.',
} as const

/** The answer to a question that no person answered: the safest option, or, for a model's question, that nobody did. */
export const unanswered = ({ openEnded, options }: Question, why: keyof typeof noAnswers): string =>
  openEnded ? noAnswers[why] : (options[0] ?? noAnswers[why])

/** The same as data for the log. */
export const questionJson = ({ plan, limit, form, link, openEnded, ...asked }: Question): JsonObject => ({
  ...asked,
  ...(openEnded && { openEnded }),
  ...(plan && { plan }),
  ...(limit && { limit }),
  ...(form && { form: form.map((field) => ({ ...field })) }),
  ...(link !== undefined && { link }),
})
