import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'

/** What a small model can be asked; none of them needs a command. */
export const smallTasks: readonly string[] = [
  'Write the word Hello into the file greeting.txt.',
  'Which files are in this folder?',
  'What does the file notes.txt say?',
  'Replace the word colour with color in the file style.txt.',
  'What is 2 + 3? Answer with the number.',
]

const files = {
  'notes.txt': 'The meeting is at noon.\nBring the plans.\n',
  'style.txt': 'The colour of the button is blue.\n',
  'package.json': '{ "name": "small" }\n',
}

/** Empties the project's folder and writes its files. */
export async function resetProject(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
}

/** Looks at a file and executes nothing that a model wrote. */
const check = `node -e "process.exit(require('fs').existsSync('greeting.txt')?0:1)"`
const loop = { name: 'tool-loop', options: {} }
const few: { readonly [name: string]: StrategyChoice['options'] } = {
  retry: { check, maxRetries: 1 },
  tdd: { check, tries: 2, testTries: 1 },
  'red-green-refactor': { check, tries: 2, testTries: 1 },
  annealing: { check, proposals: 2 },
  'best-of-n': { check, candidates: 2 },
  'plan-revise-execute': { maxRevisions: 1, maxReplans: 1, belowThreshold: 'best' },
  'plan-and-execute': { maxSteps: 3 },
  reflection: { maxIterations: 1 },
  'two-stage': { maxCycles: 2 },
  react: { maxCycles: 5 },
}

/** Every built-in strategy, with options that keep it short; wrappers wrap the tool loop. */
export const everyStrategy = (): readonly StrategyChoice[] =>
  strategyInfos().map(({ name, wrapper }) => ({
    name,
    options: few[name] ?? {},
    ...(wrapper === true && { inner: loop }),
  }))
