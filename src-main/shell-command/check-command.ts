import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { FailureError } from '../../src-shared/failure.ts'
import { examineFile } from '../conformance/examine-file.ts'
import type { Arguments } from './read-arguments.ts'
import { harmless, type Terminal } from './terminal.ts'
import { exitCodes } from './watch-run.ts'

const resources = join(import.meta.dirname, '../../resources')

/** `agent check`: what breaks, one finding a line. @returns the exit code: 1 where something does */
export async function checkCommand(
  { file, workingFolder }: Extract<Arguments, { command: 'check' }>,
  dataFolder: string,
  terminal: Terminal,
): Promise<number> {
  const path = found([resolve(workingFolder, file), join(dataFolder, 'strategies', `${file.replace(/\.ts$/, '')}.ts`)])
  const source = { file: basename(path), text: readFileSync(path, 'utf8') }
  const { strategy, circumstances, findings } = await examineFile(source, resources, terminal.progress)
  for (const { when, what } of findings) terminal.out(`${harmless(`When ${when}: ${what}`)}\n`)
  if (findings.length > 0) {
    terminal.out(`${findings.length} ${findings.length === 1 ? 'thing breaks' : 'things break'}.\n`)
    return exitCodes.failed
  }
  terminal.out(`${strategy?.name ?? source.file}: nothing breaks in ${circumstances} circumstances.\n`)
  return 0
}

function found(paths: readonly string[]): string {
  const path = paths.find((each) => existsSync(each))
  if (path !== undefined) return path
  throw new FailureError({
    kind: 'not-found',
    message: `There is no file ${paths.join(', nor ')}.`,
    advice: 'Name the file with its path, or the strategy as it is called in your strategies folder.',
  })
}
