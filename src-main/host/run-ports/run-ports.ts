import type { HookResult } from '../../../src-shared/hooks/hook.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'
import { baseProfileId } from '../../../src-shared/settings/profile-variant.ts'
import { demoProfileId } from '../../../src-shared/settings/settings.ts'
import type { WorkMode } from '../../../src-shared/strategy/task.ts'
import type { CopyPort, HookPort, ModelPort, ToolContext, ToolPort, WorkspacePort } from '../../agent/ports.ts'
import { environmentCompleted } from '../../processes/login-environment.ts'
import { runCommand } from '../../tools/built-in/run-command.ts'
import { cleanEnvironment } from '../../tools/clean-environment.ts'
import { withConfinementHint } from '../../tools/confinement.ts'
import { runHook } from '../../tools/hooks/run-hook.ts'
import type { UsedHooks } from '../../tools/hooks/trusted-scripts.ts'
import { createTools, type ToolSet } from '../../tools/registry.ts'
import { visibleName } from '../../tools/text/visible.ts'
import { fetchPageTool } from '../../tools/web/fetch-page.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { workspaceFailed } from '../../workspace/workspace-failure.ts'
import type { HostContext } from '../host-context.ts'
import { createRunNotes, type RunNotes } from '../mcp/run-notes.ts'
import { projectPermissions } from '../prompt-sources/project-permissions.ts'
import { skillTools } from '../prompt-sources/skill-tool.ts'
import type { KeyHider } from '../settings/redact-keys.ts'
import { projectGit } from '../workspaces/project-git-port.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'
import { holdingFiles } from './holding-files.ts'
import type { RetryWaits } from './retry-waits.ts'

/** Time limit of a strategy's check command, ms. */
const checkWithin = 600_000

/** The tools of a run, and what it should say of the servers that some are of. */
export interface ProjectTools extends ToolSet {
  readonly notes: RunNotes
}

/** The tools for a message, on the project's own folder or a copy of it. */
export async function projectTools(
  { store, mcp, settings, skills }: Pick<HostContext, 'store' | 'mcp' | 'settings' | 'skills'>,
  work: ProjectWork,
  projectId: string,
  mode: WorkMode,
  approval: ApprovalMode,
  hooks: UsedHooks,
  conversationId: string | null,
  notes = createRunNotes(),
): Promise<ProjectTools> {
  await environmentCompleted()
  const { folder, commands } = work
  const project = { id: projectId, folder: commands.project }
  const permissions = await projectPermissions(commands.project)
  const known = (await skills.of(project)).flatMap((read) => (read.ok ? [read.skill] : []))
  const tools = createTools({
    others: [
      ...skillTools(known),
      ...(settings.read().webPages ? [fetchPageTool()] : []),
      ...(await mcp.toolsFor({ project, folder, confinement: commands.confinement }, conversationId, notes)),
    ],
    files: holdingFiles(await guardFiles(work.folder, undefined, commands.seenAs()), work.snapshots),
    git: projectGit(work.folder, work.commands.reading),
    work: mode,
    approval,
    rules: () => [...permissions.rules, ...store.rules.list(projectId)],
    ...hooks,
    turns: work.turns,
    environment: cleanEnvironment(process.env),
    confinement: work.commands.confinement,
    changedFiles: () => changedFiles(work.snapshots),
  })
  return { ...tools, notes }
}

/** By snapshots, which cost little while the files are watched. */
async function changedFiles(snapshots: ProjectWork['snapshots']): Promise<() => Promise<readonly string[]>> {
  const before = await snapshots.snapshot()
  return async () => {
    const after = await snapshots.snapshot()
    return after.id === before.id ? [] : snapshots.paths(before.id, after.id)
  }
}

/**
 * Tools that wait for the snapshot before the run if they may change files, and whose results contain no key.
 * @param owner the run that their processes belong to
 */
