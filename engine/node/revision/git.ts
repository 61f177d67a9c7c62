import { execFile } from 'node:child_process'

/** What git answered, or what it said against it. */
export type Answer = { ok: true; stdout: Buffer } | { ok: false; reason: string }

/**
 * Asks git about the repository that a folder stands in.
 * @param input what it reads
 */
export function git(folder: string, args: readonly string[], input = ''): Promise<Answer> {
  // Within a hook these name the repository of the hook, and git would not look where the folder is.
  const env = { ...process.env, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_COMMON_DIR: undefined }
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      ['-C', folder, ...args],
      { env, encoding: 'buffer', maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        if (!error) return resolve({ ok: true, stdout })
        const said = stderr.toString().trim().split('\n')[0]
        resolve({ ok: false, reason: error.code === 'ENOENT' ? 'git is not installed.' : said || error.message })
      },
    )
    // Git may be gone before it has read all; the answer tells.
    child.stdin?.on('error', () => {}).end(input)
  })
}
