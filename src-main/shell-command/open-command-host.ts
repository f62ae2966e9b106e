import { join } from 'node:path'
import type { Breakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import type { Answerer } from '../host/base/answerer.ts'
import { createHost } from '../host/create-host.ts'
import { appVersion } from '../host/data-folder/app-version.ts'
import type { Host } from '../host/host.ts'
import { rememberedProfiles } from '../host/settings/named-endpoints.ts'
import { openProfilesFile } from '../host/settings/profiles-file.ts'
import { commandAnswerer } from './answerer.ts'
import { appFolder } from './app-folder.ts'
import type { EnvironmentKeys } from './environment-keys.ts'
import type { Terminal } from './terminal.ts'

/** What a command line says of the whole process. */
export interface HostWishes {
  /** Commands that nobody is asked about have one, whatever the settings say. */
  readonly network: boolean
  /** Plans are carried out without asking. */
  readonly approvesPlans: boolean
  /** Where runs pause; those of projects are for the window. */
  readonly breakpoints: readonly Breakpoint[]
  /** No hook is run. */
  readonly noHooks: boolean
  /** The models get their tools described in text. */
  readonly toolsInText: boolean
  /** Address of an OpenTelemetry collector; null: as the settings say. */
  readonly otlp: string | null
  /** Names of environment variables that commands get although they hold secrets; left out: none. */
  readonly variables?: readonly string[]
  /** Files and folders that no command may see, besides the data folder; left out: none. */
  readonly hides?: readonly string[]
  /** Who answers the questions of runs: this terminal, whoever requests to, or one that is given. */
  readonly answerer: Answerer | 'terminal' | 'requests'
}

/**
 * The host, as the command line carries it: without a window, without a keychain.
 * @param named profiles that this command line names
 * @param keys for every profile that a command line ever named
 */
export async function openCommandHost(
  dataFolder: string,
  terminal: Terminal,
  named: readonly ModelProfile[],
  keys: EnvironmentKeys,
  { network, approvesPlans, noHooks, toolsInText, otlp, breakpoints, answerer, variables = [], hides = [] }: HostWishes,
): Promise<Host> {
  const saved = openProfilesFile(dataFolder, (text) => terminal.error(text)).list()
  const remembered = rememberedProfiles(dataFolder, saved).filter((each) => !named.some((one) => one.id === each.id))
  // What is lent hides what is saved under the same id, and a process that serves reads that again when it changes.
  const isLent = (one: ModelProfile) =>
    answerer === 'terminal' || !saved.some((each) => JSON.stringify(each) === JSON.stringify(one))
  const host = await createHost({
    dataFolder,
    resourcesFolder: join(appFolder, 'resources'),
    shell: 'command',
    version: appVersion(appFolder),
    keys: {
      kind: 'session',
      reason: 'The command line takes keys from the environment, such as OPENAI_API_KEY.',
      // Another program may choose any model of the user's, also one that is saved while this process runs.
      ...(answerer !== 'terminal' && { keyAt: keys.at }),
    },
    folderDialog: null,
    openProject: () => null,
    url: null,
    ...(answerer === 'terminal' && { answerer: commandAnswerer(terminal, approvesPlans) }),
    ...(typeof answerer === 'object' && { answerer }),
    breakpoints,
    hides,
    variables,
    ...(noHooks && { hooks: 'none' as const }),
    ...(toolsInText && { toolsInText: true as const }),
    ...(otlp !== null && { telemetry: { endpoint: otlp, headers: keys.otlpHeaders } }),
    ...(network && { network: 'all' as const }),
    lent: [...remembered, ...named].filter(isLent).map((profile) => ({
      profile,
      key: keys.at(profile.baseUrl),
    })),
  })
  for (const notice of host.notices) terminal.error(notice)
  return host
}
