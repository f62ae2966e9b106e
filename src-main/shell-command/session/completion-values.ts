import { type CommandName, isCommand, usage } from '../arguments/usage.ts'

/** What completes a word: the words themselves, or a command line of the agent that prints one at the beginning of each line. */
export type Values = { readonly words: readonly string[] } | { readonly from: string }

const strategies: Values = { from: 'strategies' }
const models: Values = { from: 'completion models' }
const runs: Values = { from: 'list' }
const words = (...all: readonly string[]): Values => ({ words: all })

/** Values of options, whichever command takes them. */
export const optionValues: { readonly [flag: string]: Values } = {
  '--strategy': strategies,
  '--model': models,
  '--proposer': models,
  '--again': runs,
  '--from': runs,
  '--approve': words('read-only', 'edits', 'everything'),
  '--mode': words('plan', 'act'),
  '--at-limit': words('ask', 'stop'),
  '--api': words('chat-completions', 'responses', 'messages'),
  '--effort': words('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  '--files': words('restore', 'keep', 'copy'),
  '--dependencies': words('clone', 'link', 'none'),
}

/** What a command takes first that is no option, if it is a run. */
export const argumentsOf = (command: CommandName): Values | null =>
  / RUN\b/.test(usage[command].split('\n', 1)[0] ?? '') ? runs : null

export const runCommands = (): readonly CommandName[] =>
  Object.keys(usage)
    .filter(isCommand)
    .filter((each) => argumentsOf(each) !== null)
