import { z } from 'zod'
import { assertNever } from '../../src-shared/base/assert-never.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
import { type Prompt, promptProblem } from '../../src-shared/strategy/prompts.ts'

/** What a user's file declares about its strategy: everything but its code. */
const name = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,59}$/,
    'lowercase letters, digits and hyphens, starting with a letter; at most 60 characters',
  )
const line = z.string().max(400)

const described = { description: line.min(1) }
const option = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), default: z.string(), ...described }),
  z.object({
    type: z.literal('number'),
    default: z.number(),
    min: z.number().nullable().default(null),
    max: z.number().nullable().default(null),
    whole: z.boolean().default(false),
    ...described,
  }),
  z.object({ type: z.literal('flag'), default: z.boolean(), ...described }),
  z.object({ type: z.literal('choice'), default: z.string(), choices: z.array(z.string()).min(1), ...described }),
])
type Option = z.infer<typeof option>

const placeholder = z.string().regex(/^[A-Za-z]\w{0,59}$/, 'letters, digits and _, starting with a letter')
const prompt: z.ZodType<Prompt> = z
  .object({
    about: line.min(1),
    text: z.string(),
    required: z.array(placeholder).default([]),
    optional: z.array(placeholder).default([]),
  })
  .superRefine((declared, context) => {
    const problem = promptProblem(declared, declared.text)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, path: ['text'] })
  })

const vocabulary = z.number().int().min(1)

const declared = z.strictObject({
  vocabulary: vocabulary.default(1),
  name,
  title: line.min(1),
  summary: line.default(''),
  wrapper: z.boolean().default(false),
  options: z.record(z.string().regex(/^[A-Za-z]\w{0,59}$/), option).default({}),
  prompts: z.record(z.string().regex(/^[A-Za-z]\w{0,59}$/), prompt).default({}),
  roles: z.array(z.object({ name: z.string().min(1).max(100), purpose: line })).default([]),
  phases: z
    .array(
      z.object({
        name: z.string().min(1).max(100),
        to: z.array(z.string()),
        when: z.record(z.string(), z.string().max(60)).optional(),
        inner: z.boolean().optional(),
      }),
    )
    .default([]),
})
export const definition = declared.refine(
  ({ options, prompts }) => Object.keys(prompts).length === 0 || !Object.hasOwn(options, 'prompts'),
  {
    message: 'the name is taken by the prompts of the strategy: call this option otherwise',
    path: ['options', 'prompts'],
  },
)
export type Definition = z.infer<typeof definition>

/** The version of the vocabulary that a definition states; 1 if it states none, or nonsense. */
export function vocabularyOf(defined: unknown): number {
  const stated = z.object({ vocabulary }).safeParse(defined)
  return stated.success ? stated.data.vocabulary : 1
}

/** The options in the form that the settings form and the check before a run use. */
export function optionsSchema(options: Definition['options']): z.ZodType<JsonObject> {
  return z.strictObject(Object.fromEntries(Object.entries(options).map(([key, each]) => [key, fieldOf(each)])))
}

function fieldOf(of: Option): z.ZodType<string | number | boolean> {
  switch (of.type) {
    case 'text':
      return z.string().default(of.default).describe(of.description)
    case 'number':
      return numberOf(of).default(of.default).describe(of.description)
    case 'flag':
      return z.boolean().default(of.default).describe(of.description)
    case 'choice':
      return z.enum(of.choices).default(of.default).describe(of.description)
    default:
      return assertNever(of)
  }
}

function numberOf({ min, max, whole }: Extract<Option, { type: 'number' }>): z.ZodNumber {
  let number = whole ? z.number().int() : z.number()
  if (min !== null) number = number.min(min)
  if (max !== null) number = number.max(max)
  return number
}
