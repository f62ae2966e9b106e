/** An editor, and how it opens a file at a line. Each is called by its program if found, else by its address. */
export interface EditorPreset {
  readonly preset: string
  readonly name: string
  /** Names of its program, as it is found on the PATH. */
  readonly programs: readonly string[]
  readonly args: readonly string[]
  /** Its address for a place in a file; null if it has none. */
  readonly address: string | null
  /** The name of its application on macOS, in `/Applications`. */
  readonly application: string | null
  /** Where its program is on Windows, below `%LOCALAPPDATA%` or `%PROGRAMFILES%`. */
  readonly windows: readonly string[]
}

const goTo = ['--goto', '{file}:{line}:{column}']
const placed = ['{file}:{line}:{column}']
const jetBrains = ['--line', '{line}', '--column', '{column}', '{file}']

const likeCode = (preset: string, name: string, program: string, application: string, windows: readonly string[]) => ({
  preset,
  name,
  programs: [program],
  args: goTo,
  address: `${preset}://file/{file}:{line}:{column}`,
  application,
  windows,
})

const ofJetBrains = (preset: string, name: string, program = preset): EditorPreset => ({
  preset,
  name,
  programs: [program, `${program}64.exe`],
  args: jetBrains,
  address: null,
  application: null,
  windows: [],
})

/**
 * In the order in which they are looked for. Sources: each editor's documentation of its command line and addresses (VS
 * Code: "Opening VS Code with URLs"; Zed: "CLI reference"; JetBrains: "Command-line interface"; Sublime Text: "Command
 * line").
 */
export const editorPresets: readonly EditorPreset[] = [
  likeCode('vscode', 'VS Code', 'code', 'Visual Studio Code', ['Programs\\Microsoft VS Code\\Code.exe']),
  likeCode('cursor', 'Cursor', 'cursor', 'Cursor', ['Programs\\cursor\\Cursor.exe']),
  likeCode('windsurf', 'Windsurf', 'windsurf', 'Windsurf', ['Programs\\Windsurf\\Windsurf.exe']),
  likeCode('vscodium', 'VSCodium', 'codium', 'VSCodium', ['Programs\\VSCodium\\VSCodium.exe']),
  {
    preset: 'zed',
    name: 'Zed',
    programs: ['zed', 'zeditor'],
    args: placed,
    address: 'zed://file/{file}:{line}:{column}',
    application: 'Zed',
    windows: ['Programs\\Zed\\Zed.exe'],
  },
  {
    preset: 'sublime',
    name: 'Sublime Text',
    programs: ['subl'],
    args: placed,
    address: null,
    application: null,
    windows: ['Sublime Text\\subl.exe'],
  },
  ofJetBrains('idea', 'IntelliJ IDEA'),
  ofJetBrains('webstorm', 'WebStorm'),
  ofJetBrains('pycharm', 'PyCharm'),
  ofJetBrains('goland', 'GoLand'),
  ofJetBrains('rustrover', 'RustRover'),
  ofJetBrains('clion', 'CLion'),
  ofJetBrains('phpstorm', 'PhpStorm'),
  ofJetBrains('rider', 'Rider'),
  {
    preset: 'textmate',
    name: 'TextMate',
    programs: ['mate'],
    args: ['--line', '{line}:{column}', '{file}'],
    address: 'txmt://open?url=file://{file}&line={line}&column={column}',
    application: 'TextMate',
    windows: [],
  },
  {
    preset: 'notepad-plus-plus',
    name: 'Notepad++',
    programs: ['notepad++'],
    args: ['-n{line}', '-c{column}', '{file}'],
    address: null,
    application: null,
    windows: ['Notepad++\\notepad++.exe'],
  },
  {
    preset: 'emacs',
    name: 'Emacs (server)',
    programs: ['emacsclient'],
    args: ['--no-wait', '+{line}:{column}', '{file}'],
    address: null,
    application: null,
    windows: [],
  },
]
