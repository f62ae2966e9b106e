import { delimiter } from 'node:path'
import { notFromFolder } from '../own-node/not-from-folder.js'
import { programFolders } from './find-program.ts'

/** Where programs are if `PATH` names no folder: an empty one would mean the working folder. */
const usual = '/usr/local/bin:/usr/bin:/bin'

/**
 * An environment in which no program is found in the working folder: a script that starts with `#!/usr/bin/env node`
 * would otherwise run a project's `node`, if the user's `PATH` contains `.` or an empty part.
 */
export function safeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { platform } = process
  const folders = programFolders({ platform, environment }).join(delimiter)
  if (platform !== 'win32') return { ...environment, PATH: folders === '' ? usual : folders }
  const others = Object.entries(environment).filter(([name]) => name.toUpperCase() !== 'PATH')
  return { ...Object.fromEntries(others), Path: folders, [notFromFolder]: '1' }
}
