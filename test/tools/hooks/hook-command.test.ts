import { describe, expect, test } from 'vitest'
import { hookCommand } from '../../../src-main/tools/hooks/hook-command.ts'

const variables = (file: string) => ({ STRATAGEM_HOOK: 'after-edit', STRATAGEM_FILE: file })
const onWindows = (command: string, file = 'src/a.ts') => hookCommand(command, variables(file), 'win32')

test.each(['linux', 'darwin'] as const)('a POSIX shell gets the command unchanged (%s)', (platform) => {
  const command = 'prettier --write "$STRATAGEM_FILE" %STRATAGEM_FILE%'
  expect(hookCommand(command, variables('a&b "c".ts'), platform)).toEqual({ ok: true, command })
})

describe('for cmd.exe', () => {
  test.each([
    ['prettier "$STRATAGEM_FILE"', 'prettier "%STRATAGEM_FILE%"'],
    [`prettier "$${'{STRATAGEM_FILE}'}.map"`, 'prettier "%STRATAGEM_FILE%.map"'],
    ['echo $STRATAGEM_HOOK $STRATAGEM_FILES $HOME', 'echo %STRATAGEM_HOOK% $STRATAGEM_FILES $HOME'],
    ['npm test', 'npm test'],
  ])('%s becomes %s', (command, line) => {
    expect(onWindows(command)).toEqual({ ok: true, command: line })
  })

  test.each(['a b.ts', 'a&calc.ts', 'a^b.ts', '100%.ts', 'a(1).ts', 'a;b.ts', 'a=b.ts'])(
    'the name %s is passed in quotation marks only',
    (file) => {
      expect(onWindows('type "$STRATAGEM_FILE"', file).ok).toBe(true)
      for (const command of ['type $STRATAGEM_FILE', 'type %stratagem_file%', 'echo "x" & type %STRATAGEM_FILE:~0,3%'])
        expect(onWindows(command, file)).toMatchObject({
          ok: false,
          problem: expect.stringContaining('quotation marks'),
        })
    },
  )

  test.each(['a" & calc & ".ts', 'a\r\ncalc'])(
    'a value that ends the quotation marks is passed nowhere (%j)',
    (file) => {
      for (const command of ['type "$STRATAGEM_FILE"', 'type $STRATAGEM_FILE'])
        expect(onWindows(command, file).ok).toBe(false)
      expect(onWindows('npm test', file).ok).toBe(true)
    },
  )
})
