import type { Routes } from '#server/studio'
import { type Html, html, type Words } from './page.ts'

type Node = Routes['nodes'][number]
type Edge = Routes['edges'][number]

/** Sizes, in the drawing's own units: as many as px at its full width. */
const row = 64
const box = { width: 300, height: 44 }
const lane = 18
const longest = 34

/**
 * The ways through a form as a drawing: steps from top to bottom, since conditions only read what is above, and the ends
 * right of where visitors come to them. A way past steps runs in a lane of its own left of them.
 */
export function journeyDrawing({ nodes, edges }: Routes, words: Words): Html {
  const { word } = words
  const steps = nodes.filter(({ kind }) => kind === 'step' || kind === 'sent')
  const rowOf = new Map(steps.map(({ id }, at) => [id, at]))
  const ends = nodes.filter(({ kind }) => kind === 'alert' || kind === 'end')
  const lanes = lanesOf(edges, rowOf)
  const left = 16 + Math.max(0, ...lanes.values()) * lane
  const x = left + lane
  const used = new Set<number>()
  const places = new Map(
    ends.map((end) => {
      const from = edges.filter(({ to }) => to === end.id).map((edge) => rowOf.get(edge.from) ?? 0)
      let at = Math.max(0, ...from)
      while (used.has(at)) at += 1
      used.add(at)
      return [end.id, at]
    }),
  )
  const rows = Math.max(steps.length, ...[...used].map((at) => at + 1))
  const right = x + box.width + 60
  const width = (ends.length > 0 ? right + box.width : x + box.width) + 16
  const top = (at: number) => 12 + at * row
  const middle = (at: number) => top(at) + box.height / 2
  const node = (each: Node, at: number, from: number) =>
    html`<g class="${each.isDead ? 'stuck' : each.kind}"><rect x="${from}" y="${top(at)}" width="${box.width}" height="${box.height}" rx="6"/><text x="${from + 12}" y="${middle(at) + 5}">${short(labelOf(each, words))}</text></g>`
  const line = ({ from, to }: Edge) => {
    const [a, b] = [rowOf.get(from), rowOf.get(to)]
    const end = places.get(to)
    if (a === undefined) return null
    if (end !== undefined)
      return html`<path d="M${x + box.width} ${middle(a)} C${right - 20} ${middle(a)} ${x + box.width + 20} ${middle(end)} ${right} ${middle(end)}"/>`
    if (b === undefined) return null
    if (b === a + 1) return html`<path d="M${x + box.width / 2} ${top(a) + box.height} V${top(b)}"/>`
    const at = left - (lanes.get(`${from} ${to}`) ?? 0) * lane
    return html`<path d="M${x} ${middle(a) + 8} H${at + 8} Q${at} ${middle(a) + 8} ${at} ${middle(a) + 16} V${middle(b) - 16} Q${at} ${middle(b) - 8} ${at + 8} ${middle(b) - 8} H${x}"/>`
  }
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${word('journey.drawing')}"><svg class="journey" role="img" aria-label="${word('journey.drawing')}" width="${width}" height="${top(rows)}" viewBox="0 0 ${width} ${top(rows)}">${edges.map(line)}${steps.map((each, at) => node(each, at, x))}${ends.map((each) => node(each, places.get(each.id) ?? 0, right))}</svg></div>`
}

/** The lanes of ways past steps: the shortest is the nearest. */
function lanesOf(edges: readonly Edge[], rowOf: ReadonlyMap<string, number>): Map<string, number> {
  const spans = edges.flatMap(({ from, to }) => {
    const [a, b] = [rowOf.get(from), rowOf.get(to)]
    return a === undefined || b === undefined || b <= a + 1 ? [] : [{ key: `${from} ${to}`, a, b }]
  })
  const taken: { a: number; b: number }[][] = []
  const lanes = new Map<string, number>()
  for (const span of spans.toSorted((one, other) => one.b - one.a - (other.b - other.a))) {
    const free = taken.findIndex((all) => all.every(({ a, b }) => b <= span.a || a >= span.b))
    const at = free === -1 ? taken.length : free
    taken[at] = [...(taken[at] ?? []), span]
    lanes.set(span.key, at)
  }
  return lanes
}

const short = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text)

function labelOf({ title, kind, id }: Node, { word }: Words): string {
  return title || (kind === 'sent' ? word('journey.sent') : id.slice(id.indexOf(' ') + 1))
}

/** The same as a list, for who cannot see the drawing, and for links. @param pathOf where a node is edited */
export function journeyList(
  { nodes, edges }: Routes,
  words: Words,
  about: (node: Node) => { href: string; when: string | null },
): Html {
  const { word, named } = words
  const names = new Map(nodes.map((each) => [each.id, labelOf(each, words)]))
  return html`<ol class="outline">${nodes.map((each) => {
    const { href, when } = about(each)
    const next = edges.filter(({ from }) => from === each.id).map(({ to }) => names.get(to) ?? to)
    return html`<li class="${each.kind}"><a href="${href}">${names.get(each.id) ?? ''}</a> <span class="quiet">${named('journey-kind', each.kind)}${each.kind === 'step' && html`, ${word('journey.questions', { count: each.questions })}`}${when !== null && html`, ${when}`}</span>${
      next.length > 0 && html`<br>${word('journey.next', { names: next.join(', ') })}`
    }${each.isDead && html`<br><span class="error">${word('journey.dead')}</span>`}</li>`
  })}</ol>`
}
