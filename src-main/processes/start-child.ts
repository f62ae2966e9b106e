import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { findNothingInFolder } from '../own-node/not-from-folder.js'
import type { Child, ChildOptions, ChildProgram, Piped } from './child.ts'
import { endings } from './child-kinds.ts'
import { endOfChild } from './end-of-child.ts'
import { fileStart } from './file-start.ts'
import { findProgram, isFixed, thisMachine } from './find-program.ts'
import { guardProcess } from './guardian.ts'
import { commandMark, markOf } from './marks.ts'
import { safeEnvironment } from './safe-environment.ts'

// The desktop app comes here first.
findNothingInFolder()

/**
 * Starts a child process. All but `start-apart.ts` start theirs here.
 *
 * 1. It leads a process group of its own, carries a mark in its environment, and ends with the app, even if the app is
 *    killed (`guardProcess`).
 * 2. If it is ended, so are its group, and on Linux processes that left the group and carry its mark; the kind says
 *    what ends with it if it ends by itself.
 * 3. Nothing waits for pipes that such a process holds, nor for a process that can't be killed.
 * 4. Neither it nor what it starts is found in the folder that it works in, unless by a path.
 *
 * Never throws: a program that can't be started is in `ended`.
 */
export function startChild(program: ChildProgram, { kind, owner, input }: ChildOptions): Child {
  const mark = markOf(owner)
  const guarded = guardProcess(mark)
  let endElsewhere: (() => void) | undefined
  let confines = false
  let child: Piped | Error
  try {
    const prepared = prepare(program, mark)
    endElsewhere = prepared.end
    confines = prepared.confines
    const stdin = input === undefined ? 'ignore' : 'pipe'
    child = piped(spawn(prepared.program, prepared.args, { ...prepared.options, stdio: [stdin, 'pipe', 'pipe'] }))
  } catch (thrown) {
    child = thrown instanceof Error ? thrown : new Error(String(thrown))
  }
  if (child instanceof Error) {
    guarded.over()
    return notStarted(child)
  }
  guarded.led(child.process.pid)
  const end = endOfChild(child, { mark, ending: endings[kind], confines, endElsewhere, over: guarded.over })
  // A program need not read its input.
  child.input?.on('error', () => undefined)
  if (typeof input === 'object') child.input?.end(input.text)
  const { process: started, input: toChild, output, errors } = child
  return {
    pid: started.pid,
    input: toChild ?? nobody(),
    output,
    errors,
    exited: (listener) => void started.once('exit', listener),
    ...end,
    awaited: awaitedBy(child),
  }
}

function piped(child: ChildProcess): Piped {
  const { stdin, stdout, stderr } = child
  if (!stdout || !stderr) {
    child.on('error', () => undefined)
    throw new Error('this computer has no room for another process: too many files are open')
  }
  // A pipe that breaks only ends what can be read.
  for (const each of [stdout, stderr]) each.on('error', () => undefined)
  return { process: child, input: stdin, output: stdout, errors: stderr }
}

function prepare(asked: ChildProgram, mark: string) {
  const environment = safeEnvironment(asked.environment)
  const file = isFixed(asked.program, process.platform)
    ? asked.program
    : findProgram(asked.program, thisMachine(environment))
  if (file === null) throw new Error(`there is no program ${asked.program} in the PATH`)
  const { verbatim, ...start } =
    asked.verbatim === true
      ? { program: file, args: asked.args, verbatim: true }
      : fileStart(file, asked.args, thisMachine(environment))
  const confined = asked.confine?.(start.program, start.args) ?? { ...start, environment: {} }
  const options: SpawnOptions = {
    cwd: asked.folder,
    env: { ...environment, ...confined.environment, [commandMark]: mark },
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  }
  const end = confined.end === undefined ? undefined : () => confined.end?.(mark)
  return { program: confined.program, args: [...confined.args], options, end, confines: confined.endsByTerm === true }
}

function awaitedBy({ process: child, input, output, errors }: Piped): Child['awaited'] {
  return (isAwaited) => {
    for (const each of [child, input, output, errors]) {
      if (each === null || !('ref' in each) || !('unref' in each)) continue
      const change = isAwaited ? each.ref : each.unref
      if (typeof change === 'function') change.call(each)
    }
  }
}

const nobody = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const notStarted = (why: Error): Child => {
  const ended = Promise.resolve({ kind: 'not-started', why } as const)
  const [output, errors] = [Readable.from([]), Readable.from([])]
  const nothing = () => undefined
  return {
    pid: undefined,
    input: nobody(),
    output,
    errors,
    ended,
    end: () => ended,
    kill: () => ended,
    exited: nothing,
    awaited: nothing,
  }
}
