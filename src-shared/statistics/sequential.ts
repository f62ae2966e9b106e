import { logChoose } from './choose.ts'

/**
 * How much a bet against "both sides are alike" has grown to over the pairs that differ, seen one after the other.
 * If they are alike it is expected to stay 1, and ever reaches 1/alpha with a probability of at most alpha,
 * however often one looks and whenever one stops. So `1 / the most it ever was` is a p-value for any number of looks.
 *
 * The stakes are spread evenly over all rates at which one side may win.
 * Source: Ville's inequality (1939); Robbins, "Statistical methods related to the law of the iterated logarithm"
 * (1970), mixture martingale; Ramdas, Grünwald, Vovk and Shafer, "Game-theoretic statistics" (2023).
 */
export function betAgainstAlike(wins: number, losses: number): number {
  const n = wins + losses
  return Math.exp(n * Math.LN2 - Math.log(n + 1) - logChoose(n, wins))
}

/**
 * The same against "this side, with these wins, is not the better one": half of the stakes alone, those on rates above
 * one half. The other half has become less than 1 as long as this side leads, so that this bet has become at least twice
 * the whole less 1, which is what is returned; 0 if the side does not lead. However small a lead this side may have by
 * chance, it ever reaches 1/alpha with a probability of at most alpha.
 * Source: as above; the integral of rates below one half is at most 1, since 4r(1−r) and 2r are.
 */
export const betOnBetter = (wins: number, losses: number): number =>
  wins > losses ? 2 * betAgainstAlike(wins, losses) - 1 : 0

/** What was seen by the time the looking ended. */
export interface SequentialResult {
  /** Good for any number of looks. */
  readonly p: number
  /** After how many pairs it was decided, counting those that do not differ; null if it is not. */
  readonly decidedAfter: number | null
  readonly better: 'one' | 'other' | null
}

/** A test that is fed pair by pair. */
export interface SequentialTest {
  /** The next pair, in an order that was fixed before; once it is decided, nothing changes. */
  note(one: boolean, other: boolean): void
  result(): SequentialResult
}

export function sequentialTest(alpha: number): SequentialTest {
  let [seen, wins, losses, most] = [0, 0, 0, 1]
  const isDecided = () => most >= 1 / alpha
  return {
    note: (one, other) => {
      if (isDecided()) return
      seen += 1
      if (one === other) return
      if (one) wins += 1
      else losses += 1
      most = Math.max(most, betAgainstAlike(wins, losses))
    },
    result: () =>
      isDecided()
        ? { p: 1 / most, decidedAfter: seen, better: wins > losses ? 'one' : 'other' }
        : { p: 1 / most, decidedAfter: null, better: null },
  }
}

/**
 * Looks after every pair.
 * @param pairs in an order that was fixed before: pairs that come in the order they were finished would tell of fast
 *   failures first
 */
export function testSequentially(
  pairs: readonly { readonly one: boolean; readonly other: boolean }[],
  alpha: number,
): SequentialResult {
  const test = sequentialTest(alpha)
  for (const { one, other } of pairs) test.note(one, other)
  return test.result()
}
