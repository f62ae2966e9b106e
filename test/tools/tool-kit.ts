import { onTestFinished } from 'vitest'
import type { ToolPort } from '../../src-main/agent/ports.ts'
import { projectGit } from '../../src-main/host/workspaces/project-git-port.ts'
import type { CallContext } from '../../src-main/tools/call-context.ts'
import { createReadWriteLock } from '../../src-main/tools/read-write-lock.ts'
import { createTools, type ToolPorts, type ToolSet } from '../../src-main/tools/registry.ts'
import type { CallRun } from '../../src-main/tools/tool.ts'
import type { GuardedFiles } from '../../src-main/tools/workspace-port.ts'
import { guardFiles } from '../../src-main/workspace/guard/guarded-files.ts'
import type { Question } from '../../src-shared/model/question.ts'
import { type ApprovalAnswer, type ApprovalAsk, noLimits } from '../../src-shared/model/tool.ts'
import { readFreely } from '../kit/project/read-git.ts'
import { type TemporaryProject, temporaryProject } from '../kit/project/temporary-project.ts'

/** The tools of one run on a temporary project, with everything the agent would hand them. */
export interface ToolBench {
  readonly project: TemporaryProject
  readonly tools: ToolPort & Pick<ToolSet, 'infos' | 'remember'>
  readonly approvals: ApprovalAsk[]
  readonly questions: Question[]
  /** What happened, in order: `begin`, `ask`, and the output. */
  readonly story: string[]
  run(tool: string, args: unknown, context?: Partial<CallContext>): Promise<CallRun>
  /** The same with the arguments as the model wrote them. */
  runText(tool: string, text: string, context?: Partial<CallContext>, complete?: boolean): Promise<CallRun>
}

interface Wanted extends Partial<ToolPorts> {
  readonly answer?: (ask: ApprovalAsk) => ApprovalAnswer | Promise<ApprovalAnswer>
}

export const allowed: ApprovalAnswer = { decision: 'allow', by: 'user', note: '' }
export const denied: ApprovalAnswer = { decision: 'deny', by: 'user', note: '' }

export async function toolBench(
  files: { readonly [path: string]: string } = {},
  wanted: Wanted = {},
): Promise<ToolBench> {
  const project = await temporaryProject(files)
  const guarded: GuardedFiles = await guardFiles(project.folder)
  const { answer = () => allowed, ...ports } = wanted
  const tools = createTools({
    files: guarded,
    git: projectGit(project.folder, readFreely()),
    work: 'act',
    approval: 'everything',
    rules: () => [],
    turns: createReadWriteLock(),
    environment: process.env,
    ...ports,
  })
  const approvals: ApprovalAsk[] = []
  const questions: Question[] = []
  const story: string[] = []
  const context: CallContext = {
    limits: noLimits,
    interrupted: false,
    signal: stopAtEnd(),
    output: (text) => void story.push(text),
    async approve(ask) {
      approvals.push(ask)
      story.push('ask')
      return answer(ask)
    },
    begin: () => void story.push('begin'),
    async askUser(question) {
      questions.push(question)
      return question.options[0] ?? ''
    },
  }
  let calls = 0
  const runText: ToolBench['runText'] = (tool, text, changed = {}, complete = true) =>
    tools.run({ id: `call_${++calls}`, tool, arguments: text, complete }, { ...context, ...changed })
  const run: ToolBench['run'] = (tool, args, changed) => runText(tool, JSON.stringify(args), changed)
  return { project, tools, approvals, questions, story, run, runText }
}

/** So that no test leaves a process behind. */
function stopAtEnd(): AbortSignal {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return stop.signal
}
