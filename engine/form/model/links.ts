/** A link within words: `[privacy policy](page:privacy)`, its target an address once it is resolved. */
export interface WordLink {
  label: string
  target: string
}

const pattern = /\[(?<label>[^\][]+)\]\((?<target>[^()\s]+)\)/g

/** What a target such as page:privacy or page:privacy#sponsor names: a page, and a section of it; null for other targets. */
export function pageTarget(target: string): { page: string; section?: string } | null {
  const [, page, section] = /^page:([^#]+)(?:#(.+))?$/.exec(target) ?? []
  if (page === undefined) return null
  return { page, ...(section !== undefined && { section }) }
}

/** Words as plain text and links, in order. */
export function wordParts(text: string): (string | WordLink)[] {
  const parts: (string | WordLink)[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const { label = '', target = '' } = match.groups ?? {}
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push({ label, target })
    end = match.index + match[0].length
  }
  return end < text.length ? [...parts, text.slice(end)] : parts
}

/** Words as a visitor reads them, without the targets of links. */
export function plainWords(text: string): string {
  return text.replace(pattern, '$<label>')
}

/** Where a link leads to; null for nowhere, which leaves its words. */
type Resolve = (target: string) => string | null

/** A value with the targets of all links in its texts replaced, however deep they stand. */
export function withTargets<T>(value: T, resolve: Resolve): T {
  if (typeof value === 'string') return replaceTargets(value, resolve) as T
  if (Array.isArray(value)) return value.map((item) => withTargets(item, resolve)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTargets(inner, resolve)])) as T
}

function replaceTargets(text: string, resolve: Resolve): string {
  if (!text.includes('](')) return text
  return text.replace(pattern, (_, label: string, target: string) => {
    const resolved = resolve(target)
    return resolved === null ? label : `[${label}](${resolved})`
  })
}
