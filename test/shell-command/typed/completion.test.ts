import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { command } from '../../kit/host/host-command.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

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
