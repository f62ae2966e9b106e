import { completeFromLoginShell, type ProgramStart } from '../../processes/login-environment.ts'
import { isSecretName } from '../../tools/clean-environment.ts'

/** For a shell of the app that starts commands: begins to ask the user's login shell for what this process lacks. */
export const completeEnvironment = (start: ProgramStart): void => completeFromLoginShell(start, isSecretName)
