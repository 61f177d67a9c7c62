import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadCatalog } from '#engine/node/load.ts'
import { folders } from '#engine/node/testing/repository.ts'
import { temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { appOn } from '../testing/app-on-storage.ts'
import { patiently } from '../testing/patiently.ts'
import { temporaryFolder } from '../testing/running-server.ts'

test('a page rendered while the catalog changes is not kept', async () => {
  const folder = temporaryFolder()
  cpSync(folders.definitions, folder, { recursive: true })
  const file = join(folder, 'pages/general/privacy.json')
  const page = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...page, title: 'Privacy, as it is now' }))
  const changed = await loadCatalog({ ...folders, definitions: folder })
  if (!changed.ok) throw new Error('The definitions have problems.')

  // Rendering takes as long as the test wants.
  let finish = () => {}
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isChanged = false
  const { origin } = await appOn(await temporaryStorage(), ({ live, render }) => ({
    live: { ...live, current: () => (isChanged ? changed.catalog : live.current()) },
    render: {
      ...render,
      render: async (request, host) => {
        const rendered = await render.render(request, host)
        begun()
        await mayFinish
        return rendered
      },
    },
  }))
  const title = async (path: string) => {
    const reply = await patiently(() => fetch(origin + path))
    return /<title>([^<]*)/.exec(await reply.text())?.[1]
  }
  const before = title('/privacy')
  await isBegun
  isChanged = true
  // Somebody else asks for a page of the new catalog meanwhile.
  const other = title('/de/privacy')
  finish()
  expect(await before).not.toContain('as it is now')
  expect(await other).toContain('Datenschutz')
  expect(await title('/privacy')).toContain('as it is now')
})
