import type { FamilyCase } from './family-case.ts'
import { agentCases } from './family-cases-agents.ts'
import { checkedCases } from './family-cases-checked.ts'
import { emptyCases } from './family-cases-empty.ts'
import { judgedCases } from './family-cases-judged.ts'
import { loopCases } from './family-cases-loops.ts'

/** Every case of every built-in strategy. */
export const familyCases: readonly FamilyCase[] = [
  ...loopCases,
  ...judgedCases,
  ...checkedCases,
  ...agentCases,
  ...emptyCases,
]
