import { type ReactNode, useState } from 'react'
import type { Message } from '../../../src-shared/model/message.ts'
import { CopyButton } from '../../widgets/code/copy-button.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import { prettyJson } from './pretty-json.ts'

interface MessageFoldProps {
  readonly message: Message
  readonly open: boolean
  /** Beside its role. */
  readonly fact?: string
  /** Below its text. */
  readonly children?: ReactNode
}

/** One message of a request: its first line, and its whole text once it is opened. */
export function MessageFold({ message, open, fact, children }: MessageFoldProps) {
  const [isOpen, setOpen] = useState(open)
  const first = message.text.trim().split('\n', 1)[0] ?? ''
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.role}>{message.role}</span>
        {message.role === 'tool' && <code>{message.tool}</code>}
        {fact !== undefined && <span className="figure">{fact}</span>}
        {!isOpen && <span className={styles.firstLine}>{first.slice(0, 120)}</span>}
      </summary>
      {isOpen && (
        <>
          <MessageBody message={message} />
          {children}
        </>
      )}
    </details>
  )
}

function MessageBody({ message }: { message: Message }) {
  return (
    <>
      {(message.text !== '' || message.role !== 'assistant') && (
        <div className={styles.copied}>
          <LongText text={message.text} />
          <CopyButton text={message.text} label="Copy message" />
        </div>
      )}
      {message.role === 'assistant' &&
        message.toolCalls.map((call) => <LongText key={call.id} text={`${call.tool} ${prettyJson(call.arguments)}`} />)}
    </>
  )
}