export function toolPort(tools: ToolSet, owner: string, before: () => Promise<void>, hider: KeyHider): ToolPort {
  return {
    effectOf: (tool) => tools.effectOf(tool),
    problemWith: (call) => tools.problemWith(call),
    run: async (call, context) => {
      if (tools.effectOf(call.tool) !== 'read') await before()
      const output = hider.stream((text) => context.output(text))
      const hook: ToolContext['hook'] = (ask, run) =>
        context.hook(ask, async () => {
          // A hook of a call that only reads may write all the same.
          await before()
          return hiddenIn(await run(), hider)
        })
      try {
        return hider.run(await tools.run(call, { ...context, owner, output: output.push, hook }))
      } finally {
        output.end()
      }
    },
  }
}

const hiddenIn = (result: HookResult, hider: KeyHider): HookResult => ({ ...result, output: hider.text(result.output) })

/**
 * Runs the hooks at the end of a run, in its folder. A hook that the run was started with and that is no longer used,
 * such as one that is not trusted any more, does nothing.
 */
export function hookPort(
  { used: { hooks, scripts } }: ToolSet,
  work: ProjectWork,
  owner: string,
  before: () => Promise<void>,
  hider: KeyHider,
): HookPort {
  return {
    run: async ({ hook, sentBack, mayStillSendBack, answer }, signal) => {
      const known = hooks.some((each) => JSON.stringify(each) === JSON.stringify(hook))
      if (!known) return { ended: 'not-run', exitCode: null, decision: 'continue', output: '' }
      await before()
      const giveBack = await work.turns.take('write', signal)
      if (giveBack === null) return { ended: 'stopped', exitCode: null, decision: 'continue', output: '' }
      const { folder } = work
      const { confinement } = work.commands
      const place = { folder, environment: cleanEnvironment(process.env), scripts, confinement }
      const input = { event: hook.event, folder, answer, sentBack, mayStillSendBack }
      return hiddenIn(await runHook(hook, input, place, { signal, owner }).finally(giveBack), hider)
    },
  }
}

/** Maximum characters of all diffs together that a strategy gets. */
const maxPatch = 60_000

/** @param keep called with states that are requested or replaced, so that they are kept */
export function workspacePort(
  work: ProjectWork,
  owner: string,
  before: () => Promise<void>,
  copies: CopyPort,
  hider: KeyHider,
  keep: (snapshot: string) => void,
): WorkspacePort {
  return {
    copies,
    changes: async (from, to) => {
      const { files } = await work.snapshots.changes(from, to)
      const patch = files.map((file) => file.patch || `(no diff of ${visibleName(file.path)}: ${file.kind})\n`).join('')
      return { files, patch: patch.length > maxPatch ? `${patch.slice(0, maxPatch)}\n… cut off` : patch }
    },
    snapshot: async () => {
      const { id } = await work.snapshots.snapshot()
      keep(id)
      return id
    },
    restore: async (snapshot) => {
      await before()
      await work.states.settle()
      const { undo, refused } = await work.snapshots.restore(snapshot)
      keep(undo)
      work.states.touched()
      // A strategy continues from the files it requested, or gets an error.
      const [first] = refused
      if (first !== undefined) throw workspaceFailed(first.why, 'Check the permissions of the file and its folder.')
    },
    check: async (command, signal) => {
      await before()
      await work.states.settle()
      const environment = cleanEnvironment(process.env)
      const confinement = await work.commands.confinement()
      const confine = confinement?.confine ?? null
      const { folder } = work
      const ask = { command, folder, environment, timeLimitMs: checkWithin, signal, confine, owner, output: () => {} }
      const end = await runCommand(ask).finally(work.states.touched)
      return {
        exitCode: end.exitCode,
        output: hider.text(withConfinementHint({ ...end, command }, confinement, false)),
      }
    },
  }
}

/**
 * Starts the demo model before the first call of a role that uses it.
 * @param wait between attempts; by default as long as planned
 */
export function modelPort({ model, demo }: Pick<HostContext, 'demo' | 'model'>, wait?: RetryWaits['wait']): ModelPort {
  return {
    api: (bound) => model.api(bound),
    forms: (bound) => model.forms(bound),
    images: (bound) => model.images(bound),
    parameters: (bound, request) => model.parameters(bound, request),
    call: async (bound, request, handler, signal) => {
      if (isDemo(bound)) await demo.url()
      return model.call(bound, request, handler, signal, wait)
    },
  }
}

const isDemo = (bound: BoundRole) => baseProfileId(bound.profileId) === demoProfileId
