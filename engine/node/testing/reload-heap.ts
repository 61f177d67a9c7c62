// Run with --expose-gc: reloads a changing form again and again, and prints the heap in use (MB) after 60 and 180.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSite } from '../live-site.ts'
import { judgesOf } from '../validators.ts'

const [definitions = '', locales = ''] = process.argv.slice(2)
const file = join(definitions, 'forms/changing.json')
const write = (turn: number) =>
  writeFileSync(
    file,
    JSON.stringify({
      locales: ['en'],
      title: `Turn ${turn}`,
      steps: { a: { title: 'A', fields: { n: { title: 'N', type: 'integer', maximum: turn % 50 } } } },
    }),
  )

write(0)
const begun = await openSite({ definitions, locales }, { now: Date.now })
if (!begun.ok) throw new Error(JSON.stringify(begun.problems))
const { live } = begun
let changes = 0
live.follow({ onLive: () => changes++, onQuarantine: (quarantined) => console.error(quarantined) }, 1)

const heap: number[] = []
for (let turn = 1; turn <= 180; turn++) {
  const before = changes
  write(turn)
  for (let waited = 0; changes === before && waited < 2000; waited += 5) await sleep(5)
  const version = live.current().forms.version('changing', 'en')
  if (version?.form.title !== `Turn ${turn}`) throw new Error(`turn ${turn} did not go live`)
  judgesOf(version.form, '2026-01-01')('a')({ n: turn })
  if (turn !== 60 && turn !== 180) continue
  globalThis.gc?.()
  heap.push(process.memoryUsage().heapUsed / 1e6)
}
await live.close()
console.log(JSON.stringify(heap))
