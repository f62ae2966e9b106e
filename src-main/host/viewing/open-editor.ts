import { homedir } from 'node:os'
import { basename } from 'node:path'
import type { EditorOpened, Editors } from '../../../src-shared/api/viewing-requests.ts'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import {
  type EditorChoice,
  type EditorTarget,
  fillAddress,
  fillArgument,
} from '../../../src-shared/settings/editor-choice.ts'
import { type Machine, thisMachine } from '../../processes/find-program.ts'
import { startApart } from '../../processes/start-apart.ts'
import { type EditorPreset, editorPresets } from './editor-presets.ts'
import { callOf, type EditorCall, findEditor } from './find-editors.ts'

/** The editors that are known, and which of them this computer has. */
export function listEditors(machine: Machine = thisMachine()): Editors {
  const presets = editorPresets.map((each) => ({
    preset: each.preset,
    name: each.name,
    found: callOf(each, machine) !== null,
  }))
  return { presets, detected: presets.find(({ found }) => found)?.preset ?? null }
}

/**
 * Opens a place in the user's editor. What is called comes from the user's settings alone. A program gets its arguments
 * as a list, without a shell; an absolute path is never taken for an option.
 * @param openAddress opens an address; undefined in shells that can’t: the window then opens it
 * @throws FailureError if no editor was found, or it can't be started
 */
export async function openEditor(
  choice: EditorChoice,
  target: EditorTarget,
  openAddress: ((address: string) => void) | undefined,
  machine: Machine = thisMachine(),
): Promise<EditorOpened> {
  const { name, call } = calledBy(choice, machine)
  if (call.kind === 'program') {
    await start(
      call.program,
      call.args.map((each) => fillArgument(each, target)),
      name,
    )
    return { editor: name, address: null }
  }
  const address = fillAddress(call.address, target)
  openAddress?.(address)
  return { editor: name, address: openAddress === undefined ? address : null }
}

function calledBy(choice: EditorChoice, machine: Machine): { readonly name: string; readonly call: EditorCall } {
  switch (choice.kind) {
    case 'detect': {
      for (const preset of editorPresets) {
        const call = callOf(preset, machine)
        if (call !== null) return { name: preset.name, call }
      }
      throw cannot('No editor was found on this computer.')
    }
    case 'preset': {
      const preset = editorPresets.find((each) => each.preset === choice.preset)
      if (preset === undefined) throw cannot('The editor in the settings is unknown.')
      return { name: preset.name, call: callOf(preset, machine) ?? byAddress(preset) }
    }
    case 'address':
      return { name: 'your editor', call: { kind: 'address', address: choice.address } }
    case 'program': {
      const program = findEditor(choice.program, machine)
      if (program === null) throw cannot(`The program ${choice.program} was not found.`)
      return { name: basename(choice.program), call: { kind: 'program', program, args: choice.args } }
    }
    default:
      return assertNever(choice)
  }
}

/** The system may know its address though its program was not found. */
function byAddress({ name, address }: EditorPreset): EditorCall {
  if (address === null) throw cannot(`${name} was not found on this computer.`)
  return { kind: 'address', address }
}

/** An editor that fails says so at once, ms; one that still runs then has begun. */
const failsWithin = 1500

async function start(program: string, args: readonly string[], name: string): Promise<void> {
  const failure = await startApart(program, args, homedir(), failsWithin)
  if (failure === null) return
  if (failure.kind === 'not-started') throw cannot(`${name} could not be started: ${failure.why.message}.`)
  throw cannot(`${name} ended with code ${failure.code}.`, failure.trouble)
}

const cannot = (message: string, detail = '') =>
  new FailureError({
    kind: 'invalid-request',
    message,
    advice: 'Choose your editor in the settings, under Editor, and test it there.',
    ...(detail === '' ? {} : { detail }),
  })
