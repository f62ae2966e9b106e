import { app, type Session } from 'electron'

/**
 * Parts of the browser engine that ask hosts of their vendor unasked. Each is off by a switch of Chromium's, whether
 * Electron has the part today or gets it with a later version.
 */
const switches: readonly string[] = [
  'disable-background-networking',
  'disable-breakpad',
  'disable-client-side-phishing-detection',
  'disable-component-update',
  'disable-default-apps',
  'disable-domain-reliability',
  'disable-field-trial-config',
  'disable-sync',
  'no-first-run',
  'no-pings',
]
const features: readonly string[] = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DnsOverHttps',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'SafeBrowsing',
  'SegmentationPlatform',
  'Translate',
]

/**
 * Keeps the engine from asking anybody. Before the app is ready; a test reads the engine's own log of a whole run
 * (`test/desktop/network.spec.ts`).
 */
export function quietEngine(): void {
  for (const each of switches) app.commandLine.appendSwitch(each)
  const given = app.commandLine.getSwitchValue('disable-features')
  app.commandLine.appendSwitch('disable-features', [...(given === '' ? [] : [given]), ...features].join(','))
  // WebRTC, which no page of ours has, would ask for this computer's addresses.
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp')
  app.on('session-created', forgetDictionaries)
}

/**
 * The spelling checker fetches a dictionary for each language that it is set to, also where no window checks spelling.
 * macOS has its own, which asks nobody.
 */
function forgetDictionaries(session: Session): void {
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
}
