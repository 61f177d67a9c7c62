import { parseJson } from '#engine/node'
import {
  detailsOf,
  type Edit,
  type EntryList,
  edited,
  keysOf,
  moved,
  newEntry,
  type Part,
  type PartDetails,
  type Property,
  partsOf,
  propertyValue,
  type RefusedFile,
  type StudioForm,
  textAt,
  valueAt,
  versionOf,
} from '#server/studio'
import { conditionInputs, conditionSentence, placeOf, postedCondition } from './conditions.ts'
import { languageOf, questionsIn, refusal, undoForm, unknown, withSide } from './draft-side.ts'
import { fileInput, filePage, inLinesOf } from './file.ts'
import { type Desk, html, posted, type Visit } from './page.ts'
import { noteTyped } from './preview.ts'

/** The values of a part by the names of their inputs. */
type Values = Readonly<Record<string, string>>

/** How the inputs of properties are called. */
const propertyIn = 'property:'

export function valuesOf(
  { locales, names, texts, value }: StudioForm,
  { part, texts: usual, moreTexts, properties, isRequired }: PartDetails,
): Values {
  const paths = [...usual, ...moreTexts]
  const files = new Map(locales.map((locale) => [locale, parseJson(texts.get(names[locale] ?? '') ?? '{}').value]))
  const own = valueAt(value, keysOf(part.at))
  const when = valueAt(own, ['when'])
  return {
    ...Object.fromEntries(
      paths.flatMap((path) => locales.map((locale) => [`${locale} ${path}`, textAt(files.get(locale), path)])),
    ),
    ...Object.fromEntries(
      properties.flatMap(({ name, value: said }) => (said === null ? [] : [[propertyIn + name, said]])),
    ),
    ...(isRequired !== null && { required: isRequired ? 'yes' : '' }),
    when: when === undefined ? '' : JSON.stringify(when, null, 2),
  }
}

/** A hash of all that a part holds, in every language: what goes when it is removed. */
function versionOfPart({ locales, names, texts }: StudioForm, { part }: PartDetails): string {
  const held = locales.map((locale) =>
    valueAt(parseJson(texts.get(names[locale] ?? '') ?? '{}').value, keysOf(part.at)),
  )
  return versionOf(JSON.stringify(held))
}

interface PartShown {
  details: PartDetails
  values: Values
  /** What another person saved meanwhile, by input. */
  theirs?: Values
  /** What was posted: what it says of new entries is not lost. */
  given?: URLSearchParams
  /** What was not understood: a key of words. */
  error?: string
  refused?: RefusedFile
  /** The file itself, where something was typed in it. */
  file?: { text: string; isTyped: boolean }
}

