import type { ChangeBus } from '../events/change-bus.ts'
import type { ReadSource } from './read-sources.ts'

/** Reports each newly broken file once, with what is wrong. */
export function notifyBroken(bus: ChangeBus, now: readonly ReadSource[], before: readonly ReadSource[]): void {
  for (const each of now) {
    if (each.problem === null || before.includes(each)) continue
    const { message, advice } = each.problem
    bus.publish({ kind: 'notice', level: 'error', text: `${message} ${advice}` })
  }
}
