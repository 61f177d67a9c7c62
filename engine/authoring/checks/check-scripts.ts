import { type DefinitionProblem, type Library, lackingBrand, type ProblemIn, reference } from '#engine/library'
import type { BrandDefinition } from '#schemas/generated/brand.ts'

/** What brands load from others: each from a host it names, on pages that there are, and analytics with a property. */
export function checkScripts(library: Library): DefinitionProblem[] {
  return [...library.brands].flatMap(([brand, { file, value }]) =>
    Object.entries(value.scripts ?? {}).flatMap(([id, script]) => {
      const path = ['scripts', id]
      const ofPages = (script.pages ?? []).flatMap((page, index) => {
        const at = { file, path: [...path, 'pages', String(index)], on: 'value' as const }
        const target = library.pages.get(page)?.value
        const message = target ? lackingBrand(page, target, [brand], library) : null
        return message === null ? reference(library, 'pages', page, at) : [{ ...at, message }]
      })
      const own = [...checkSource(script), ...checkProperty(script, value, library), ...checkChat(id, value)]
      return [...own.map((problem) => ({ file, ...problem, path: [...path, ...problem.path] })), ...ofPages]
    }),
  )
}

type Script = NonNullable<BrandDefinition['scripts']>[string]

function checkSource({ source, hosts }: Script): ProblemIn[] {
  const origin = source.match(/^https?:\/\/[^/]+/)?.[0] ?? ''
  if (hosts.script.includes(origin)) return []
  const message = `The script comes from ${origin}, which its "hosts" do not name, so no page would load it. Add it to "script".`
  return [{ path: ['hosts', 'script'], on: 'value', message }]
}

function checkProperty({ what }: Script, { analytics }: BrandDefinition, { site }: Library): ProblemIn[] {
  if (what !== 'analytics' || analytics || site.value.analytics) return []
  const message =
    'Nobody knows where page views are counted. Add "analytics": { "propertyId": … } here or in site.json.'
  return [{ path: ['what'], on: 'value', message }]
}

/** A page has one place for a chat. */
function checkChat(id: string, { scripts = {} }: BrandDefinition): ProblemIn[] {
  const chats = Object.keys(scripts).filter((each) => scripts[each]?.what === 'chat')
  if (!chats.includes(id) || chats[0] === id) return []
  return [
    { path: ['what'], on: 'value', message: `The chat of this brand is "${chats[0]}" already. Keep one of them.` },
  ]
}
