import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent } from '../../kit/host/seed-run.ts'

export interface DevData {
  /** The data folder; never the user's. */
  readonly home: string
  /** A copy of the sample project, in which the seeded runs were executed. */
  readonly project: string
}

const message = 'Fix the failing test'
const alone = ['--approve', 'everything']

/** Commands for the initial data: runs of the offline demo model, and a comparison. */
const seeds: readonly (readonly string[])[] = [
  ['run', '--strategy', 'tool-loop', ...alone, 'What does this project do?'],
  ['compare', '--lane', 'A=tool-loop', '--lane', 'B=plan-revise-execute', '--check', 'npm test', ...alone, message],
  ['run', '--strategy', 'plan-revise-execute', ...alone, message],
]

/**
 * The data of `npm run dev` and `npm run dev:browser`, created at the first start. To start over, remove the folder.
 * @param folder contains all of the data
 */
export async function devData(folder: string, say: (text: string) => void): Promise<DevData> {
  const data: DevData = { home: join(folder, 'data'), project: join(folder, 'sample-project') }
  const done = join(folder, 'seeded')
  if (existsSync(done)) return data
  say(`Seeding ${folder} with runs of the demo model, once …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(data.home, { recursive: true, mode: 0o700 })
  cpSync(join(import.meta.dirname, '../../../resources/sample-project'), data.project, { recursive: true })
  // Its own repository: otherwise git would find the app's around it.
  execFileSync('git', ['init', '--quiet', data.project])
  for (const [command = '', ...rest] of seeds) await agent(data.home, [command, '--project', data.project, ...rest])
  writeFileSync(done, '')
  return data
}
