import { onTestFinished } from 'vitest'
import { type OAuthServer, type OAuthSetup, openOAuthServer } from './open-oauth-server.ts'

/** The same for the time of a test. */
export async function oauthServer(setup: OAuthSetup = {}): Promise<OAuthServer> {
  const server = await openOAuthServer(setup)
  onTestFinished(() => server.close())
  return server
}
