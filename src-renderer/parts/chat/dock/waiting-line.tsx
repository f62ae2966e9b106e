import { Hand } from 'lucide-react'
import type { ReactNode } from 'react'

/** In the place of a step in the list: it waits for its user, whose question stands below the list. */
export function WaitingLine({ children }: { readonly children: ReactNode }) {
  return (
    <p className="chat-note chat-waiting">
      <Hand size={13} aria-hidden="true" />
      <span>{children} waits for your answer below</span>
    </p>
  )
}
