import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { counted } from '../../../src-shared/base/format.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { ask } from '../../host/api/host-client.ts'
import { readRegular } from '../../host/data-folder/regular-file.ts'
import type { Host } from '../../host/host.ts'
import { appFolder } from '../app-folder.ts'
import { onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

/** Bytes. */
const largestStrategy = 1_000_000

const resources = join(appFolder, 'resources')

export interface CheckArguments {
  readonly command: 'check'
  /** A path or a name, as written. */
  readonly file: string
  /** What a path is relative to. */
  readonly workingFolder: string
  /** Whose strategies are looked among first; null: no project's. */
  readonly project: string | null
}

/** @throws UsageError if it can't be understood */
export function readCheck(args: string[], workingFolder: string): CheckArguments {
  const { values, positionals } = parse('check', args, { project: text } as const)
  const file = onlyOne(positionals, 'check', 'NAME')
  const project = values.project === undefined ? null : resolve(workingFolder, values.project)
  return { command: 'check', file, workingFolder, project }
}

/**
 * `agent check`: what breaks, one finding a line.
 * @param host null if no project is named: then none is needed
 * @returns the exit code: 1 where something does
 */
export async function checkCommand(
  { file, workingFolder, project }: CheckArguments,
  dataFolder: string,
  terminal: Terminal,
  host: Host | null,
): Promise<number> {
  const usual = [resolve(workingFolder, file), join(dataFolder, 'strategies', named(file))]
  const isElsewhere = usual.some((path) => existsSync(path))
  const trust = host === null || project === null ? null : await inProject(host, project, file, isElsewhere)
  const source = trust ?? read(usual)
  const { examineFile } = await import('../../conformance/examine-file.ts')
  const { strategy, circumstances, findings, advice } = await examineFile(source, resources, terminal.progress)
  for (const { when, what, lastStep } of findings) {
    // What an error says has its own line.
    const where = lastStep === null || /, line \d/.test(what) ? '' : ` (its last step: ${lastStep})`
    terminal.out(`When ${when}: ${what}${where}\n`)
  }
  if (findings.length > 0) {
    terminal.out(`${counted(findings.length, 'problem')}.\n`)
    for (const text of advice) terminal.out(`${text}\n`)
    return exitCodes.failed
  }
  terminal.out(`${strategy?.name ?? source.file}: no problems in ${circumstances} situations.\n`)
  return 0
}

interface Source {
  readonly file: string
  readonly text: string
}

const named = (name: string): string => `${name.replace(/\.ts$/, '')}.ts`

/**
 * A strategy that the project brings, by its name or its file's: the very text that was trusted.
 * @returns null if it brings none of this name
 * @throws FailureError if it does, or may, and its strategies are not trusted
 */
async function inProject(host: Host, folder: string, name: string, isElsewhere: boolean): Promise<Source | null> {
  const { id: projectId } = await projectIn(host, folder)
  const all = await ask(host, 'project-trust-read', { projectId })
  const trust = all.find(({ part }) => part === 'strategies')
  if (trust === undefined || trust.state === 'none') return null
  const infos = await ask(host, 'strategies-list', { projectId })
  const known = infos.find((info) => info.source?.kind === 'project' && info.name === name)?.source?.file
  const found = trust.files.find(({ file }) => basename(file) === basename(known ?? named(name)))
  // How those are called that are not trusted, nobody looks up: nothing is made of them.
  const mayBe = found !== undefined || !isElsewhere
  if (trust.state !== 'trusted' && mayBe) throw notTrusted(found?.file ?? name, folder, trust.state)
  if (found === undefined) return null
  return { file: basename(found.file), text: found.text }
}

function notTrusted(file: string, folder: string, state: ProjectTrust['state']): FailureError {
  const why = state === 'refused' ? 'you chose not to use' : 'you have not trusted yet'
  return new FailureError({
    kind: 'strategy-unknown',
    message: `This project contains strategies that ${why}, so ${file} was not tested.`,
    advice: `Review them with: agent trust --project ${folder}. To check a file of your own, give its path.`,
  })
}

function read(paths: readonly string[]): Source {
  const path = paths.find((each) => existsSync(each))
  if (path !== undefined) return { file: basename(path), text: readRegular(path, largestStrategy) }
  throw new FailureError({
    kind: 'not-found',
    message: `There is no file ${paths.join(', nor ')}.`,
    advice:
      'Give the path of the file, the name of a strategy in your strategies folder, or its project with --project.',
  })
}
