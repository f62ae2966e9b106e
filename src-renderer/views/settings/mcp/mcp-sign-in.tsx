import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { McpSignInPage } from '../../../../src-shared/api/mcp-requests.ts'
import type { McpClientOfUser, McpServer, McpSignIn } from '../../../../src-shared/mcp/mcp-server.ts'
import { ask } from '../../../host/host.ts'
import styles from '../../../parts/settings/settings.module.css'
import { Button } from '../../../widgets/controls/button.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
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
  const [own, setOwn] = useState<McpClientOfUser | null>(null)
  const begin = () =>
    withServer(async (server) => {
      try {
        const client = own === null || own.id.trim() === '' ? null : own
        setPage(await ask('mcp-sign-in', { server, client }))
        await ask('mcp-signed-in', { server })
        onSignedIn()
      } finally {
        setPage(null)
      }
    })
  const end = () =>
    withServer(async (server) => {
      if ((await ask('mcp-sign-out', { server })) === false)
        toast.warning('You are signed out here.', {
          description: 'The server did not confirm that it forgot the sign-in: end it in your account there too.',
        })
    })
  return (
    <section aria-label="Sign-in" className={styles.editor}>
      <div className={styles.actions}>
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
            {own === null && (
              <Button small look="quiet" onClick={() => setOwn({ id: '', secret: '' })}>
                With a client ID…
              </Button>
            )}
            <span className={styles.hint}>
              For servers that ask for it. A header of yours with a token does the same.
            </span>
          </>
        )}
      </div>
      {own !== null && page === null && state !== 'signed-in' && <OwnClient client={own} onChange={setOwn} />}
    </section>
  )
}

interface OwnClientProps {
  readonly client: McpClientOfUser
  readonly onChange: (client: McpClientOfUser) => void
}

/** For servers where apps can't register themselves. */
function OwnClient({ client, onChange }: OwnClientProps) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Client ID"
        mono
        spellCheck={false}
        hint="From the server’s owner, for the redirect address http://127.0.0.1/callback on any port"
        value={client.id}
        onChange={(event) => onChange({ ...client, id: event.target.value })}
      />
      <TextField
        label="Client secret"
        type="password"
        mono
        autoComplete="off"
        hint="Empty if it has none. Kept like the keys of models"
        value={client.secret}
        onChange={(event) => onChange({ ...client, secret: event.target.value })}
      />
    </div>
  )
}
