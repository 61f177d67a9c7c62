import { existsSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { loadPhotos, photoAssets } from './photos.ts'

test('what another server just made of a photo is kept, what no photo has had for a day is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-photos-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const drawn = async (name: string, background: string) => {
    const file = join(folder, `${name}.png`)
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background } })
    await image.png().toFile(file)
    return file
  }
  const [cat, dog] = [await drawn('cat', '#a75'), await drawn('dog', '#57a')]
  writeFileSync(join(folder, 'package.json'), '{}')
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

  const { cat: ofCat } = await loadPhotos(folder, { cat }, 'config.ts')
  const file = join(photoAssets(folder), '..', ofCat?.src ?? '')
  // Another server of this folder knows no cat yet.
  await loadPhotos(folder, { dog }, 'config.ts')
  expect(existsSync(file)).toBe(true)
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  utimesSync(file, yesterday, yesterday)
  await loadPhotos(folder, {}, 'config.ts')
  expect(existsSync(file)).toBe(false)
})
