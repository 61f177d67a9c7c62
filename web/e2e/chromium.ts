// Where the browser of the end-to-end tests comes from.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Debian's names: the whole browser, and its engine without windows and settings, which is quicker. */
const packages = { whole: 'chromium', engine: 'chromium-headless-shell' }

/** Faces as wide as Arial, in place of those of a page until these are there: without them the page moves then. */
const arial = 'fonts-liberation'

/** The Chromium of this machine, or null. CHROMIUM_PATH wins, then the PATH, then Playwright's own download. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH ?? find([packages.engine, packages.whole])
}

/** Whether it is the one that tests run on in half the time. */
export function isQuick(path: string): boolean {
  return basename(path) === packages.engine
}

/** One that has settings, or null. */
export function findWholeChromium(): string | null {
  return find([packages.whole])
}

function find(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = [...names, 'chromium-browser', 'google-chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  return [...onPath, chromium.executablePath()].find((path) => existsSync(path) && starts(path)) ?? null
}

/** Ubuntu's chromium-browser without snap is a script that only complains: ask before believing in a file. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** Whether this machine takes Debian's packages from us. */
export function takesPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** Installs Chromium the way that fits this machine, and throws when there is none. */
export function installChromium(): string {
  const apt = takesPackages()
  const attempts = apt ? [withApt, withPlaywright] : [withPlaywright]
  const complaints: string[] = []
  for (const attempt of attempts) {
    complaints.push(attempt(apt))
    const found = findChromium()
    if (found) return found
  }
  throw new Error(`No Chromium could be installed.\n${complaints.join('\n')}`)
}

function withApt(): string {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  return (
    run('apt-get', ['-qq', 'update'], quiet) +
    run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...Object.values(packages), arial], quiet)
  )
}

/** The libraries that Chromium needs can only be added by root. */
function withPlaywright(root: boolean): string {
  return run('npx', ['playwright', 'install', ...(root ? ['--with-deps'] : []), 'chromium'])
}

/** Runs to the end and gives back what was said if it failed. */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return status === 0 ? '' : `${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}\n`
}
