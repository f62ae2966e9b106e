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
  proposals: timesOption(1, 200, 6, 'Number of proposals'),
  score: z
    .enum(['check', 'evaluator'])
    .default('check')
    .describe('How to score a proposal: by the check command or by an evaluator'),
  check: checkOption.describe('The command that scores: 1 if it exits with 0, otherwise 0'),
  pattern: z
    .string()
    .refine(isPattern, 'not a regular expression')
    .default('')
    .describe('A regular expression that finds the score in the output of the check. Optional'),
  better: z.enum(['higher', 'lower']).default('higher').describe('Whether a higher or a lower score is better'),
  temperature: z
    .number()
    .min(0)
    .default(0.5)
    .describe('At the start: a proposal worse by this much is kept with 37 % probability; 0 never keeps a worse one'),
  cooling: z.number().min(0).max(1).default(0.7).describe('The temperature is multiplied by this after each proposal'),
  ...loopOptions('one proposal'),
})
export type AnnealingOptions = z.infer<typeof annealingOptions>
