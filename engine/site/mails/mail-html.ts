import { htmlText as html } from '#engine/form/values'
import { type MailColours, mailColours } from './mail-colours.ts'
import type { ComposedMail, MailItem, MailPart } from './mail-parts.ts'

const quiet = 'font-size:15px;line-height:1.45'

const wrapped = 'overflow-wrap:anywhere;word-break:break-word;hyphens:auto'

const family =
  "font-family:'Atkinson Hyperlegible Next',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** What of a colour a class sets: the same names inline, by day, and in the sheet, by night. */
const classes = {
  paper: ['background-color', 'paper'],
  sheet: ['background-color', 'sheet'],
  line: ['border-color', 'line'],
  text: ['color', 'text'],
  quiet: ['color', 'quiet'],
  figure: ['color', 'figure'],
  rule: ['border-color', 'figure'],
  action: ['background-color', 'action'],
  'action-text': ['color', 'actionText'],
  'action-edge': ['border-color', 'actionEdge'],
} as const satisfies Record<string, readonly [string, keyof MailColours['light']]>

type Class = keyof typeof classes

/** Attributes of an element: its colours, and the rest of its style. */
export type Styled = (names: readonly Class[], style: string) => string

/** What is written, below its brand's name and, after it, outside the sheet. */
interface Sheet {
  content: readonly string[]
  closing: readonly string[]
}

/**
 * A mail as HTML: its brand's name and colours, and nothing that is fetched. Every text has its colour and the ground that it
 * stands on, so that it stays readable in programs that turn colours over by themselves; those that ask for a night
 * of ours find it in the style sheet. All else is inline, since many programs read no sheet.
 */
export function mailHtml({ parts, ...envelope }: ComposedMail): string {
  return sheetHtml(envelope, (styled) => {
    const [closing = [], content = []] = [true, false].map((closes) =>
      parts.filter(({ kind }) => (kind === 'closing') === closes).map((part) => partHtml(part, styled)),
    )
    return { content, closing }
  })
}

/** The document around what is written. @param write says it in the mail's colours */
function sheetHtml({ locale, subject, brand }: Omit<ComposedMail, 'parts'>, write: (styled: Styled) => Sheet): string {
  const { light, dark, rule } = brand?.colours ?? mailColours()
  const declared = (name: Class, of: MailColours['light']) => `${classes[name][0]}:${of[classes[name][1]]}`
  const styled: Styled = (names, style) =>
    `class="${names.join(' ')}" style="${[...names.map((name) => declared(name, light)), style].join(';')}"`
  const night = (Object.keys(classes) as Class[]).map((name) => `.${name}{${declared(name, dark)} !important}`)
  const { content, closing } = write(styled)
  return [
    `<!doctype html>`,
    `<html lang="${html(locale)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">',
    `<title>${html(subject)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${night.join('')}}</style>`,
    '</head>',
    `<body ${styled(['paper', 'text'], `margin:0;padding:0;${family};font-size:17px;line-height:1.55`)}>`,
    // Some programs leave the body out, with its ground.
    `<div ${styled(['paper', 'text'], 'padding:24px 12px')}>`,
    '<div style="max-width:560px;margin:0 auto">',
    brand ? nameHtml(brand.name, rule, styled) : '',
    `<div ${styled(['sheet', 'line', 'text'], 'padding:28px 20px 12px;border-width:1px;border-style:solid;border-radius:14px')}>`,
    ...content,
    '</div>',
    ...closing,
    '</div>',
    '</div>',
    '</body>',
    '</html>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function nameHtml(name: string, rule: string, styled: Styled): string {
  const [width, line] = rule.split(' ')
  const style = `margin:0 0 20px;padding:0 0 8px;border-width:0 0 ${width};border-style:${line};font-size:20px;font-weight:700`
  return `<p ${styled(['figure', 'rule'], style)}>${html(name)}</p>`
}

function partHtml(part: MailPart, styled: Styled): string {
  const link = (label: string, target: string, more = '') =>
    `<a href="${html(target)}" ${styled(['figure'], `text-decoration:underline${more}`)}>${html(label)}</a>`
  switch (part.kind) {
    case 'heading':
      return `<h1 ${styled(['text'], 'margin:0 0 16px;font-size:26px;line-height:1.2;font-weight:700')}>${html(part.text)}</h1>`
    case 'text': {
      const words = part.parts.map((each) => (typeof each === 'string' ? html(each) : link(each.label, each.target)))
      return `<p ${styled(['text'], 'margin:0 0 16px')}>${words.join('')}</p>`
    }
    case 'list':
      return [
        `<h2 ${styled(['text'], 'margin:24px 0 8px;font-size:19px;line-height:1.3;font-weight:700')}>${html(part.title)}</h2>`,
        ...(part.note === undefined
          ? []
          : [`<p ${styled(['quiet'], `margin:0 0 8px;${quiet}`)}>${html(part.note)}</p>`]),
        `<ul ${styled(['text'], 'margin:0 0 16px;padding:0 0 0 22px')}>`,
        ...part.items.map((item) => `<li style="margin:0 0 8px">${itemHtml(item)}</li>`),
        '</ul>',
      ].join('\n')
    case 'button': {
      const box = 'display:inline-block;padding:14px 20px;border-width:1px;border-style:solid;border-radius:6px'
      const words = 'font-size:18px;line-height:1.3;font-weight:700;text-decoration:none'
      const button = `<a href="${html(part.href)}" ${styled(['action', 'action-edge', 'action-text'], `${box};${words}`)}>${html(part.label)}</a>`
      const address = link(part.href, part.href, ';overflow-wrap:anywhere;word-break:break-word')
      return [
        `<p style="margin:24px 0 12px">${button}</p>`,
        `<p ${styled(['quiet'], 'margin:0 0 24px;font-size:14px;line-height:1.45')}>${address}</p>`,
      ].join('\n')
    }
    case 'closing': {
      const { company, unsubscribe } = part
      const lines = [
        company === null ? [] : html(company),
        unsubscribe ? link(unsubscribe.label, unsubscribe.target) : [],
      ].flat()
      return `<p ${styled(['quiet'], 'margin:16px 4px 0;font-size:14px;line-height:1.55')}>${lines.join('<br>')}</p>`
    }
  }
}

function itemHtml({ name, text, more, isTyped = false }: MailItem): string {
  const words = isTyped ? `<span dir="auto">${typedHtml(text)}</span>` : html(text)
  const told = name === undefined ? words : `${html(name)}<br><strong>${words}</strong>`
  return more === undefined ? told : `${told}<br>${html(more)}`
}

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
          ...items.map((item) => leadItemHtml(item, styled)),
          '</table>',
        ].join('\n'),
      ),
    ],
    closing: [],
  }))
}

function leadItemHtml({ name, text, href, isTyped = false }: LeadItem, styled: Styled): string {
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
