import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether Jing, the validator of RELAX NG, is on this machine. */
export function hasJing(): boolean {
  return spawnSync('jing', ['-v'], { stdio: 'ignore' }).error === undefined
}

/** Installs Debian's, where that is possible. */
export function installJing(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['-qq', 'update'], { env })
  spawnSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'jing'], { env })
}

/** What is wrong with an XML file by a schema in RELAX NG's compact syntax; '' when nothing is. */
export function jing(schema: string, file: string): string {
  const { status, stdout, stderr, error } = spawnSync('jing', ['-c', schema, file], { encoding: 'utf8' })
  if (error) throw new Error('Jing is not on this machine: apt-get install jing', { cause: error })
  return status === 0 ? '' : stdout + stderr
}
