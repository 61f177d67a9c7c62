import { expect, onTestFinished, test } from 'vitest'
import type { PageView } from '../../engine/site/page-view.ts'
import { mostViews } from './render-messages.ts'
import { renderThread } from './renderer.ts'

/** A server entry that draws what it is told, as far as the thread is concerned. */
const entry = `export async function draw({ address, view, state }) {
  if (address === '/fails') throw new Error('a component failed')
  if (address === '/dies') process.exit(1)
  if (address === '/fills') Array.from({ length: 1e6 }, (_, index) => ({ index }))
  if (address === '/heap') address = String(process.memoryUsage().heapTotal)
  return [address, ' ', view.title, ' ', state].map((piece) => new TextEncoder().encode(piece))
}`

function started() {
  const running = renderThread({ code: `data:text/javascript,${encodeURIComponent(entry)}`, manifest: {}, kinds: {} })
  onTestFinished(running.close)
  return running
}

function thread(running = started()) {
  return (address: string, title = 'Grüße') =>
    running.draw({ address, view: { title } as PageView, state: '{}' }).then(String)
}

test('a page that cannot be drawn fails alone', async () => {
  const draw = thread()
  const pages = await Promise.allSettled([draw('/a'), draw('/fails'), draw('/b')])
  expect(pages.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(draw('/fails')).rejects.toThrow('a component failed')
  expect(await draw('/c')).toBe('/c Grüße {}')
})

test('a thread that dies fails what it was drawing, and the next page has another', async () => {
  const draw = thread()
  expect(await draw('/a')).toBe('/a Grüße {}')
  await expect(draw('/dies')).rejects.toThrow('The render thread failed')
  expect(await draw('/a')).toBe('/a Grüße {}')
})

test('both ends keep the same views, however many pages come in whatever order', async () => {
  const draw = thread()
  const titles = Array.from({ length: 2000 }, (_, index) => `${(index * index) % (mostViews + 50)}`)
  const pages = await Promise.all(titles.map((title) => draw('/', title)))
  expect(pages).toEqual(titles.map((title) => `/ ${title} {}`))
})

test('a thread frees memory that it no longer uses, and draws on', async () => {
  const running = started()
  const draw = thread(running)
  const heap = async () => Number.parseInt(await draw('/heap'), 10)
  await draw('/fills')
  const filled = await heap()
  running.releaseMemory()
  expect(await heap()).toBeLessThan(filled / 2)
  expect(await draw('/a')).toBe('/a Grüße {}')
})
