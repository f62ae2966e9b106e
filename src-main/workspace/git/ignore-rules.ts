import { dirname, join, relative, sep } from 'node:path'
import { smallText, userRepository } from './user-repository.ts'

/** Ignored although no `.gitignore` says so; a `.gitignore` can re-include them with `!`. */
const always = ['.stratagem-restore-*', 'node_modules/', '.venv/', '__pycache__/', '.DS_Store']

/**
 * One ignore pattern of a folder above the project, rewritten relative to the project; undefined if it
 * is about other folders. `way` is the project's path from that folder, with forward slashes.
 * Source: gitignore(5), "PATTERN FORMAT".
 */
export function patternFromAbove(line: string, way: string): string | undefined {
  if (line.trim() === '' || line.startsWith('#')) return undefined
  const not = line.startsWith('!') ? '!' : ''
  const body = line.slice(not.length).replace(/\r$/, '')
  const anchored = body.replace(/\/$/, '').includes('/') && !body.startsWith('**/')
  if (!anchored) return line.replace(/\r$/, '')
  const path = body.replace(/^\//, '')
  return path.startsWith(`${way}/`) && path.length > way.length + 1 ? `${not}/${path.slice(way.length + 1)}` : undefined
}

/**
 * What a snapshot ignores in addition to the project's own `.gitignore` files: rules from parent folders and settings.
 */
export async function ignoreRules(project: string, apart: readonly string[]): Promise<string> {
  const repository = await userRepository(project)
  const lines: string[] = [...always]
  if (repository) {
    const files: { file: string; from: string }[] = [
      { file: join(repository.gitFolder, 'info', 'exclude'), from: repository.top },
    ]
    const above: { file: string; from: string }[] = []
    for (let folder = project; folder !== repository.top; ) {
      folder = dirname(folder)
      above.unshift({ file: join(folder, '.gitignore'), from: folder })
    }
    for (const { file, from } of [...files, ...above]) lines.push(...(await linesFromAbove(file, from, project)))
  }
  return `${[...lines, ...apart].join('\n')}\n`
}

async function linesFromAbove(file: string, from: string, project: string): Promise<string[]> {
  const lines = ((await smallText(file)) ?? '').split('\n')
  if (from === project) return lines
  const way = relative(from, project).split(sep).join('/')
  return lines.flatMap((line) => patternFromAbove(line, way) ?? [])
}
