import { failureFrom } from '../src-shared/base/failure.ts'
import { revealHidden } from '../src-shared/base/hidden-characters.ts'
import { completeEnvironment } from './host/base/complete-environment.ts'
import { appVersion } from './host/data-folder/app-version.ts'
import { dataFolder } from './host/data-folder/data-folder.ts'
import { serveBrowser } from './shell-browser/serve.ts'
import { appFolder } from './shell-command/app-folder.ts'
import { readStartArguments, type StartArguments, startUsage } from './start-arguments.ts'
import { build, needsBuild } from './start-build.ts'
import { findElectron, openDesktop, whyNoDesktop } from './start-desktop.ts'

/** `npm start`: builds what is not built, then opens the desktop app, or says why not and serves the browser. */
const root = appFolder
const say = (text: string) => {
  process.stdout.write(`${revealHidden(text)}\n`)
}

/** Returns the program's exit code. */
export async function start(words: readonly string[]): Promise<number> {
  const args = understood(words)
  if (args === null) return 2
  if (args.help) {
    say(startUsage.trimEnd())
    return 0
  }
  if (needsBuild(root)) {
    say('Building …')
    const why = await build(root)
    if (why !== null) {
      say(why)
      return 1
    }
  }
  if (args.browser) return browser(args)
  const reason = whyNoDesktop()
  if (reason !== null) return instead(reason, args)
  const program = await findElectron(root, say)
  if (program === null) return instead('Electron can’t be downloaded', args)
  const code = await openDesktop(program, root, args.project)
  return code ?? instead('Electron does not start here', args)
}

function understood(args: readonly string[]): StartArguments | null {
  try {
    // npm runs scripts in the package's folder, and tells where the user was.
    return readStartArguments(args, process.env['INIT_CWD'] ?? process.cwd())
  } catch (thrown) {
    say(`${thrown instanceof Error ? thrown.message : String(thrown)}\n\n${startUsage.trimEnd()}`)
    return null
  }
}

function instead(reason: string, args: StartArguments): Promise<number> {
  say(`The desktop app can’t open because ${reason}. Serving the app to your browser instead.`)
  return browser(args)
}

async function browser(args: StartArguments): Promise<number> {
  completeEnvironment('app')
  try {
    const served = await serveBrowser({
      dataFolder: dataFolder(),
      root,
      version: appVersion(root),
      port: args.port,
      openProject: args.project,
    })
    if (served.kind === 'elsewhere') {
      const { shell, url } = served.other
      const where = url === null ? (shell === 'electron' ? 'in its own window' : 'here') : `at ${url}/`
      say(
        `Stratagem is already running ${where} with this data folder. Use that one, or set STRATAGEM_HOME to another folder.`,
      )
      return 0
    }
    say(`Stratagem is at ${served.entry}`)
    await stopAsked()
    await served.close()
    return 0
  } catch (thrown) {
    const failure = failureFrom(thrown)
    say(`${failure.message} ${failure.advice}`)
    return 1
  }
}

/** Resolves with the first Ctrl-C; a second one ends the program at once. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    let hasAsked = false
    const onSignal = () => {
      if (hasAsked) process.exit(130)
      hasAsked = true
      resolve()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    process.on('SIGHUP', onSignal)
  })
}
