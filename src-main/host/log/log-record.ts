import { release } from 'node:os'
import type { Failure } from '../../../src-shared/base/failure.ts'

export type LogField = string | number | boolean | null

/** The log records. No field may contain what people or models wrote: ids, kinds and counts only. */
export type LogRecord = { readonly level: 'info' | 'warn' | 'error' } & (
  | {
      readonly event: 'host-start'
      readonly shell: string
      readonly version: string
      readonly platform: string
      readonly node: string
      readonly electron: string | null
    }
  | { readonly event: 'host-end' }
  | { readonly event: 'host-failed'; readonly kind: string; readonly fault: string | null }
  | { readonly event: 'migrated'; readonly from: number; readonly to: number }
  | { readonly event: 'sandbox-found'; readonly name: string | null; readonly cutsNetwork: boolean }
  | { readonly event: 'run-start'; readonly run: string; readonly how: 'start' | 'resume' }
  | { readonly event: 'run-end'; readonly run: string; readonly status: string; readonly kind: string | null }
  | { readonly event: 'request-failed'; readonly method: string; readonly kind: string; readonly fault: string | null }
  | { readonly event: 'crash'; readonly origin: string; readonly fault: string }
)

/** The first record of every host. */
export const hostStart = ({ shell, version }: { readonly shell: string; readonly version: string }) =>
  ({
    level: 'info',
    event: 'host-start',
    shell,
    version,
    platform: `${process.platform} ${release()} ${process.arch}`,
    node: process.versions.node,
    electron: process.versions['electron'] ?? null,
  }) satisfies LogRecord

/** Frames of a stack that are logged. */
const maxFrames = 12

/**
 * What a log may say about a failure: its kind, and for a bug its stack. Messages are left out: they may quote people.
 */
export function failureFields({ kind, detail }: Failure): { readonly kind: string; readonly fault: string | null } {
  return { kind, fault: kind === 'internal' && detail !== undefined ? faultText(detail) : null }
}

/** A stack without its message: parsers and databases quote the text that they failed on. */
export function faultText(stack: string): string {
  const lines = stack.split('\n')
  const frames = lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
  const message = (lines[0] ?? '').replace(/(["'`“])[^\n]*["'`”]/g, '“…”').slice(0, 200)
  return [message, ...frames.slice(0, maxFrames)].join(' | ')
}
