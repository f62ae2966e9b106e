import { logChoose } from './choose.ts'

/**
 * The probability that at least one of `k` attempts at a task succeeds, estimated from `good` of `all` attempts without
 * the bias of 1 − (1 − rate)^k.
 * Source: Chen et al., "Evaluating Large Language Models Trained on Code" (2021), section 2.1.
 * @param k at most `all`
 */
export function passAt(k: number, good: number, all: number): number {
  if (all - good < k) return 1
  return 1 - Math.exp(logChoose(all - good, k) - logChoose(all, k))
}
