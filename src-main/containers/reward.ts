import { z } from 'zod'
import { parseOutside } from '../../src-shared/base/excess.ts'

/**
 * What tests say by writing `/logs/verifier/reward.json`, or `reward.txt`. How they exit says nothing. A reward that is
 * missing or can't be read is an error of the task, not a failure of the agent.
 * Source: https://harborframework.com/docs/tasks, “Verifier”
 */
export type Rewards = Readonly<Record<string, number>>

const written = z.record(z.string(), z.union([z.number(), z.boolean().transform(Number)]))

/** @param json @param txt the files' texts; null: there is none */
export function readRewards(
  json: string | null,
  txt: string | null,
): { readonly rewards: Rewards } | { readonly why: string } {
  if (json !== null) {
    const read = written.safeParse(parsed(json))
    if (read.success) return { rewards: read.data }
    return { why: 'The tests wrote a reward.json that is not an object of numbers.' }
  }
  if (txt === null) return { why: 'The tests wrote no reward.' }
  const reward = txt.trim() === '' ? Number.NaN : Number(txt.trim())
  return Number.isFinite(reward) ? { rewards: { reward } } : { why: 'The tests wrote a reward that is not a number.' }
}

/** The one that counts: `reward`, or the only one; null: there is none. */
export function mainReward(rewards: Rewards): number | null {
  const { reward } = z.object({ reward: z.number().optional() }).parse(rewards)
  if (reward !== undefined) return reward
  const [only, ...others] = Object.values(rewards)
  return only !== undefined && others.length === 0 ? only : null
}

/** Of several steps, by key; a key that a step lacks counts 0 there. Source: Harbor’s `multi_step_reward_strategy`. */
export function joinRewards(all: readonly Rewards[], strategy: 'mean' | 'final'): Rewards {
  if (strategy === 'final') return all.at(-1) ?? {}
  const keys = [...new Set(all.flatMap((rewards) => Object.keys(rewards)))]
  const mean = (key: string) => all.reduce((sum, rewards) => sum + (rewards[key] ?? 0), 0) / all.length
  return Object.fromEntries(keys.map((key) => [key, mean(key)]))
}

/** Whether the next step may begin. @param least what is required, by key; a key that is missing does not reach it */
export const reachesAll = (rewards: Rewards, least: Rewards): boolean =>
  Object.entries(least).every(([key, wanted]) => (rewards[key] ?? Number.NEGATIVE_INFINITY) >= wanted)

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return null
  }
}

/** Whether a reward is a success: full marks. */
export const isRewarded = (reward: number): boolean => reward >= 1
