import { htmlText as html } from '#engine/form/values'
import { type Styled, sheetHtml } from './mail-html.ts'
import type { ComposedMail } from './mail-parts.ts'

/** What is told of a lead: an answer below its question, or a sentence alone. */
export interface LeadItem {
  name?: string
  text: string
  /** Where it leads to: a mailto: or tel: address that we made. */
  href?: string
  /** Whether somebody may have typed it. */
  isTyped?: boolean
}

/** A lead as a mail to a partner. */
export interface LeadMail extends Omit<ComposedMail, 'parts'> {
  heading: string
  /** Quiet lines below it: when it came, and its id. */
  about: readonly string[]
  groups: readonly { title: string; items: readonly LeadItem[] }[]
}

/**
 * A lead as HTML. Each question and answer has a cell of its own, so that whatever is typed, in whichever direction it is
 * written, stays where it is; no typed text is a link, nor looks like one to programs that make links by themselves.
 */
export function leadHtml({ heading, about, groups, ...envelope }: LeadMail): string {
  return sheetHtml(envelope, (styled) => ({
    content: [
      `<h1 ${styled(['text'], `margin:0 0 8px;font-size:26px;line-height:1.2;font-weight:700;${wrapped}`)}>${html(heading)}</h1>`,
      `<p ${styled(['quiet'], `margin:0 0 16px;${quiet}`)}>${about.map(html).join('<br>')}</p>`,
      ...groups.map(({ title, items }) =>
        [
          `<h2 ${styled(['text'], `margin:24px 0 4px;font-size:19px;line-height:1.3;font-weight:700;${wrapped}`)}>${html(title)}</h2>`,
          '<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 12px">',
          ...items.map((item) => itemHtml(item, styled)),
          '</table>',
        ].join('\n'),
      ),
    ],
    closing: [],
  }))
}

const quiet = 'font-size:15px;line-height:1.45'
const wrapped = 'overflow-wrap:anywhere;word-break:break-word;hyphens:auto'

function itemHtml({ name, text, href, isTyped = false }: LeadItem, styled: Styled): string {
  const words = isTyped ? typedHtml(text) : html(text)
  const linked =
    href === undefined
      ? words
      : `<a href="${html(href)}" ${styled(['figure'], 'text-decoration:underline')}>${html(text)}</a>`
  const answer = `<div dir="auto" ${styled(['text'], `${wrapped}${name === undefined ? '' : ';font-weight:700'}`)}>${linked}</div>`
  const question = name === undefined ? '' : `<div ${styled(['quiet'], quiet)}>${html(name)}</div>`
  const cell = styled(['line', 'text'], 'padding:10px 0;border-width:1px 0 0;border-style:solid')
  return `<tr><td ${cell}>${question}${answer}</td></tr>`
}

/** Lines stay lines. What programs would take for an address falls apart for them, and for nobody who reads or copies it. */
function typedHtml(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => html(line).replaceAll(/[.:/@](?=\S)/g, '$&<wbr>'))
    .join('<br>')
}
