interface Props {
  readonly note: string
  readonly sent: boolean
  readonly onChange: (note: string) => void
  readonly onDeny: () => void
}

/** What the model is told when a call is denied. Enter denies with it. */
export function DenyNote({ note, sent, onChange, onDeny }: Props) {
  return (
    <input
      className="chat-deny-note"
      aria-label="Note to the model when denying"
      placeholder="Tell the agent why (optional)"
      maxLength={4000}
      value={note}
      disabled={sent}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.nativeEvent.isComposing
        if (event.key === 'Enter' && plain && note.trim() !== '') onDeny()
      }}
    />
  )
}
