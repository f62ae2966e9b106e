import { counted } from '../../../../src-shared/base/format.ts'
import {
  type Hook,
  type HookEvent,
  maxHookSeconds,
  maxSendBacks,
  usualHookSeconds,
  usualSendBacks,
} from '../../../../src-shared/hooks/hook.ts'

/** A hook while it is written: what does not fit its event is left out of it. */
export interface HookForm {
  readonly event: HookEvent
  readonly tool: string
  readonly pattern: string
  readonly command: string
  readonly seconds: string
  readonly onFailure: Hook['onFailure']
  readonly sendBacks: string
}

export const eventLabels: { readonly [event in HookEvent]: string } = {
  'before-tool': 'Before a tool call',
  'after-edit': 'After an edit',
  'run-end': 'At the end of a run',
}

export const newHook: Hook = {
  event: 'after-edit',
  command: '',
  seconds: usualHookSeconds,
  onFailure: 'continue',
  sendBacks: usualSendBacks,
}

export const formOf = (hook: Hook): HookForm => ({
  event: hook.event,
  tool: hook.tool ?? '',
  pattern: hook.pattern ?? '',
  command: hook.command,
  seconds: `${hook.seconds}`,
  onFailure: hook.onFailure,
  sendBacks: `${hook.sendBacks}`,
})

export type HookProblems = { readonly [field in 'command' | 'seconds' | 'sendBacks']?: string }

export type ReadHook =
  | { readonly ok: true; readonly hook: Hook }
  | { readonly ok: false; readonly problems: HookProblems }

export function readForm(form: HookForm): ReadHook {
  const [command, tool, pattern] = [form.command.trim(), form.tool.trim(), form.pattern.trim()]
  const seconds = wholeNumber(form.seconds, 1, maxHookSeconds)
  const sendBacks = wholeNumber(form.sendBacks, 0, maxSendBacks)
  if (command === '' || seconds === null || sendBacks === null) {
    const problems = {
      ...(command === '' && { command: 'Enter a command.' }),
      ...(seconds === null && { seconds: `Enter a whole number from 1 to ${maxHookSeconds}.` }),
      ...(sendBacks === null && { sendBacks: `Enter a whole number from 0 to ${maxSendBacks}.` }),
    }
    return { ok: false, problems }
  }
  const { event, onFailure } = form
  const of = {
    ...(event === 'before-tool' && tool !== '' && { tool }),
    ...(event !== 'run-end' && pattern !== '' && { pattern }),
  }
  return { ok: true, hook: { event, ...of, command, seconds, onFailure, sendBacks } }
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

/** `After an edit of *.ts · at most 60 seconds`. */
export function hookText({ event, tool, pattern, seconds }: Hook): string {
  const when = [
    eventLabels[event],
    tool === undefined ? '' : ` of ${tool}`,
    pattern === undefined ? '' : `: ${pattern}`,
  ]
  return `${when.join('')} · at most ${counted(seconds, 'second')}`
}
