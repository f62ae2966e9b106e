import { useState } from 'react'
import { type ListenerSecret, listenerProblem } from '../../../../src-shared/settings/listeners.ts'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { TextField } from '../../../widgets/controls/text-field.tsx'

interface AddressProps {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly saved: string
  readonly onSave: (address: string) => void
}

/** An address, saved on blur if it is one; empty is off. */
export function AddressField({ label, hint, placeholder, saved, onSave }: AddressProps) {
  const [address, setAddress] = useState(saved)
  const problem = listenerProblem(address.trim())
  return (
    <TextField
      label={label}
      hint={hint}
      problem={problem}
      mono
      inputMode="url"
      spellCheck={false}
      placeholder={placeholder}
      value={address}
      onChange={(event) => setAddress(event.target.value)}
      onBlur={() => problem === null && address.trim() !== saved && onSave(address.trim())}
    />
  )
}

interface SecretProps {
  readonly listener: ListenerSecret
  readonly label: string
  readonly hint: string
}

/** A secret, kept as model keys are. It is never shown again; what is entered replaces it. */
export function SecretField({ listener, label, hint }: SecretProps) {
  const { answer, again } = useAnswer('listener-secrets', {})
  const [secret, setSecret] = useState<string | null>(null)
  const isKept = answer.state === 'ready' && answer.value.includes(listener)
  const save = async () => {
    if (secret === null) return
    await toastOnFailure(ask('listener-secret-save', { listener, secret }))
    setSecret(null)
    again()
  }
  return (
    <TextField
      label={label}
      hint={hint}
      mono
      type="password"
      autoComplete="off"
      placeholder={isKept ? 'Saved; enter a new one to replace it' : ''}
      value={secret ?? ''}
      onChange={(event) => setSecret(event.target.value)}
      onBlur={() => void save()}
    />
  )
}
