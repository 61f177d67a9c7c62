import { htmlText as html } from '#engine/core/values/html-text.ts'
import type { ComposedMail, MailItem, MailPart } from './mail-parts.ts'

/**
 * A mail as HTML: paragraphs and lists, nothing that is fetched, and no colour but the button's, so that the reader's
 * program chooses those of day and night. Styles are inline, since programs drop all others.
 */
export function mailHtml({ locale, subject, parts }: ComposedMail): string {
  return [
    `<!doctype html><html lang="${html(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${html(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">`,
    '<div style="max-width:36em;margin:0 auto">',
    ...parts.map(partHtml),
    '</div></body></html>',
  ].join('\n')
}

function partHtml(part: MailPart): string {
  switch (part.kind) {
    case 'heading':
      return `<h1 style="font-size:24px;line-height:1.25;margin:0 0 16px">${html(part.text)}</h1>`
    case 'text':
      return `<p style="margin:0 0 16px">${part.parts.map(inline).join('')}</p>`
    case 'list':
      return [
        `<h2 style="font-size:18px;line-height:1.3;margin:24px 0 8px">${html(part.title)}</h2>`,
        '<ul style="margin:0 0 16px;padding:0 0 0 20px">',
        ...part.items.map((item) => `<li style="margin:0 0 8px">${itemHtml(item)}</li>`),
        '</ul>',
      ].join('\n')
    case 'button': {
      const look = 'display:inline-block;padding:12px 24px;border-radius:8px;text-decoration:none;font-weight:bold'
      const colours = 'background-color:#1d4ed8;color:#ffffff'
      return `<p style="margin:24px 0"><a href="${html(part.href)}" style="${look};${colours}">${html(part.label)}</a></p>`
    }
  }
}

function inline(part: string | { label: string; target: string }): string {
  return typeof part === 'string' ? html(part) : `<a href="${html(part.target)}">${html(part.label)}</a>`
}

function itemHtml({ name, text }: MailItem): string {
  return name === undefined ? html(text) : `${html(name)}<br><strong>${html(text)}</strong>`
}
