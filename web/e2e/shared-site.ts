// One site for many files of tests, whose definitions go live on it, and leave it again, as everybody's do.
import { rmSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Readiness } from '#schemas/generated/api/readiness.ts'
import { type Site, startSite } from './site.ts'

/** A server on definitions and locales of its own: the repository's, and those of the fixtures. */
export interface SharedSite {
  site: Site
  /** Holds `definitions` and `locales`. */
  folder: string
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/** For partners that a file of tests plants. */
const env = { KEY: 'k', KEY_DE: 'kde', OUTBOUND_ALLOW: '127.0.0.0/8' }

export async function startSharedSite(): Promise<SharedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-fixtures-'))
  for (const name of ['definitions', 'locales']) {
    await cp(join(root, name), join(folder, name), { recursive: true })
    await cp(join(root, 'engine/node/testing/fixtures', name), join(folder, name), { recursive: true })
  }
  const site = await startOn(folder)
  const stop = async () => {
    await site.stop()
    await rm(folder, { recursive: true })
  }
  return { site, folder, stop }
}

/** Another server on such a folder. */
export function startOn(folder: string): Promise<Site> {
  return startSite({ definitions: join(folder, 'definitions'), env: { ...env, LOCALES_DIR: join(folder, 'locales') } })
}

/**
 * Writes files at once, or removes those without a text, and resolves when what they say is live.
 * @param awaited the hash of the definitions that these files lead back to, if they do
 * @returns the hash of the definitions before
 */
export async function putLive(
  { site, folder }: SharedSite,
  files: readonly (readonly [path: string, text: string | null])[],
  awaited?: string,
): Promise<string> {
  const { hash } = await definitionsOf(site)
  if (files.length === 0) return hash
  for (const [path, text] of files)
    if (text === null) rmSync(join(folder, path))
    else writeFileSync(join(folder, path), text)
  // Several files may go live one after the other.
  const isSettled = async () => {
    const seen = await definitionsOf(site)
    if (awaited !== undefined) return seen.hash === awaited
    await new Promise((resolve) => setTimeout(resolve, 500))
    return seen.hash !== hash && seen.hash === (await definitionsOf(site)).hash
  }
  await expect.poll(isSettled).toBe(true)
  expect((await definitionsOf(site)).quarantined).toBeUndefined()
  return hash
}

async function definitionsOf({ origin }: Site): Promise<Readiness['definitions']> {
  const answer = await fetch(`${origin}/readyz`)
  return ((await answer.json()) as Readiness).definitions
}
