import type { ChangeHub } from '../events/change-hub.ts'
import type { ReadSource } from './read-sources.ts'

/** Says of each file that has become broken, once, what is wrong with it. */
export function tellOfBroken(hub: ChangeHub, now: readonly ReadSource[], before: readonly ReadSource[]): void {
  for (const each of now) {
    if (each.problem === null || before.includes(each)) continue
    const { message, advice } = each.problem
    hub.tell({ kind: 'notice', level: 'error', text: `${message} ${advice}` })
  }
}
