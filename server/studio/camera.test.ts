import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCamera } from './camera.ts'

function place(wanted: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const camera = openCamera(join(folder, 'pictures'), wanted)
  onTestFinished(camera.close)
  return { camera, folder }
}

/** Its width and height, as a PNG has them. */
const sizeOf = (png: Buffer | null) => png && [png.readUInt32BE(16), png.readUInt32BE(20)]

const long = '<!doctype html><body style="margin:0"><div style="height:3000px">A<img src="/a.svg" loading="lazy"></div>'

test('a page is pictured whole and once, asks only here, and one that is missing has no picture', async ({ skip }) => {
  const { camera, folder } = place(null)
  if (!camera.isThere) return skip()
  const asked: string[] = []
  const answer = async (path: string) => {
    asked.push(path)
    const [type, body] =
      path === '/long' ? ['text/html', long] : ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>']
    return { status: path === '/none' ? 404 : 200, type, body: Buffer.from(body) }
  }
  const [phone, again, desk] = await Promise.all([
    ...[360, 360, 1280].map((width) => camera.picture('one', width, '/long', answer)),
  ])
  expect([sizeOf(phone ?? null), sizeOf(desk ?? null), again]).toEqual([[360, 3000], [1280, 3000], phone])
  expect(asked.filter((path) => path === '/long')).toHaveLength(2)
  expect(asked).toContain('/a.svg')
  expect(await camera.picture('one', 360, '/long', () => Promise.reject(new Error('kept')))).toEqual(phone)
  expect(await camera.picture('one', 360, '/none', answer)).toBeNull()
  expect(readdirSync(join(folder, 'pictures'))).toHaveLength(2)
})

test('where there is no Chromium, there are no pictures', async () => {
  const { camera } = place('/nowhere/chromium')
  expect(camera.isThere).toBe(false)
  expect(await camera.picture('one', 360, '/', () => Promise.reject(new Error('asked')))).toBeNull()
})

test('a server that ends waits for no picture', async ({ skip }) => {
  const { camera } = place(null)
  if (!camera.isThere) return skip()
  const never = Promise.withResolvers<never>()
  const waiting = [1, 2, 3].map((of) => camera.picture(String(of), 360, '/', () => never.promise))
  await camera.close()
  expect(await Promise.all(waiting)).toEqual([null, null, null])
})
