import { execFileSync } from 'node:child_process'
import { type TemporaryProject, temporaryProject } from '../../kit/project/temporary-project.ts'

export interface GitProject extends TemporaryProject {
  /** Runs the machine's own git in the project, or in a folder of it. */
  git(args: readonly string[], folder?: string): string
}

const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main']

/** A real repository with one commit that holds the given files; removed after the test. */
export async function gitProject(files: { readonly [path: string]: string }): Promise<GitProject> {
  const project = await temporaryProject(files)
  const git = (args: readonly string[], folder = project.folder) =>
    execFileSync('git', [...who, '-c', 'protocol.file.allow=always', ...args], { cwd: folder, encoding: 'utf8' })
  git(['init', '-q'])
  git(['add', '-A'])
  git(['commit', '-q', '-m', 'start'])
  return { ...project, git }
}
