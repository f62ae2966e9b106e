import { afterEach, describe, expect, it } from 'vitest'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import { answerWith, done, type FaultServer, openFaultServer, say } from '../kit/model-server/model-fault-server.ts'

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('an address that is not right', () => {
  const failureAt = async (url: string) => {
    const { end } = await callOnce(clientFor(url))
    if (end.ok) throw new Error('nothing can have answered')
    return end.failure
  }

  it('where nothing listens says to start the server', async () => {
    server = await openFaultServer(() => undefined)
    const { url } = server
    await server.close()
    expect(await failureAt(url)).toMatchObject({
      kind: 'model-unreachable',
      advice: expect.stringMatching(/Start the model server/),
    })
  })
  it('with TLS where there is none says so', async () => {
    server = await openFaultServer(() => undefined)
    expect(await failureAt(server.url.replace('http:', 'https:'))).toMatchObject({
      kind: 'model-unreachable',
      message: expect.stringMatching(/Can’t connect securely/),
    })
  })
  it.each(['', 'localhost', 'ftp://example.org', 'http://me:secret@127.0.0.1:9/v1'])('“%s” is told', async (url) => {
    const failure = await failureAt(url)
    expect(failure).toMatchObject({ kind: 'model-unreachable', message: expect.stringMatching(/is not a web address/) })
    expect(JSON.stringify(failure)).not.toContain('secret')
  })
  it('without /v1 asks whether that was meant', async () => {
    server = await openFaultServer(({ response }) => response.writeHead(404).end('404 page not found'))
    const base = server.url.replace('/v1', '')
    expect(await failureAt(base)).toMatchObject({
      kind: 'model-rejected',
      advice: `Check the base URL in Settings: did you mean ${base}/v1?`,
    })
  })
  it('that is the whole path of the API asks for its beginning', async () => {
    server = await openFaultServer(({ response }) => response.writeHead(404).end('404 page not found'))
    const failure = await failureAt(`${server.url}/chat/completions`)
    expect(failure.advice).toContain(`did you mean ${server.url}?`)
  })
  it.each([200, 404, 503])('that leads to a web page says so, and shows none of it (%i)', async (status) => {
    server = await openFaultServer(({ response }) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Log in</title>'),
    )
    const failure = await failureAt(server.url)
    expect(failure.message).not.toContain('<')
    if (status === 200)
      expect(failure).toMatchObject({ kind: 'model-malformed', message: expect.stringMatching(/a web page instead/) })
  })
  it('that sends elsewhere is not followed', async () => {
    server = await openFaultServer(({ response, received }) => {
      if (received.path.startsWith('/v1')) response.writeHead(308, { location: '/elsewhere' }).end()
      else answerWith(response, say.text('stolen'), say.finish('stop'), done)
    })
    expect(await failureAt(server.url)).toMatchObject({
      kind: 'model-rejected',
      message: expect.stringMatching(/redirects to \/elsewhere/),
    })
    expect(server.received).toHaveLength(1)
  })
})
