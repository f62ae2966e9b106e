import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { command } from '../../kit/host/host-command.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { profileFor } from '../../kit/model-server/model-client.ts'

vi.setConfig({ testTimeout: 120_000 })

const isHere = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const words = (out: string): string[] => out.split(/\s+/).filter((word) => word !== '')

async function scriptFor(shell: string) {
  const home = await temporaryFolder()
  const { code, out, error } = await command(home, ['completion', shell])
  expect({ code, error }).toEqual({ code: 0, error: '' })
  const file = join(home, `agent.${shell}`)
  writeFileSync(file, out)
  return file
}

test.skipIf(!isHere('bash'))('bash completes commands, and the options that each takes', async () => {
  const file = await scriptFor('bash')
  const completes = (...typed: string[]) =>
    words(
      execFileSync('bash', [
        '--norc',
        '-c',
        `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); $(complete -p agent | sed 's/.*-F //; s/ .*//'); echo "\${COMPREPLY[@]}"`,
        file,
        'agent',
        ...typed,
      ]).toString(),
    )
  expect(completes('re')).toEqual(['resume', 'replay', 'results'])
  expect(completes('list', '--')).toEqual(['--json', '--project'])
  expect(completes('run', '--stra')).toEqual(['--strategy'])
  expect(completes('resume', '--stra')).toEqual([])
})

/** Stands for the program: what it would print. */
const fake = `agent() { case "$*" in strategies) printf 'tool-loop\\tTool loop\\n$(touch %s)\\tOdd\\n' planted;; list) printf 'run_1\\tx\\nrun_2\\ty\\n';; 'completion models') printf 'My model\\n';; esac; }`

test.skipIf(!isHere('bash'))(
  'bash completes values: words, strategies, models and runs, and runs none of them',
  async () => {
    const file = await scriptFor('bash')
    const folder = await temporaryFolder()
    const completes = (...typed: string[]) =>
      execFileSync(
        'bash',
        [
          '--norc',
          '-c',
          `${fake}; source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent; printf '%s\\n' "\${COMPREPLY[@]}"`,
          file,
          'agent',
          ...typed,
        ],
        { cwd: folder },
      )
        .toString()
        .trimEnd()
        .split('\n')
    expect(completes('run', '--approve', 'e')).toEqual(['edits', 'everything'])
    expect(completes('run', '--strategy', 'tool')).toEqual(['tool-loop'])
    expect(completes('run', '--strategy', '')).toHaveLength(2)
    expect(completes('run', '--model', 'My')).toEqual(['My\\ model'])
    expect(completes('show', 'run_')).toEqual(['run_1', 'run_2'])
    expect(completes('list', 'run_')).toEqual([''])
    expect(existsSync(join(folder, 'planted'))).toBe(false)
  },
)

test('saved models are listed for the scripts', async () => {
  const home = await temporaryFolder()
  writeFileSync(
    join(home, 'profiles.json'),
    JSON.stringify([profileFor('http://127.0.0.1:9/v1', { name: 'My model' })]),
  )
  const { out } = await command(home, ['completion', 'models'])
  expect(out.split('\n')).toContain('My model')
})

test.skipIf(!isHere('zsh'))('zsh reads its script', async () => {
  const file = await scriptFor('zsh')
  execFileSync('zsh', ['-f', '-c', `autoload -U compinit; compinit -u -D; source ${file}; whence -w _agent`])
})

test.skipIf(!isHere('fish'))('fish completes commands', async () => {
  const file = await scriptFor('fish')
  const out = execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C 'agent repl'`]).toString()
  expect(out).toMatch(/^replay\t/)
})

test('each line of the scripts for zsh and fish has whole quotes, and a shell without one is told which there are', async () => {
  const fish = await command(await temporaryFolder(), ['completion', 'fish'])
  expect(fish.out).toMatch(/^complete -c agent -f -n __fish_use_subcommand -a run -d '[^']+'$/m)
  expect(fish.out).toMatch(/^complete -c agent -n '__fish_seen_subcommand_from list' -l json( -d '[^']+')?$/m)
  for (const line of fish.out.trimEnd().split('\n'))
    expect(line.replaceAll(/\\[\\']/g, '').replaceAll(/'[^']*'/g, '')).not.toContain("'")
  const unknown = await command(await temporaryFolder(), ['completion', 'csh'])
  expect(unknown).toMatchObject({ code: 2, error: expect.stringMatching(/^The shell must be bash, zsh, or fish\./) })
})
