import { type CommandName, isCommand, usage } from '../arguments/usage.ts'
import { argumentsOf, optionValues, runCommands, type Values } from './completion-values.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

interface Word {
  readonly word: string
  /** One line; empty if nothing is known. */
  readonly about: string
}

/** The script with which a shell completes what the usage texts name. */
export const completionScript = (shell: Shell): string => ({ bash, zsh, fish })[shell](commandNames())

const commandNames = (): readonly CommandName[] => Object.keys(usage).filter(isCommand)

/** The first sentence of its usage. */
function aboutCommand(command: CommandName): string {
  const [, ...lines] = usage[command].split('\n')
  const text = lines.filter((line) => !/^ +agent /.test(line)).map((line) => line.trim())
  return firstSentence(text.join(' '))
}

/** A test holds that a usage names the options that its command takes, and no others. */
function optionsOf(command: CommandName): readonly Word[] {
  const flags = [...new Set(usage[command].match(/--[a-z][a-z-]*/g))].sort()
  const isAsForRun = usage[command].includes('as for ')
  const about = (word: string) => aboutOption(command, word) || (isAsForRun ? aboutOption('run', word) : '')
  return flags.map((word) => ({ word, about: about(word) }))
}

/** What stands beside the option, in a line of its own. */
function aboutOption(command: CommandName, flag: string): string {
  const line = usage[command].split('\n').find((each) => each.trimStart().startsWith(`${flag} `))
  return firstSentence(/^ {2}--\S+(?: \S+)* {2,}(.+)$/.exec(line ?? '')?.[1] ?? '')
}

const firstSentence = (text: string): string => /^.*?(?=[.:;](?:\s|$)|$)/.exec(text)?.[0] ?? ''

/** In single quotes of a shell of the Bourne family. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function bash(commands: readonly CommandName[]): string {
  const cases = commands.map((each) => `    ${each}) words=${quoted(wordsOf(each))} ;;`)
  const printed = (values: Values) =>
    'words' in values ? quoted(values.words.join('\n')) : `$("$agent" ${values.from} 2>/dev/null | cut -f1)`
  const options = Object.entries(optionValues).map(([flag, values]) => `    ${flag}) values=${printed(values)} ;;`)
  // What a command prints is compared, and never read as shell: names can be a stranger's.
  return `_agent() {
  local cur=\${COMP_WORDS[COMP_CWORD]} agent=\${COMP_WORDS[0]} words='' values='' each=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${quoted(commands.join(' '))} -- "$cur"))
    return
  fi
  case \${COMP_WORDS[COMP_CWORD-1]} in
${options.join('\n')}
  esac
  if ((COMP_CWORD == 2)) && [[ $cur != -* ]]; then
    case \${COMP_WORDS[1]} in
    ${runCommands().join('|')}) values=${printed({ from: 'list' })} ;;
    esac
  fi
  if [[ -n $values ]]; then
    while IFS= read -r each; do
      [[ $each == "$cur"* ]] && COMPREPLY+=("$(printf %q "$each")")
    done <<<"$values"
    return
  fi
  [[ $cur == -* ]] || return
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _agent agent
`
}

const wordsOf = (command: CommandName): string =>
  optionsOf(command)
    .map(({ word }) => word)
    .join(' ')

function zsh(commands: readonly CommandName[]): string {
  const described = ({ word, about }: Word) => quoted(about === '' ? word : `${word}:${about.replaceAll(':', '\\:')}`)
  const names = commands.map((each) => described({ word: each, about: aboutCommand(each) }))
  const added = (values: Values) =>
    'words' in values
      ? `compadd -- ${values.words.join(' ')}`
      : `compadd -- \${(f)"$($words[1] ${values.from} 2>/dev/null | cut -f1)"}`
  const values = Object.entries(optionValues).map(([flag, each]) => `    ${flag}) ${added(each)}; return ;;`)
  const cases = commands.map((each) => `    ${each}) options=(${optionsOf(each).map(described).join(' ')}) ;;`)
  return `#compdef agent
_agent() {
  local -a commands options
  if ((CURRENT == 2)); then
    commands=(${names.join(' ')})
    _describe command commands
    return
  fi
  case $words[CURRENT-1] in
${values.join('\n')}
  esac
  if [[ $words[CURRENT] != -* ]]; then
    case $CURRENT-$words[2] in
    ${runCommands()
      .map((each) => `3-${each}`)
      .join('|')}) ${added({ from: 'list' })}; return ;;
    esac
    _files
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  _describe -o option options
}
compdef _agent agent
`
}

function fish(commands: readonly CommandName[]): string {
  // Its single quotes know \\ and \'.
  const inFish = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const about = (text: string) => (text === '' ? '' : ` -d ${inFish(text)}`)
  const proposed = (values: Values | null) =>
    values === null
      ? "''"
      : inFish('words' in values ? values.words.join(' ') : `(agent ${values.from} 2>/dev/null | cut -f1)`)
  const taken = (word: string) => {
    const values = optionValues[word]
    return values === undefined ? '' : ` -x -a ${proposed(values)}`
  }
  const names = commands.map(
    (each) => `complete -c agent -f -n __fish_use_subcommand -a ${each}${about(aboutCommand(each))}`,
  )
  const options = commands.flatMap((each) =>
    optionsOf(each).map(
      ({ word, about: text }) =>
        `complete -c agent -n '__fish_seen_subcommand_from ${each}' -l ${word.slice(2)}${taken(word)}${about(text)}`,
    ),
  )
  const runs = runCommands().map(
    (each) => `complete -c agent -f -n '__fish_seen_subcommand_from ${each}' -a ${proposed(argumentsOf(each))}`,
  )
  return `${[...names, ...options, ...runs].join('\n')}\n`
}
