import type { ComposedMail, MailItem, MailPart } from './mail-parts.ts'

/** The most characters of a line. */
const width = 72

/** A mail as plain text, its lines short enough for every program; addresses stay whole. */
export function mailText({ parts }: ComposedMail): string {
  return `${parts.map(partText).join('\n\n')}\n`
}

function partText(part: MailPart): string {
  switch (part.kind) {
    case 'heading':
      return underlined(wrapped(part.text), '=')
    case 'text':
      return wrapped(part.parts.map((each) => (typeof each === 'string' ? each : linkText(each))).join(''))
    case 'list':
      return [
        underlined(wrapped(part.title), '-'),
        ...(part.note === undefined ? [] : [wrapped(part.note), '']),
        ...part.items.map(itemText),
      ].join('\n')
    case 'button':
      return `${part.label}:\n${part.href}`
    case 'closing': {
      const { company, unsubscribe } = part
      // Mail programs know by this line that the letter ends here (RFC 3676, section 4.3).
      return [
        '-- ',
        ...(company === null ? [] : [wrapped(company)]),
        ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.target}`] : []),
      ].join('\n')
    }
  }
}

function linkText({ label, target }: { label: string; target: string }): string {
  return `${label} (${target})`
}

function itemText({ name, text, more }: MailItem): string {
  return wrapped([name, text, more].filter((line) => line !== undefined).join('\n'), '* ')
}

function underlined(text: string, line: string): string {
  return `${text}\n${line.repeat(Math.max(...text.split('\n').map(({ length }) => length)))}`
}

/** Breaks lines between words. @param mark what the first line begins with; the others stand below it */
function wrapped(text: string, mark = ''): string {
  const indent = ' '.repeat(mark.length)
  const lines = text.split('\n').flatMap((line) => {
    const broken: string[] = []
    // A no-break space keeps together what belongs together.
    for (const word of line.split(/[ \t]+/)) {
      const last = broken.at(-1)
      if (last !== undefined && last.length + 1 + word.length <= width - mark.length)
        broken.splice(-1, 1, `${last} ${word}`)
      else broken.push(word)
    }
    return broken
  })
  return lines.map((line, index) => `${index === 0 ? mark : indent}${line}`).join('\n')
}
