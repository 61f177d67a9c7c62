import { type RefusedFile, type StudioForm, versionOf } from '#server/studio'
import { refusal, unknown, withSide } from './draft-side.ts'
import { type Desk, type Html, html, posted, type Visit, type Words } from './page.ts'

/** The line ends of a file are kept: browsers post their own. */
export function inLinesOf(before: string, text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return before.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines
}

/** The text of a file. The page's script makes an editor of it that knows the schemas. */
export function fileInput({ word }: Words, input: string, name: string, text: string): Html {
  return html`<label>${word('studio.text')}<textarea name="${input}" rows="30" spellcheck="false" class="code" data-editor="${name}" aria-describedby="editor-about">\n${text}</textarea></label><p class="quiet" id="editor-about">${word('studio.editor-about')}</p>`
}

/** A file as its page shows it. */
interface FileShown {
  name: string
  text: string
  /** What another person saved meanwhile. */
  theirs?: string
  refused?: RefusedFile
}

/** The page of a file that is edited as text. */
export function filePage(desk: Desk, visit: Visit, form: StudioForm, { name, text, theirs, refused }: FileShown) {
  const { word } = visit.words
  const content = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>
${refused && refusal(refused, visit.words)}${theirs !== undefined && html`<p class="note error" role="alert">${word('studio.conflict')}</p>`}
<form method="post" action="/studio/${form.id}/file" class="part" data-live="/studio/${form.id}"><input type="hidden" name="name" value="${name}">
<input type="hidden" name="version" value="${versionOf(form.texts.get(name) ?? '')}">
${fileInput(visit.words, 'text', name, text)}
${theirs !== undefined && html`<label>${word('studio.theirs')}<textarea rows="30" spellcheck="false" class="code" readonly>\n${theirs}</textarea></label>`}
<p><button>${word('studio.save')}</button></p></form>`
  return withSide(desk, visit, form, {
    title: name,
    content,
    status: theirs === undefined ? (refused ? 400 : 200) : 409,
  })
}

/** Saves a file that was edited as text, unless another person has saved it meanwhile. */
export function saveFile(desk: Desk, visit: Visit, form: StudioForm) {
  const fields = posted(visit)
  const name = fields.get('name') ?? ''
  const now = form.texts.get(name)
  if (now === undefined) return unknown(visit, form.id)
  const text = inLinesOf(now ?? '', fields.get('text') ?? '')
  if (fields.get('version') !== versionOf(now ?? '') && text !== now)
    return filePage(desk, visit, form, { name, text, theirs: now ?? '' })
  const written = desk.studio.write(form.id, visit.person.id, { [name]: text })
  if (!written.ok) return filePage(desk, visit, form, { name, text, refused: written })
  return visit.reply.redirect(`/studio/${form.id}/file?name=${encodeURIComponent(name)}&done=saved`, 303)
}