export async function partPage(
  desk: Desk,
  visit: Visit,
  form: StudioForm,
  { details, values, theirs = {}, error, refused, given, file }: PartShown,
) {
  const { word, named } = visit.words
  const { part, texts, moreTexts, properties, lists, isRequired, hasWhen, canMove } = details
  const place = placeOf(await questionsIn(desk, form), form.value, part)
  const own = form.names[form.locales[0] ?? ''] ?? ''
  const saved = desk.studio.form(form.id)?.texts.get(own) ?? ''
  const filePath = `/studio/${form.id}/file?name=${encodeURIComponent(own)}`
  const labelOf = (path: string) => {
    const own = path.slice(part.at === '' ? 0 : part.at.length + 1)
    return own.startsWith('options.') ? word('studio.option', { id: own.slice('options.'.length) }) : named('text', own)
  }
  const theirsOf = (name: string) =>
    theirs[name] !== undefined && html`<span class="error">${word('studio.theirs')} ${theirs[name] || '–'}</span>`
  const input = (locale: string, path: string) => {
    const name = `${locale} ${path}`
    const value = values[name] ?? ''
    const isLong = value.length > 60 || value.includes('\n')
    return html`<label>${languageOf(visit.words, locale)}${
      isLong
        ? html`<textarea name="${name}" lang="${locale}" rows="3">${value}</textarea>`
        : html`<input name="${name}" lang="${locale}" value="${value}" autocomplete="off">`
    }${theirsOf(name)}</label>`
  }
  const seen = JSON.stringify(valuesOf(form, details))
  const deed = (name: string, label: string, kind = 'plain') =>
    html`<button class="${kind}" name="deed" value="${name}">${label}</button>`
  const more = properties.filter(({ isUsual, value }) => !isUsual && value !== null)
  const textsOf = (path: string) => {
    const inputs = form.locales.map((locale) => input(locale, path))
    // What it has in no language takes no room until it is asked for.
    return form.locales.some((locale) => values[`${locale} ${path}`])
      ? html`<fieldset class="texts"><legend>${labelOf(path)}</legend>${inputs}</fieldset>`
      : html`<details><summary>${labelOf(path)}</summary><fieldset class="texts"><legend>${labelOf(path)}</legend>${inputs}</fieldset></details>`
  }
  const propertyOf = ({ name, kind, choices, description, value }: Property) => {
    const key = propertyIn + name
    const said = values[key] ?? ''
    const usual = { true: word('condition.true'), false: word('condition.false') }
    if (value === null)
      return html`<p><code>${name}</code> <span class="quiet">${description} ${word('studio.in-file')} <a href="${filePath}">${word('condition.in-file')}</a></span></p>`
    const control =
      kind === 'choice' || kind === 'yes-no'
        ? html`<select name="${key}" aria-describedby="${key}"><option value="">–</option>${[...choices, ...(said === '' || choices.includes(said) ? [] : [said])].map((each) => html`<option value="${each}"${each === said && html` selected`}>${kind === 'yes-no' ? usual[each as 'true' | 'false'] : each}</option>`)}</select>`
        : kind === 'list'
          ? html`<textarea name="${key}" aria-describedby="${key}" rows="${Math.min(6, said.split('\n').length + 1)}">${said}</textarea>`
          : html`<input name="${key}" aria-describedby="${key}" value="${said}"${kind === 'number' && html` inputmode="decimal"`} autocomplete="off">`
    return html`<div class="property"><label>${named('property', name)}${control}${theirsOf(key)}</label><p class="quiet" id="${key}">${description}${kind === 'list' && html` ${word('studio.one-a-line')}`}</p></div>`
  }
  const listOf = ({ name, description, ids, kinds: entryKinds }: EntryList) => {
    const shown = entryKinds.includes('text') ? ['text', ...entryKinds.filter((kind) => kind !== 'text')] : entryKinds
    const at = [...keysOf(part.at), name].join('.')
    const isPart = (id: string) => form.value !== null && partsOf(form.value).some((each) => each.at === `${at}.${id}`)
    const content = html`<p class="quiet">${description}</p>${
      ids.length > 0 &&
      html`<ol class="options">${ids.map((id, place) => {
        const said = textAt(form.value, `${at}.${id}.title`) || textAt(form.value, `${at}.${id}`)
        return html`<li data-entry="${name} ${id}">${isPart(id) ? html`<a href="/studio/${form.id}/edit?at=${encodeURIComponent(`${at}.${id}`)}">${said || id}</a>` : html`<code>${id}</code> ${said}`} ${place > 0 && deed(`entry-up ${name} ${id}`, word('studio.up', { name: said || id }))} ${place < ids.length - 1 && deed(`entry-down ${name} ${id}`, word('studio.down', { name: said || id }))} ${deed(`entry-remove ${name} ${id}`, word('studio.remove', { name: said || id }))}</li>`
      })}</ol>`
    }<div class="fields"><label>${word('studio.new-id')}<input name="new-id:${name}" value="${given?.get(`new-id:${name}`)}" autocomplete="off" pattern="[a-z][A-Za-z0-9_\\-]*"></label>
<label>${word('studio.new-text')}<input name="new-text:${name}" value="${given?.get(`new-text:${name}`)}" autocomplete="off"></label>${
      entryKinds.length > 0 &&
      html`<label>${word('studio.kind')}<select name="new-kind:${name}">${shown.map((kind) => html`<option>${kind}</option>`)}${name === 'fields' && html`<option value="">${word('studio.choice')}</option>`}</select></label>`
    }${deed(`entry-add ${name}`, word('studio.add', { name: named('list', name) }))}</div>`
    const legend = named('list', name)
    const isChoice = name === 'options' && textAt(form.value, `${part.at}.kind`) === ''
    return ids.length > 0 || isChoice || ['fields', 'steps', 'consents', 'sections'].includes(name)
      ? html`<fieldset><legend>${legend}</legend>${content}</fieldset>`
      : html`<details><summary>${legend}</summary><fieldset><legend>${legend}</legend>${content}</fieldset></details>`
  }
  const title = part.at === 'thankYou' ? word('studio.thanks') : part.title
  const content = html`<p><a href="/studio/${form.id}">${word('studio.to-outline')}</a></p>
${Object.keys(theirs).length > 0 && html`<p class="note error" role="alert">${word('studio.conflict')}</p>`}
${error !== undefined && html`<p class="note error" role="alert">${word(error)}</p>`}${refused && refusal(refused, visit.words)}
${await undoForm(desk, visit, form.id)}${properties.some(({ name }) => name === 'photo.name' || name === 'drawing') && html`<p><a class="button" href="/studio/${form.id}/media?at=${encodeURIComponent(part.at)}">${word('media.link')}</a></p>`}<form method="post" action="/studio/${form.id}/edit" class="part" data-live="/studio/${form.id}"><input type="hidden" name="at" value="${part.at}">
<input type="hidden" name="seen" value="${seen}"><input type="hidden" name="version" value="${versionOfPart(form, details)}"><p><button>${word('studio.save')}</button></p>
${texts.map(textsOf)}${moreTexts.length > 0 && html`<details><summary>${word('studio.more-texts')}</summary>${moreTexts.map(textsOf)}</details>`}
${isRequired !== null && html`<p><label class="check"><input type="checkbox" name="required" value="yes"${values.required === 'yes' && html` checked`}> ${word('studio.required')}</label>${theirsOf('required')}</p>`}
${hasWhen && html`<fieldset><legend>${word('studio.condition')}</legend>${conditionInputs(values.when ?? '', place, visit.words, filePath)}${theirs.when !== undefined && html`<p class="error">${word('studio.theirs')} ${theirs.when === '' ? word('condition.none') : conditionSentence(JSON.parse(theirs.when), place, visit.words)}</p>`}</fieldset>`}
${properties.length > 0 && html`<fieldset><legend>${word('studio.properties')}</legend>${properties.filter((each) => !more.includes(each)).map(propertyOf)}${more.length > 0 && html`<details><summary>${word('studio.more-properties')}</summary>${more.map(propertyOf)}</details>`}</fieldset>`}
${lists.map(listOf)}
<details data-file><summary>${word('studio.file-itself')}</summary><p class="quiet">${word('studio.file-about')}</p>${fileInput(visit.words, 'file', own, file?.isTyped ? file.text : saved)}<input type="hidden" name="file-version" value="${versionOf(saved)}"></details>
<p class="turn">${canMove.up && deed('up', word('studio.up', { name: title }))}${canMove.down && deed('down', word('studio.down', { name: title }))}${canRemove(part) && deed('remove', word('studio.remove', { name: title }), 'harmful')}</p></form>`
  const isConflict = Object.keys(theirs).length > 0 || error === changedPart
  return withSide(desk, visit, form, {
    title,
    content,
    status: isConflict ? 409 : error || refused ? 400 : 200,
    at: part.at,
  })
}

