import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { McpSignInPage } from '../../../../src-shared/api/mcp-requests.ts'
import type { McpServer, McpSignIn } from '../../../../src-shared/mcp/mcp-server.ts'
import { ask } from '../../../host/host.ts'
import styles from '../../../parts/settings/settings.module.css'
import { Button } from '../../../widgets/controls/button.tsx'
import { Pill } from '../../../widgets/pill.tsx'

interface Props {
  readonly state: McpSignIn
  /** Runs work on the server as it is entered; shows what fails. */
  readonly withServer: (work: (server: McpServer) => Promise<void>) => Promise<void>
  /** Called after the user has signed in. */
  readonly onSignedIn: () => void
}

/** The sign-in to a server at an address: the user opens its page, and this waits until they are done there. */
export function McpSignInRow({ state, withServer, onSignedIn }: Props) {
  const [page, setPage] = useState<McpSignInPage | null>(null)
  const begin = () =>
    withServer(async (server) => {
      try {
        setPage(await ask('mcp-sign-in', { server }))
        await ask('mcp-signed-in', { server })
        onSignedIn()
      } finally {
        setPage(null)
      }
    })
  const end = () =>
    withServer(async (server) => {
      await ask('mcp-sign-out', { server })
    })
  return (
    <section aria-label="Sign-in" className={styles.actions}>
      {page !== null ? (
        <>
          <a href={page.page} target="_blank" rel="noopener noreferrer">
            <ExternalLink size={13} aria-hidden="true" /> Open the sign-in page of {page.host}
          </a>
          <span role="status" className={styles.hint}>
            Waiting until you have signed in there…
          </span>
        </>
      ) : state === 'signed-in' ? (
        <>
          <Pill tone="ok">signed in</Pill>
          <Button small onClick={() => void end()}>
            Sign out
          </Button>
        </>
      ) : (
        <>
          {state === 'needed' && <Pill tone="warn">needs you to sign in</Pill>}
          <Button small onClick={() => void begin()}>
            Sign in…
          </Button>
          <span className={styles.hint}>
            For servers that ask for it. A header of yours with a token does the same.
          </span>
        </>
      )}
    </section>
  )
}
