import type { Usage } from '../../../../src-shared/model/message.ts'
import type { ToolBody } from '../../../../src-shared/model/tool.ts'
import type { OtherTool } from '../../../../src-shared/strategy/other-tools.ts'

/** A session that another tool recorded, as far as its file says. All times are ms since 1970. */
export interface Session {
  readonly tool: OtherTool
  /** The tool's own id of the session, or null if the file does not say. */
  readonly id: string | null
  readonly title: string
  /** The folder it worked in, or null if the file does not say. */
  readonly folder: string | null
  /** In the order of the file. */
  readonly turns: readonly SessionTurn[]
  /** Lines, or messages and their parts, that could not be read or are too many. */
  readonly leftOut: number
  /** Files of helpers that are too many. */
  readonly helpersLeftOut?: number
}

export interface SessionTurn {
  readonly message: string
  readonly at: number
  /** Of its last line. */
  readonly endAt: number
  /** Index of the turn that this one follows; null for a first one. */
  readonly parent: number | null
  readonly steps: readonly SessionStep[]
  readonly end: SessionEnd
}

/** `cut`: the file ends in the middle of the turn. */
export type SessionEnd =
  | { readonly kind: 'completed' | 'aborted' | 'cut' }
  | { readonly kind: 'failed'; readonly why: string }

export type SessionStep = ModelStep | ToolStep | NoticeStep

/** One answer of a model. */
export interface ModelStep {
  readonly kind: 'model'
  readonly at: number
  readonly endAt: number
  readonly provider: string
  readonly model: string
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly SessionCall[]
  readonly usage: Usage
  /** US dollars; null if the file does not say. */
  readonly cost: number | null
  /** Why there was no answer, in the tool's words; null if there was one. */
  readonly failure: string | null
}

export interface SessionCall {
  readonly id: string
  readonly tool: string
  /** JSON text. */
  readonly arguments: string
}

export interface ToolStep {
  readonly kind: 'tool'
  readonly call: SessionCall
  readonly at: number
  /** Null: no result was recorded. */
  readonly result: ToolEnd | null
  /** The helper that did the work of the call, if it was recorded. */
  readonly agent: SessionAgent | null
}
export interface ToolEnd {
  readonly at: number
  readonly ok: boolean
  readonly text: string
  readonly body: ToolBody | null
}

export interface SessionAgent {
  readonly goal: string
  readonly steps: readonly SessionStep[]
}

export interface NoticeStep {
  readonly kind: 'notice'
  readonly at: number
  readonly text: string
}
