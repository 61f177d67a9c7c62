import { wordParts } from '#engine/form/model/links.ts'

/** A text of an article: words with links, **bold**, *emphasis*, and [terms](lang:es) of another language. */
export function Inline({ text }: { text: string }) {
  return text
    .split(/(\*\*.+?\*\*|\*.+?\*)/)
    .filter((part) => part !== '')
    .map((part, index) => {
      const key = `${index} ${part}`
      if (part.startsWith('**'))
        return (
          <strong key={key}>
            <Parts text={part.slice(2, -2)} />
          </strong>
        )
      if (!part.startsWith('*')) return <Parts key={key} text={part} />
      return (
        <em key={key}>
          <Parts text={part.slice(1, -1)} />
        </em>
      )
    })
}

function Parts({ text }: { text: string }) {
  return wordParts(text).map((part) => {
    if (typeof part === 'string') return part
    const { label, target } = part
    const language = /^lang:(\w+)$/.exec(target)?.[1]
    if (language === undefined)
      return (
        <a key={target + label} href={target}>
          {label}
        </a>
      )
    return (
      <i key={label} lang={language}>
        {label}
      </i>
    )
  })
}
