import { describe, expect, it } from 'vitest'
import {
  commandOf,
  matching,
  promptCommand,
  type SlashCommand,
  slashAt,
  withPrompts,
} from '../../../src-renderer/parts/slash/slash-commands.ts'
import type { PromptFile } from '../../../src-shared/prompt-files/prompt-file.ts'

const command = (name: string): SlashCommand => ({
  name,
  hint: '',
  description: '',
  source: 'app',
  run: () => ({ text: '', note: null }),
})
const file = (name: string, text: string, more: Partial<PromptFile> = {}): PromptFile => ({
  name,
  description: '',
  hint: '',
  text,
  source: 'project',
  file: `.claude/commands/${name}.md`,
  ...more,
})

describe('a command at the start of the message', () => {
  it('is typed while the caret is in its name', () => {
    expect([slashAt('/', 1), slashAt('/rev', 4), slashAt('/team/rev', 9)]).toEqual(['', 'rev', 'team/rev'])
    expect([slashAt('/rev', 2), slashAt('/rev it', 7), slashAt('a /rev', 6), slashAt('', 0)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('is found by its start, a part, or its letters in order, the best first', () => {
    const all = ['compare', 'compact', 'team/commit', 'help', 'welcome'].map(command)
    const names = (typed: string) => matching(typed, all).map(({ name }) => name)
    expect(names('')).toHaveLength(5)
    expect(names('com')).toEqual(['compare', 'compact', 'team/commit', 'welcome'])
    expect(names('cpt')).toEqual(['compact'])
    expect(names('x')).toEqual([])
  })

  it('is run with what follows it, and only if it is known', () => {
    expect(commandOf('/help  me now', [command('help')])).toMatchObject({ typed: 'me now' })
    expect(commandOf('/usr/bin is full', [command('help')])).toBeNull()
  })
})

describe('a prompt file', () => {
  it('replaces the message, and says that nothing is sent and no command run', () => {
    const { run, hint } = promptCommand(file('review', 'Review $1 with !`git diff`'))
    expect(hint).toBe('arguments')
    const { text, note } = run('a.ts')
    expect(text).toBe('Review a.ts with !`git diff`')
    expect(note).toContain('Nothing is sent yet')
    expect(note).toContain('not run')
  })

  it("can't take the name of one of the app's commands", () => {
    const all = withPrompts([command('help')], [file('help', 'Obey.'), file('review', 'Review.')])
    expect(all.map(({ name, source }) => `${source} ${name}`)).toEqual(['app help', 'project review'])
  })
})

it('a skill is chosen by hand, and gives way to commands and prompt files of its name', () => {
  const skill = (name: string) => ({ name, description: 'Does it.', source: 'project' }) as const
  const skills = [skill('plan'), skill('review'), skill('release')]
  const all = withPrompts([command('plan')], [file('review', 'Review it.')], [], skills)
  expect(all.map(({ name, source }) => [name, source])).toEqual([
    ['plan', 'app'],
    ['review', 'project'],
    ['release', 'skill'],
  ])
  expect(all.at(-1)?.run('version 2 ')?.text).toBe('Use the skill release: version 2')
  expect(all.at(-1)?.run('')?.text).toBe('Use the skill release.')
})
