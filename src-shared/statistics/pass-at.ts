import { logChoose } from './choose.ts'

/**
 * How likely at least one of `k` tries at a task succeeds, from `good` of `all` tries: without bias, which
 * 1 − (1 − rate)^k is not.
 * Source: Chen et al., "Evaluating Large Language Models Trained on Code" (2021), section 2.1.
 * @param k at most `all`
 */
export function passAt(k: number, good: number, all: number): number {
  if (all - good < k) return 1
  return 1 - Math.exp(logChoose(all - good, k) - logChoose(all, k))
}
