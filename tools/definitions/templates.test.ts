// What the studio and `init` offer to begin with: all of it is proven in six languages.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { formFrom, neededBy, templates } from '#server/studio'
import { temporaryFolder } from '../../server/testing/running-server.ts'
import { runHere } from '../testing/run-here.ts'

const languages = ['en', 'es', 'de', 'fr', 'it', 'nl']

test.each(['contact', 'newsletter'])(
  'all templates pass check and prove in six languages, with what a repository begun with %s lacks',
  async (first) => {
    const folder = join(temporaryFolder(), 'new')
    const made = await runHere(
      ['init', folder, '--yes', '--name=Acme', `--languages=${languages.join()}`, `--form=${first}`],
      {},
    )
    expect(made.status, made.stderr).toBe(0)
    for (const template of templates) {
      const files = [
        ...formFrom(template, `a-${template}`, 'Your request', languages),
        ...neededBy(template, languages),
      ]
      for (const [path, text] of files) {
        if (existsSync(join(folder, path))) continue
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    }
    const folders = ['--definitions', join(folder, 'definitions'), '--locales', join(folder, 'locales')]
    const checked = await runHere(['check', ...folders], {})
    expect(checked.status, checked.stdout + checked.stderr).toBe(0)
    const proven = await runHere(['prove', ...folders], {})
    expect(proven.status, proven.stdout + proven.stderr).toBe(0)
    for (const template of templates)
      for (const language of languages) expect(proven.stdout).toMatch(new RegExp(`^a-${template} +${language} `, 'm'))
  },
)
