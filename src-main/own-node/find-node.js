import { ownNode } from './own-node.js'
import { missingPackages } from './packages.js'
import { startProblem } from './start-problem.js'

/** The first version that reads TypeScript unasked and has all that the app uses. */
const least = '22.18'

/**
 * The Node to run the app with: its own, else the user's if it is new enough. `warning` says that the own one, although
 * it is here, can't start.
 * @typedef {{ kind: 'this', warning: string | null } | { kind: 'other', program: string } | { kind: 'none', why: string }} FoundNode
 * @param {string} root the folder of the app's `package.json`
 * @returns {FoundNode}
 */
export function findNode(root) {
  const own = ownNode(root)
  const isNewEnough = Boolean(process.features.typescript)
  if (own.kind !== 'here') return isNewEnough ? { kind: 'this', warning: null } : without(own.kind)
  if (own.version === process.versions.node) return { kind: 'this', warning: null }
  const problem = startProblem(own.program)
  if (problem === null) return { kind: 'other', program: own.program }
  const broken = `The Node.js ${own.version} that comes with Stratagem can’t start. ${problem}`
  const users = process.versions.node
  if (isNewEnough) return { kind: 'this', warning: `${broken} Stratagem uses your Node.js ${users} instead.` }
  return { kind: 'none', why: `${broken} Or use Node.js ${least} or newer in place of your ${users}.` }
}

/**
 * @param {'absent' | 'not-for-this-system'} kind
 * @returns {FoundNode}
 */
function without(kind) {
  if (kind === 'absent') return { kind: 'none', why: missingPackages }
  const system = `${process.platform}-${process.arch}`
  const why = `Stratagem brings no Node.js for this system (${system}), so it needs Node.js ${least} or newer, and this is ${process.versions.node}. Get a newer one from https://nodejs.org, then try again.`
  return { kind: 'none', why }
}
