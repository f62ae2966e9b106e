import { join } from 'node:path'
import type { Breakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import type { ModelProfile } from '../../src-shared/settings/settings.ts'
import { createHost } from '../host/create-host.ts'
import { appVersion } from '../host/data-folder/app-version.ts'
import type { Host } from '../host/host.ts'
import { rememberedProfiles } from '../host/settings/named-endpoints.ts'
import { openProfilesFile } from '../host/settings/profiles-file.ts'
import { commandAnswerer } from './answerer.ts'
import { appFolder } from './app-folder.ts'
import type { EnvironmentKeys } from './environment-keys.ts'
import type { Terminal } from './terminal.ts'

/**
 * The host, as the command line carries it: without a window, without a keychain.
 * @param named profiles that this command line names
 * @param network whether commands have one that nobody is asked about, whatever the settings say
 * @param approvesPlans whether plans are carried out without asking
 * @param breakpoints where runs pause; those of projects are for the window
 * @param keys for every profile that a command line ever named
 */
export async function openCommandHost(
  dataFolder: string,
  terminal: Terminal,
  named: readonly ModelProfile[],
  keys: EnvironmentKeys,
  network: boolean,
  approvesPlans: boolean,
  breakpoints: readonly Breakpoint[],
): Promise<Host> {
  const saved = openProfilesFile(dataFolder, (text) => terminal.error(text)).list()
  const remembered = rememberedProfiles(dataFolder, saved).filter((each) => !named.some((one) => one.id === each.id))
  const host = await createHost({
    dataFolder,
    resourcesFolder: join(appFolder, 'resources'),
    shell: 'command',
    version: appVersion(appFolder),
    keys: { kind: 'session', reason: 'The command line takes keys from the environment, such as OPENAI_API_KEY.' },
    folderDialog: null,
    openProject: () => null,
    url: null,
    answerer: commandAnswerer(terminal, approvesPlans),
    breakpoints,
    ...(network && { network: 'all' as const }),
    lent: [...remembered, ...named].map((profile) => ({ profile, key: keys.at(profile.baseUrl) })),
  })
  for (const notice of host.notices) terminal.error(notice)
  return host
}