const changedPart = 'studio.changed-part'

const newId = /^[a-z][A-Za-z0-9_-]{0,60}$/

function seenIn(fields: URLSearchParams): Values {
  try {
    const seen: unknown = JSON.parse(fields.get('seen') ?? '')
    if (typeof seen !== 'object' || seen === null) return {}
    return Object.fromEntries(Object.entries(seen).filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** What a posted part says, over what is saved by now. */
async function askedOf(desk: Desk, saved: StudioForm, fields: URLSearchParams) {
  const own = saved.names[saved.locales[0] ?? ''] ?? ''
  const before = saved.texts.get(own) ?? ''
  const file = fields.get('file')
  const text = file === null ? before : inLinesOf(before, file)
  // The file itself counts where something was typed in it.
  const isFile = file !== null && versionOf(text) !== fields.get('file-version')
  const form = (isFile && desk.studio.typed(saved.id, { [own]: text })) || saved
  const details = form.value && detailsOf(form.value, fields.get('at') ?? '')
  // What another person saved meanwhile is not overwritten.
  const isOvertaken = isFile && text !== before && fields.get('file-version') !== versionOf(before)
  const written = { name: own, text, isTyped: isFile, isOvertaken }
  if (!details) return { form, details: null, file: written }
  const now = valuesOf(form, details)
  const seen = { ...now, ...seenIn(fields) }
  const place = placeOf(await questionsIn(desk, form), form.value, details.part)
  const condition = postedCondition(fields, seen.when ?? '', place)
  const asked = (name: string) =>
    name === 'when'
      ? 'error' in condition
        ? (seen.when ?? '')
        : condition.when
      : name === 'required'
        ? // A box that is not ticked is not posted.
          (fields.get(name) ?? '')
        : (fields.get(name)?.replaceAll('\r\n', '\n') ?? seen[name] ?? '')
  const given = Object.fromEntries(Object.keys(now).map((name) => [name, asked(name)]))
  const changes = Object.entries(given).filter(([name, value]) => value !== seen[name] && value !== now[name])
  // What only the others changed is as they have it.
  const values = { ...now, ...Object.fromEntries(changes) }
  return { form, details, file: written, now, seen, changes, values, condition }
}

/** The files with edits, as far as they differ from what is saved. */
function textsWith(saved: StudioForm, form: StudioForm, edits: Edits, deed: Deed): Record<string, string> {
  const own = form.names[form.locales[0] ?? ''] ?? ''
  return Object.fromEntries(
    Object.values(form.names).flatMap((name) => {
      const before = form.texts.get(name) ?? null
      const all = [...(edits.get(name) ?? []), ...(deed.edits.get(name) ?? [])]
      const after = all.length === 0 ? before : edited(before ?? '{}\n', all)
      const turned = name === own && deed.move && after !== null ? movedBy(after, deed.move.path, deed.move.by) : after
      return turned === saved.texts.get(name) || turned === null ? [] : [[name, turned]]
    }),
  )
}

/** An entry moved by as many places as are asked for. */
function movedBy(text: string, path: string[], by: number): string {
  return Array.from({ length: Math.abs(by) }).reduce<string>((now) => moved(now, path, by < 0 ? -1 : 1), text)
}

/** Whether edits concern a file that is not JSON: nothing can be edited in it. */
const isBroken = ({ texts }: StudioForm, ...all: Edits[]) =>
  all.flatMap((edits) => [...edits.keys()]).some((name) => parseJson(texts.get(name) ?? '{}').mistakes.length > 0)

/** Notes what is typed in a part or a file, and says how the rest of the page is with it. Nothing is saved. */
export async function typePart(desk: Desk, visit: Visit, saved: StudioForm) {
  const fields = posted(visit)
  const name = fields.get('name')
  if (name !== null) {
    const text = inLinesOf(saved.texts.get(name) ?? '', fields.get('text') ?? '')
    const typed = desk.studio.typed(saved.id, { [name]: text })
    if (typed) noteTyped(desk, visit, typed)
    return visit.reply.send({})
  }
  const { form, details, file, changes = [], values } = await askedOf(desk, saved, fields)
  const edits = details ? editsOf(form, details, changes) : new Map()
  const isUsable = details !== null && typeof edits !== 'string' && !isBroken(form, edits)
  const typed = isUsable ? desk.studio.typed(saved.id, textsWith(saved, form, edits, { edits: new Map() })) : form
  if (typed) noteTyped(desk, visit, typed)
  if (!isUsable) return visit.reply.send({})
  const text = typed?.texts.get(file.name) ?? file.text
  // The other files are posted with the inputs alone.
  const seen = valuesOf(desk.studio.typed(saved.id, { [file.name]: text }) ?? form, details)
  return visit.reply.send({ text, seen, ...(file.isTyped && { values }) })
}

export async function editPart(desk: Desk, visit: Visit, saved: StudioForm) {
  const { studio } = desk
  const fields = posted(visit)
  const at = fields.get('at') ?? ''
  const said = await askedOf(desk, saved, fields)
  const { form, details, file } = said
  if (file.isOvertaken || (file.isTyped && !details)) {
    const theirs = saved.texts.get(file.name) ?? ''
    return filePage(desk, visit, saved, { name: file.name, text: file.text, ...(file.isOvertaken && { theirs }) })
  }
  if (!details) return unknown(visit, form.id)
  const { now = {}, seen = {}, changes = [], values = {}, condition = { when: '' } } = said
  const theirs = Object.fromEntries(
    changes.flatMap(([name]) => (now[name] === seen[name] ? [] : [[name, now[name] ?? '']])),
  )
  const again = (more: Partial<PartShown>) =>
    partPage(desk, visit, form, { details, values, given: fields, file, ...more })
  if (Object.keys(theirs).length > 0) return again({ theirs })
  if ('error' in condition) return again({ error: condition.error })
  const edits = editsOf(form, details, changes)
  if (typeof edits === 'string') return again({ error: edits })
  const deed = deedOf(form, details, fields)
  if (typeof deed === 'string') return again({ error: deed })
  // What others wrote in it meanwhile would go with it.
  if (deed.isRemoval && fields.get('version') !== versionOfPart(saved, details)) return again({ error: changedPart })
  if (isBroken(form, edits, deed.edits)) return again({ error: 'studio.broken' })
  const texts = textsWith(saved, form, edits, deed)
  const written = Object.keys(texts).length === 0 ? null : studio.write(form.id, visit.person.id, texts)
  if (written && !written.ok) return again({ refused: written })
  const isGone = deed.isGone === true
  const next = `/studio/${form.id}${isGone ? '?' : `/edit?at=${encodeURIComponent(deed.next ?? at)}&`}done=saved`
  return visit.reply.redirect(next, 303)
}

/** Edits by file, or the key of what is wrong. */
type Edits = Map<string, Edit[]>

function editsOf(
  { locales, names }: StudioForm,
  { part, properties }: PartDetails,
  changes: readonly [string, string][],
): Edits | string {
  const own = names[locales[0] ?? ''] ?? ''
  const edits: Edits = new Map()
  const add = (name: string, edit: Edit) => edits.set(name, [...(edits.get(name) ?? []), edit])
  const path = keysOf(part.at)
  for (const [name, value] of changes) {
    if (name === 'required') add(own, { path: [...path, 'optional'], value: value === 'yes' ? undefined : true })
    else if (name === 'when') {
      add(own, { path: [...path, 'when'], value: value === '' ? undefined : JSON.parse(value) })
    } else if (name.startsWith(propertyIn)) {
      const property = properties.find((each) => propertyIn + each.name === name)
      const said = property && propertyValue(property, value)
      if (!property || said === null) return 'studio.wrong-value'
      add(own, { path: [...path, ...keysOf(property.name)], value: said })
    } else {
      const [locale = '', place = ''] = name.split(' ')
      add(names[locale] ?? own, { path: keysOf(place), value: value.trim() === '' ? undefined : value })
    }
  }
  return edits
}

interface Deed {
  edits: Edits
  move?: { path: string[]; by: number }
  /** The part to go on with. */
  next?: string
  isGone?: boolean
  /** Whether something goes with all that it holds. */
  isRemoval?: boolean
}

/** What a button of a part does besides saving; or the key of what is wrong. */
function deedOf(
  { locales, names, value }: StudioForm,
  { part, lists, canMove }: PartDetails,
  fields: URLSearchParams,
): Deed | string {
  const own = names[locales[0] ?? ''] ?? ''
  const path = keysOf(part.at)
  const none: Deed = { edits: new Map() }
  const [what = '', name = '', id = '', place = ''] = (fields.get('deed') ?? '').split(' ')
  const everywhere = (at: string[]): Edits =>
    new Map(Object.values(names).map((file) => [file, [{ path: at, value: undefined }]]))
  if (what === 'up' && canMove.up) return { ...none, move: { path, by: -1 } }
  if (what === 'down' && canMove.down) return { ...none, move: { path, by: 1 } }
  if (what === 'remove' && canRemove(part)) return { edits: everywhere(path), isGone: true, isRemoval: true }
  const list = lists.find((each) => each.name === name)
  if (!list) return none
  const entry = [...path, name, id]
  if (list.ids.includes(id)) {
    if (what === 'entry-up') return { ...none, move: { path: entry, by: -1 } }
    if (what === 'entry-down') return { ...none, move: { path: entry, by: 1 } }
    const to = Number(place)
    if (what === 'entry-to' && Number.isInteger(to) && to >= 0 && to < list.ids.length)
      return { ...none, move: { path: entry, by: to - list.ids.indexOf(id) } }
    if (what === 'entry-remove') return { edits: everywhere(entry), isRemoval: true }
  }
  if (what !== 'entry-add' || !value) return none
  const said = (input: string) => fields.get(`new-${input}:${name}`)?.trim() ?? ''
  const [key, title, kind] = [said('id'), said('text'), said('kind')]
  const isNew =
    newId.test(key) &&
    !list.ids.includes(key) &&
    (list.kinds.length === 0 || list.kinds.includes(kind) || (name === 'fields' && kind === ''))
  if (!isNew || (list.holds === 'text' && title === '')) return 'studio.wrong-entry'
  const at = [...path, name, key]
  const made = newEntry(value, part.at, name, { title: title || key, kind })
  const next = list.holds === 'object' && partLists.includes(name) ? { next: at.join('.') } : {}
  return { edits: new Map([[own, [{ path: at, value: made }]]]), ...next }
}

/** Lists whose entries have pages of their own. */
const partLists = ['steps', 'fields', 'consents', 'screenOuts', 'alerts', 'sections']

const canRemove = ({ at, kind }: Part) => at !== '' && at !== 'thankYou' && kind !== 'form'
