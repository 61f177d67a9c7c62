// People of the console: how they get in, in a browser that has passkeys.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from './fixture.ts'
import type { Site } from './site.ts'

const root = join(import.meta.dirname, '../..')

/** What the command line prints. */
export function run(site: Site, ...words: string[]): string {
  const env = { PATH: process.env.PATH, DATA_DIR: site.dataDir, PORT: new URL(site.origin).port }
  return execFileSync(process.execPath, ['tools/leadwright.ts', ...words], { cwd: root, env, encoding: 'utf8' }).trim()
}

/** Gives the browser an authenticator that holds passkeys and agrees to everything. */
export async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

/** Joins with an invitation. @returns its link */
export async function joinWith(page: Page, site: Site, email: string, role: string): Promise<string> {
  const link = run(site, 'people', 'invite', email, '--role', role)
  await page.goto(link)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  return link
}
