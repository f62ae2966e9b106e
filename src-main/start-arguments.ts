import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export interface StartArguments {
  readonly help: boolean
  /** Serve the browser although the desktop app could be opened. */
  readonly browser: boolean
  readonly port: number
  /** Absolute, or null. */
  readonly project: string | null
}

export const startUsage = `npm start                    opens Stratagem
npm start -- --project DIR   opens it with a project
npm start -- --browser       serves it to your browser, on this machine only
npm start -- --browser --port N
STRATAGEM_HOME sets the data folder.
`

/**
 * @param workingFolder what a relative project starts from
 * @throws Error in words, if the arguments are not understood
 */
export function readStartArguments(args: readonly string[], workingFolder: string): StartArguments {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      browser: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      project: { type: 'string' },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is not a valid port.`)
  return {
    help: values.help,
    browser: values.browser || args.some((each) => each === '--port' || each.startsWith('--port=')),
    port,
    project: values.project === undefined ? null : resolve(workingFolder, values.project),
  }
}
