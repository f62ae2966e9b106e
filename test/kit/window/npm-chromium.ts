/**
 * A headless Chromium from `npm ci`, as options for Playwright's `launch()`. On Linux x64 it is
 * unpacked from @sparticuz/chromium, with its libraries and fonts, so that a bare machine suffices; on other systems
 * it is Playwright's own browser or an installed Chrome.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'

const require = createRequire(import.meta.url)
const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']

export interface ChromiumOptions {
  executablePath?: string
  channel?: string
  args?: string[]
  env?: Record<string, string>
}

let once: Promise<ChromiumOptions> | undefined // unpacking borrows TMPDIR: one at a time in a process

export function npmChromium(): Promise<ChromiumOptions> {
  once ??= platform() === 'linux' && arch() === 'x64' ? unpacked() : Promise.resolve(installed())
  return once
}

function installed(): ChromiumOptions {
  return existsSync(chromium.executablePath()) ? {} : { channel: 'chrome' }
}

async function unpacked(): Promise<ChromiumOptions> {
  const main = require.resolve('@sparticuz/chromium')
  const pack = path.join(main.slice(0, main.lastIndexOf('@sparticuz')), '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(path.join(pack, 'package.json'), 'utf8'))
  const root = path.resolve(import.meta.dirname, '../../../node_modules/.cache')
  const folder = path.join(root, `chromium-${version}`)
  if (!existsSync(path.join(folder, 'chromium'))) await unpackInto(folder, pack)
  const libraries = [process.env['LD_LIBRARY_PATH'], path.join(folder, 'al2023', 'lib')].filter((each) => each)
  return {
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox'], // only root needs this; the pages are our own
    env: {
      ...plainEnvironment(),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
      LD_LIBRARY_PATH: libraries.join(':'),
    },
  }
}

async function unpackInto(folder: string, pack: string): Promise<void> {
  const mine = `${folder}.${process.pid}`
  rmSync(mine, { recursive: true, force: true })
  mkdirSync(mine, { recursive: true })
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = mine // the package always unpacks into the temporary folder
  try {
    const { inflate } = await import('@sparticuz/chromium')
    for (const part of parts) await inflate(path.join(pack, 'bin', part))
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  writeFileSync(path.join(mine, 'fonts', 'fonts.conf'), fontsConfig(folder))
  try {
    renameSync(mine, folder)
  } catch {
    rmSync(mine, { recursive: true, force: true }) // another process was faster
  }
}

function fontsConfig(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fc-cache</cachedir></fontconfig>`
}

function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
