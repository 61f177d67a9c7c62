import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The parts of a CPU profile (`node --cpu-prof`) that are read here. Times are in µs. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/**
 * Who spent the time of a process and its threads: library or room → share of all time that was not idle, from 0 to 1,
 * greatest first.
 * @param folder holds a profile for each thread
 */
export async function whereTimeGoes(folder: string, bundle: string): Promise<Map<string, number>> {
  const regions = regionsOf(await readFile(bundle, 'utf8'))
  const spent = new Map<string, number>()
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))) {
    const profile: Profile = JSON.parse(await readFile(join(folder, file), 'utf8'))
    const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, owner(callFrame, regions)]))
    for (const [index, node] of profile.samples.entries()) {
      const who = owners.get(node)
      if (who) spent.set(who, (spent.get(who) ?? 0) + (profile.timeDeltas[index] ?? 0))
    }
  }
  const all = [...spent.values()].reduce((sum, time) => sum + time, 0)
  return new Map([...spent].map(([who, time]) => [who, time / all] as const).sort(([, a], [, b]) => b - a))
}

function owner({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame'], regions: string[]) {
  if (functionName === '(idle)' || functionName === '(root)') return null
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url.endsWith('/entry-server.js')) return nameOf(regions[lineNumber] ?? url)
  if (url === '' || url.startsWith('node:')) return 'Node'
  return nameOf(url)
}

/** `…/node_modules/@rjsf/core/lib/Form.js` → rjsf; `…/engine/form/journey/turn.ts` → engine and web. */
function nameOf(path: string): string {
  const [, library] = /.*node_modules\/@?([^/]+)/.exec(path) ?? []
  if (library) return library
  return /\/?server\//.test(path) && !path.includes('/web/') ? 'server' : 'engine and web'
}

/** Line → the file it comes from. The bundler says so above each file's code. */
function regionsOf(text: string): string[] {
  let region = ''
  return text.split('\n').map((line) => {
    region = /^\/\/(?:#region)? (\S+\.[cm]?[jt]sx?)$/.exec(line)?.[1] ?? region
    return region
  })
}
