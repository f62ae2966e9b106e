import type { RunUnderWay, runRequests as requests } from '../../../src-shared/api/run-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { withImages } from '../../../src-shared/mentions/sent-images.ts'
import { toolBody } from '../../../src-shared/model/tool.ts'
import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import type { Store } from '../../store/store.ts'
import { newId } from '../base/ids.ts'
import { inOrder } from '../base/in-order.ts'
import { found } from '../base/not-found.ts'
import { runChanges } from '../branches/run-changes.ts'
import { type LaneRuns, refuseLaneCopy } from '../comparisons/lane-runs.ts'
import type { HandlersOf } from '../handlers.ts'
import type { HostContext } from '../host-context.ts'
import { addImage, imageOf, shortImages } from '../prompt-sources/images.ts'
import { instructionsOf } from '../prompt-sources/run-instructions.ts'
import type { ActiveRun } from '../runs/active-run.ts'
import { attachToQueued } from '../runs/attach-queued.ts'
import type { MentionParts } from '../runs/mention-sources.ts'
import { rebuildExchange } from '../runs/model-exchange.ts'
import { workspaceOf } from '../runs/run-turns.ts'
import type { Runs } from '../runs/runs.ts'

type Parts = Pick<HostContext, 'clock' | 'store' | 'bus' | 'workOf' | 'workspaces'> & MentionParts

export function runRequests(parts: Parts, runs: Runs, laneRuns: LaneRuns): HandlersOf<keyof typeof requests> {
  const { store, bus, clock } = parts
  const ordered = inOrder()
  const activeRun = (runId: string): ActiveRun => {
    const active = runs.active(runId)
    if (active === undefined) throw notGoing()
    return active
  }
  const queuedFor = (runId: string): readonly string[] =>
    runs.active(runId)?.desk.queued() ?? store.queuedMessages.of(runId)
  return {
    'runs-under-way': () => runsUnderWay(store),
    'run-start': (request) => {
      refuseLaneCopy(parts, workspaceOf(parts, request))
      return request.atEnd === true ? runs.send(request) : runs.start(request)
    },
    'run-stop': ({ runId }) => {
      activeRun(runId).stop()
      return null
    },
    'run-try-now': ({ runId }) => {
      if (!activeRun(runId).tryNow()) throw new FailureError(alreadyTried)
      return null
    },
    'run-resume': ({ runId }) => laneRuns.resume(runId),
    'run-dismiss': async ({ runId }) => {
      await laneRuns.dismiss(runId)
      return null
    },
    'run-queue': ({ runId, message, images = [] }) =>
      ordered(runId, async () => {
        const sent = await attachToQueued(parts, activeRun(runId).current(), message, images)
        activeRun(runId).desk.queue(sent)
        return null
      }),
    'run-queue-read': ({ runId }) => queuedFor(runId),
    'run-queue-write': ({ runId, before, messages }) => {
      if (JSON.stringify(queuedFor(runId)) !== JSON.stringify(before)) throw new FailureError(queueChanged)
      const active = runs.active(runId)
      if (active !== undefined) active.desk.requeue(messages)
      else {
        store.queuedMessages.set(found(store.runs.get(runId), 'run').id, messages)
        bus.publish({ kind: 'queue', runId, waiting: messages })
      }
      return null
    },
    'run-send-now': ({ runId, message, images = [], queued }) => {
      const active = activeRun(runId)
      const waiting = active.desk.queued()
      const at = queued ? waiting.indexOf(message) : waiting.length
      if (at === -1) throw new FailureError(queueChanged)
      const sent = queued ? message : withImages(message, images)
      runs.sendNow(active, [sent, ...waiting.toSpliced(at, 1)])
      return null
    },
    'run-approve': ({ runId, path, decision, note }) => {
      const active = activeRun(runId)
      const request = active.desk.approvalAt(path)
      if (request === null) throw tooLate()
      const { projectId } = active.current()
      const kept: ApprovalRule | null =
        decision === 'always' && request.rule !== null
          ? { decision: 'allow', ...request.rule, id: newId('rule'), projectId, createdAt: clock.now() }
          : null
      if (kept !== null) {
        store.rules.save(kept)
        bus.publish({ kind: 'rules' })
      }
      active.desk.decide(path, { decision, by: 'user', note })
      return kept
    },
    'run-answer': ({ runId, path, answer }) => {
      if (!activeRun(runId).desk.reply(path, answer)) throw tooLate()
      return null
    },
    'image-add': ({ name, data }) => addImage(store, name, data),
    'image-read': ({ ref }) => imageOf(store, ref),
    'run-exchange': ({ runId, path }) => {
      const events = store.events.ofType(runId, ['run-start', 'model-start', 'model-retry'])
      const exchange = rebuildExchange(events, path, (ref) => found(store.bodies.get(ref), 'text'))
      const resent = exchange.resent.map(({ why, sent }) => ({ why, sent: shortImages(sent) }))
      return { ...exchange, sent: shortImages(exchange.sent), resent }
    },
    'run-instructions': ({ runId }) =>
      instructionsOf(store.events.ofType(runId, ['run-start', 'tool-end']), (ref) =>
        found(store.bodies.get(ref), 'text'),
      ),
    'run-changes': ({ runId }) => runChanges(parts, found(store.runs.get(runId), 'run')),
    'body-read': ({ ref }) => toolBody.parse(JSON.parse(found(store.bodies.get(ref), 'result'))),
  }
}

function runsUnderWay({
  runs,
  conversations,
  projects,
}: Pick<Store, 'runs' | 'conversations' | 'projects'>): RunUnderWay[] {
  return runs
    .withStatus(['running', 'waiting'])
    .flatMap(({ run }) => {
      const conversation = conversations.get(run.conversationId)
      const project = projects.get(run.projectId)
      const gone = conversation === undefined || conversation.deletedAt !== null || project === undefined
      return gone ? [] : [{ run, title: conversation.title, project: project.name }]
    })
    .toReversed()
}

const notGoing = () =>
  new FailureError({
    kind: 'not-found',
    message: 'This run has already ended, or another Stratagem process runs it.',
    advice: 'Open the conversation again to see how it ended.',
  })

const tooLate = () =>
  new FailureError({
    kind: 'not-found',
    message: 'This question is no longer open.',
    advice: 'It was answered, or the run was stopped.',
  })

const alreadyTried = {
  kind: 'not-found',
  message: 'The request has already been sent again.',
  advice: 'Wait for the answer, or stop the run.',
} as const

const queueChanged = {
  kind: 'invalid-request',
  message: 'The queued messages have changed in the meantime.',
  advice: 'The run may have taken one of them. Look at the queue again.',
} as const
