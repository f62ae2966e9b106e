import { useState } from 'react'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { formatFiles, listed, plural } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { decideTrust, useTrust } from '../../stores/server-cache/trust-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Alert } from '../../widgets/feedback/alert.tsx'
import styles from './trust.module.css'

/**
 * Asks once, for exactly these files, whether to trust the project's own files and those of imported runs (T25).
 */
export function TrustNotice() {
  const all = useTrust()
  const open = all.filter((each) => each.state === 'undecided')
  const unusable = all.filter((each) => each.problem !== undefined)
  return (
    <>
      {unusable.map(({ part, problem }) => (
        <Alert key={part} level="warning" message={`The project’s ${part} are not used.`} advice={problem} />
      ))}
      <Ask who="This project contains" open={open.filter(({ part }) => part !== 'imported')} />
      <Ask who="Imported runs contain" open={open.filter(({ part }) => part === 'imported')} />
    </>
  )
}

function Ask({ who, open }: { who: string; open: readonly ProjectTrust[] }) {
  const [looking, setLooking] = useState(false)
  if (open.length === 0) return null
  const one = open.reduce((sum, each) => sum + each.files.length, 0) === 1
  return (
    <Alert
      level="warning"
      message={`${who} ${listed(open.map(countText))}. Use ${one ? 'it' : 'them'}?`}
      advice={`${open.map(riskText).join(' ')} Trust them only if you trust their author. You are asked again when they change.`}
      actions={
        <>
          <Button small look="primary" onClick={() => void decideTrust(open, 'trust')}>
            {one ? 'Trust this file' : 'Trust these files'}
          </Button>
          <Button small onClick={() => void decideTrust(open, 'refuse')}>
            {one ? 'Don’t use it' : 'Don’t use them'}
          </Button>
          <Button small look="quiet" aria-expanded={looking} onClick={() => setLooking(!looking)}>
            {looking ? 'Hide files' : 'Show files'}
          </Button>
          {looking && <TrustFiles files={open.flatMap((each) => each.files)} />}
        </>
      }
    />
  )
}

function countText({ part, files }: ProjectTrust): string {
  const count = files.length
  switch (part) {
    case 'presets':
      return plural(count, 'a strategy preset', `${count} strategy presets`)
    case 'strategies':
      return plural(count, 'a strategy of its own', `${count} strategies of its own`)
    case 'skills':
      return skillsText(files)
    case 'agents':
      return plural(count, 'a sub-agent', `${count} sub-agents`)
    case 'mcp':
      return 'MCP servers'
    case 'hooks':
      return `hooks with ${formatFiles(count)}`
    case 'imported':
      return plural(count, 'a strategy', `${count} strategies`)
    default:
      return assertNever(part)
  }
}

/** Whatever lies beside a skill can be loaded with it. */
function skillsText(files: ProjectTrust['files']): string {
  const count = files.filter(({ file }) => file.endsWith('/SKILL.md')).length
  const skills = plural(count, 'a skill', `${count} skills`)
  return files.length === count ? skills : `${skills} of ${formatFiles(files.length)}`
}

function riskText({ part }: ProjectTrust): string {
  switch (part) {
    case 'presets':
      return 'A preset can contain a check command, which runs on your machine without asking.'
    case 'strategies':
      return 'A strategy controls your agents’ instructions and actions, and can run check commands.'
    case 'skills':
      return 'A skill tells your agents what to do when a task fits it.'
    case 'agents':
      return 'A sub-agent has instructions of its own, and your agents hand work to it.'
    case 'mcp':
      return 'An MCP server is a program that runs on your machine, or an address that your agents talk to.'
    case 'hooks':
      return 'A hook is a command that runs on your machine during runs, without asking.'
    case 'imported':
      return 'This code comes from the author of the imported file. A strategy controls your agents’ instructions and actions, and can run check commands. You can view and verify the runs without it.'
    default:
      return assertNever(part)
  }
}

/** The unmodified contents of the files, as far as they are text. */
export function TrustFiles({ files }: { files: ProjectTrust['files'] }) {
  return (
    <div className={styles.files}>
      {files.map(({ file, text, about, note }) => (
        <div key={file}>
          <code>{file}</code>
          {about !== undefined && ` (${about})`}
          {note !== undefined && <p>{revealHidden(note)}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long file must scroll by keyboard too */}
          {text !== '' && <pre tabIndex={0}>{text}</pre>}
        </div>
      ))}
    </div>
  )
}
