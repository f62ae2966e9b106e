import { useMemo } from 'react'
import type { McpPromptCommand } from '../../../src-shared/mcp/mcp-offers.ts'
import type { PromptFile } from '../../../src-shared/prompt-files/prompt-file.ts'
import type { SkillEntry } from '../../../src-shared/prompt-files/skill-entry.ts'
import { runCommand } from '../../commands/command-store.ts'
import { ask } from '../../host/host.ts'
import { sendMessage } from '../../parts/choices/send-message.ts'
import type { ComposerState } from '../../parts/choices/use-composer.ts'
import { pickImages } from '../../parts/mentions/add-images.ts'
import { type SlashCommand, type SlashResult, withPrompts } from '../../parts/slash/slash-commands.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { isUnderWay } from '../../stores/runs/runs.ts'
import { setUpComparison } from '../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { useKnownStrategies } from '../../stores/server-cache/strategy-titles.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { branchWorkspace } from '../../stores/session/workspaces.ts'

const none: readonly PromptFile[] = []
const noSkills: readonly SkillEntry[] = []
const noPrompts: readonly McpPromptCommand[] = []
const noProfiles = { profiles: [], presets: [] }
const done: SlashResult = { text: '', note: null }
const said = (note: string): SlashResult => ({ text: '', note })

/** What can be chosen by name after a command. */
interface Named {
  readonly id: string
  readonly names: readonly string[]
}

/** The commands that a message can begin with: the app's, then prompt files, skills, and the prompts of MCP servers. */
export function useSlashCommands(composer: ComposerState): readonly SlashCommand[] {
  const projectId = useWorkbench((state) => state.project?.id ?? null)
  // Read again each time that a command is typed: the files may have changed.
  const typing = composer.draft.text.startsWith('/')
  const wanted = typing && projectId !== null ? { projectId } : null
  const { answer } = useAnswer('prompt-files-list', wanted)
  const { answer: prompts } = useAnswer('mcp-prompts-list', wanted)
  const { answer: known } = useAnswer('skills-list', wanted)
  const strategies = useKnownStrategies()
  const profiles = useSettings((state) => valueOr(state.profiles, noProfiles)).profiles
  const files = answer.state === 'ready' ? answer.value : none
  const skills = known.state === 'ready' ? known.value : noSkills
  const offered = prompts.state === 'ready' ? prompts.value : noPrompts
  return useMemo(() => {
    const models = profiles.map(({ id, name, model }) => ({ id, names: [name, model] }))
    const named = strategies.map(({ name, title }) => ({ id: name, names: [name, title ?? name] }))
    const servers = offered.map((each) => serverCommand(each, projectId ?? ''))
    return withPrompts(
      [...conversationCommands(composer), ...choiceCommands(composer, models, named)],
      files,
      servers,
      skills,
    )
  }, [composer, files, offered, projectId, skills, strategies, profiles])
}

const app = (name: string, description: string, run: SlashCommand['run'], hint = ''): SlashCommand => ({
  name,
  hint,
  description,
  source: 'app',
  run,
})

/** The server's text replaces the message, to be read before it is sent. */
function serverCommand(
  { server, prompt, command, hint, description }: McpPromptCommand,
  projectId: string,
): SlashCommand {
  const params = { projectId, server, prompt }
  return {
    name: command,
    hint,
    description,
    source: 'server',
    run: (typed) => ({
      text: `/${command} ${typed}`.trimEnd(),
      note: `Asking ${server}…`,
      later: ask('mcp-prompt-read', { ...params, typed }).then(({ text, images, note }) => ({
        text,
        images,
        note: [`From the MCP server ${server}. Nothing is sent yet.`, ...(note === null ? [] : [note])].join(' '),
      })),
    }),
    ...(hint !== '' && { propose: (typed: string) => ask('mcp-prompt-propose', { ...params, typed }) }),
  }
}

function conversationCommands(composer: ComposerState): readonly SlashCommand[] {
  const { draft, parentId, run } = composer
  const begin = () => {
    // After the text has left this conversation's draft.
    queueMicrotask(() => runCommand('new-conversation'))
    return done
  }
  return [
    app('compact', 'Summarize the conversation so far, for the turns that follow', (typed) => {
      if (isUnderWay(run)) return said('The conversation can be summarized when the run has ended.')
      if (parentId === null) return said('There is nothing to summarize yet.')
      const focus = typed.trim().slice(0, 4000)
      const text = focus === '' ? '/compact' : `/compact ${focus}`
      void sendMessage({ ...composer, draft: { ...draft, text } }, false, { focus }).then((failure) =>
        failure === null ? undefined : toastOnFailure(Promise.reject(failure)),
      )
      return done
    }),
    app('clear', 'Begin a new conversation; this one is kept', begin),
    app('new', 'Begin a new conversation', begin),
    app(
      'compare',
      'Run the message with several strategies, side by side',
      (typed) => {
        setUpComparison({ kind: 'message', parentId, ...branchWorkspace(parentId, run) }, typed)
        return { text: typed, note: null }
      },
      'message',
    ),
    app('image', 'Add an image from a file', () => {
      pickImages(composer.key)
      return done
    }),
    app('help', 'Show all commands', () => ({ text: '/', note: null })),
    app('keys', 'Show the keyboard shortcuts', () => {
      runCommand('shortcuts')
      return done
    }),
  ]
}

function choiceCommands(
  { choices, change }: ComposerState,
  models: readonly Named[],
  strategies: readonly Named[],
): readonly SlashCommand[] {
  const mode = (name: 'plan' | 'act', description: string) =>
    app(name, description, (typed) => {
      change({ mode: name })
      return { text: typed, note: name === 'plan' ? 'Plan mode: nothing is changed.' : 'Act mode.' }
    })
  return [
    mode('plan', 'Plan mode: only tools that read'),
    mode('act', 'Act mode: do the work'),
    app('model', 'Choose the model', (typed) =>
      chosen('Model', typed, models, (id) => change({ roles: { ...choices.roles, default: id } })),
    ),
    app('strategy', 'Choose the strategy', (typed) =>
      chosen('Strategy', typed, strategies, (name) => change({ strategy: { name, options: {} } })),
    ),
  ]
}

/** Chooses by name; without one, goes to the control next to the message. */
function chosen(control: string, typed: string, all: readonly Named[], choose: (id: string) => void): SlashResult {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') {
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[role="combobox"][aria-label="${control}"]`)?.focus(),
    )
    return done
  }
  const fits = (test: (name: string) => boolean) =>
    all.find(({ names }) => names.some((name) => test(name.toLowerCase())))
  const found = fits((name) => name === wanted) ?? fits((name) => name.startsWith(wanted))
  if (found === undefined) return said(`${control} “${typed.trim()}” is not known.`)
  choose(found.id)
  return said(`${control}: ${found.names[0] ?? found.id}.`)
}
