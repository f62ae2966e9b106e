import { z } from 'zod'
import { loopOptions, timesOption } from '../../loop/loop-options.ts'
import { checkOption } from '../test-first/test-first-options.ts'

const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text, 'gm') !== null
  } catch {
    return false
  }
}

export const annealingOptions = z.strictObject({
  proposals: timesOption(1, 200, 6, 'How many changes are proposed'),
  score: z.enum(['check', 'evaluator']).default('check').describe('What scores a proposal: the check, or an evaluator'),
  check: checkOption.describe('The command that scores: 1 where it exits with 0, else 0'),
  pattern: z
    .string()
    .refine(isPattern, 'not a regular expression')
    .default('')
    .describe('A regular expression for a number in what the check prints, which is the score then; empty: none'),
  better: z.enum(['higher', 'lower']).default('higher').describe('Whether a higher or a lower score is better'),
  temperature: z
    .number()
    .min(0)
    .default(0.5)
    .describe('At the start: a proposal worse by this much is kept with a chance of 37 %; 0 keeps none that is worse'),
  cooling: z.number().min(0).max(1).default(0.7).describe('The temperature is multiplied by this after each proposal'),
  ...loopOptions('one proposal'),
})
export type AnnealingOptions = z.infer<typeof annealingOptions>
