import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '#engine/node'
import { allPhotos } from '#engine/site'
import { type KeptPhoto, uploadPhoto } from '#server/extensions'
import { detailsOf, edited, keysOf, type StudioForm, textAt, valueAt, versionOf } from '#server/studio'
import { languageOf, refusal, undoForm, unknown, withSide } from './draft-side.ts'
import { type Desk, Html, html, posted, said, uploaded, type Visit } from './page.ts'

/** What a section can show. */
interface Choice {
  at: string
  title: string
  drawings: readonly string[]
  hasPhoto: boolean
}

function choiceOf({ value }: StudioForm, at: string): Choice | null {
  const details = value && detailsOf(value, at)
  const named = (name: string) => details?.properties.find((each) => each.name === name)
  const [drawing, photo] = [named('drawing'), named('photo.name')]
  if (!details || (!drawing && !photo)) return null
  return { at, title: details.part.title, drawings: drawing?.choices ?? [], hasPhoto: photo !== undefined }
}

/** What a section shows: drawing:bag, photo:counter; none where it is neither. */
function pictureOf({ value }: StudioForm, { at }: Choice): string {
  const [drawing, photo] = [textAt(value, `${at}.drawing`), textAt(value, `${at}.photo.name`)]
  return photo !== '' ? `photo:${photo}` : drawing !== '' ? `drawing:${drawing}` : 'none'
}

const valuesOf = ({ locales, names, texts }: StudioForm, { at }: Choice): Map<string, string> =>
  new Map(
    locales.map((locale) => [
      locale,
      textAt(parseJson(texts.get(names[locale] ?? '') ?? '{}').value, `${at}.photo.shows`),
    ]),
  )

const seenOf = (form: StudioForm, choice: Choice) =>
  versionOf(JSON.stringify([pictureOf(form, choice), ...valuesOf(form, choice)]))

interface Given {
  picture: string
  shows: ReadonlyMap<string, string>
  why: Html
  status: number
}

/** The pictures of the repository that a section can show, and a place for a new photo. */
export async function mediaPage(desk: Desk, visit: Visit, form: StudioForm, at = said(visit, 'at'), given?: Given) {
  const { word } = visit.words
  const choice = choiceOf(form, at)
  if (!choice) return unknown(visit, form.id)
  const [picture, shows] = [given?.picture ?? pictureOf(form, choice), given?.shows ?? valuesOf(form, choice)]
  const option = (value: string, label: string, drawn: Html | null) =>
    html`<li><label class="check"><input type="radio" name="picture" value="${value}"${value === picture && html` checked`}> ${label}${drawn}</label></li>`
  const photos = choice.hasPhoto ? [...allPhotos()] : []
  const edit = `/studio/${form.id}/edit?at=${encodeURIComponent(at)}`
  const content = html`<p><a href="${edit}">${word('media.back')}</a></p>${given?.why}${await undoForm(desk, visit, form.id)}
<form method="post" action="/studio/${form.id}/media" enctype="multipart/form-data" class="part"><input type="hidden" name="at" value="${at}"><input type="hidden" name="seen" value="${seenOf(form, choice)}">
<ul class="templates plain">${option('none', word('media.none'), null)}</ul>
${
  choice.hasPhoto &&
  html`<fieldset><legend>${word('media.photos')}</legend>${photos.length > 0 && html`<ul class="templates plain">${photos.map(([name, { src, width, height }]) => option(`photo:${name}`, `${name} (${word('media.weight', { kilobytes: visit.words.number(heaviest(name)) })})`, html`<img src="/studio/${form.id}/see${src}" alt="" width="${width}" height="${height}" loading="lazy">`))}</ul>`}
<ul class="plain templates">${option('new', word('media.new'), null)}</ul><p><label>${word('media.file')}<input type="file" name="photo" accept="image/jpeg,image/png"></label></p><p class="quiet">${word('media.about')}</p>
<fieldset class="texts"><legend>${word('media.shows')}</legend>${form.locales.map((locale) => html`<label>${languageOf(visit.words, locale)}<input name="shows ${locale}" lang="${locale}" value="${shows.get(locale)}" maxlength="200" autocomplete="off"></label>`)}</fieldset></fieldset>`
}
${choice.drawings.length > 0 && html`<fieldset><legend>${word('media.drawings')}</legend><ul class="templates plain">${choice.drawings.map((name) => option(`drawing:${name}`, name, drawingOf(desk, name)))}</ul></fieldset>`}
<p><button>${word('studio.save')}</button></p></form>`
  return withSide(desk, visit, form, {
    ...{ title: word('media.title', { title: choice.title }), content, at },
    status: given?.status ?? 200,
  })
}

/** A drawing in the colours of the page. */
function drawingOf({ drawings }: Desk, name: string): Html | null {
  const [, inner] = /<symbol [^>]*>([\s\S]*)<\/symbol>/.exec(drawings.get(name) ?? '') ?? []
  if (inner === undefined) return null
  return new Html(
    `<svg viewBox="0 0 520 480" fill="none" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inner}</svg>`,
  )
}

/** Of the files that are made of a photo, the heaviest, in kB. */
function heaviest(name: string): number {
  const { sources = [], src = '' } = allPhotos().get(name) ?? {}
  const paths = [src, ...sources.flatMap(({ srcSet }) => srcSet.split(', ').map((each) => each.split(' ')[0] ?? ''))]
  const sizes = paths.map((path) => statSync(join('dist/photos', path), { throwIfNoEntry: false })?.size ?? 0)
  return Math.ceil(Math.max(...sizes) / 1000)
}

/** Has a section show another picture, and takes a new photo for it. */
export async function choosePicture(desk: Desk, visit: Visit, form: StudioForm) {
  const { words, person, reply } = visit
  const { word } = words
  const fields = posted(visit)
  const at = fields.get('at') ?? ''
  const choice = choiceOf(form, at)
  if (!choice) return unknown(visit, form.id)
  const file = uploaded(visit, 'photo')
  const asked = fields.get('picture') ?? 'none'
  const shows = new Map(
    form.locales.map((locale) => [locale, (fields.get(`shows ${locale}`) ?? '').trim().slice(0, 200)]),
  )
  const again = (sentence: string | Html, status = 400) => {
    const why = sentence instanceof Html ? sentence : html`<p class="note error" role="alert">${sentence}</p>`
    return mediaPage(desk, visit, form, at, { picture: asked, shows, why, status })
  }
  if (fields.get('seen') !== seenOf(form, choice))
    return mediaPage(desk, visit, form, at, {
      ...{ picture: pictureOf(form, choice), shows: valuesOf(form, choice), status: 409 },
      why: html`<p class="note error" role="alert">${word('media.changed')}</p>`,
    })
  // A photo that was chosen on the disk is meant, whatever else is ticked.
  const isNew = choice.hasPhoto && (file !== null || asked === 'new')
  const isKnown =
    asked === 'none' ||
    choice.drawings.some((name) => asked === `drawing:${name}`) ||
    (choice.hasPhoto && [...allPhotos().keys()].some((name) => asked === `photo:${name}`))
  if (!isNew && !isKnown) return again(word('media.choose'))
  if (isNew && !file) return again(word('media.no-file'))
  const isPhoto = isNew || asked.startsWith('photo:')
  if (isPhoto && !shows.get(form.locales[0] ?? '')) return again(word('media.no-shows'))
  if ([...form.texts.values()].some((text) => text !== null && parseJson(text).mistakes.length > 0))
    return again(word('studio.broken'))
  const kept = isNew && file ? await upload(desk, visit, file) : null
  if (kept && !kept.ok) return again(word(`media-not.${kept.reason}`, { detail: kept.detail }))
  const name = kept ? kept.name : asked.slice(asked.indexOf(':') + 1)
  // Somebody may have written in the draft while the files were made.
  const now = desk.studio.form(form.id) ?? form
  const written = desk.studio.write(form.id, person.id, textsWith(now, at, { isPhoto, name, shows, asked }))
  if (!written.ok) return again(refusal(written, words))
  return reply.redirect(`/studio/${form.id}/media?at=${encodeURIComponent(at)}&done=saved`, 303)
}

/** The files of a draft whose section shows another picture. */
function textsWith(
  { locales, names, texts }: StudioForm,
  at: string,
  {
    isPhoto,
    name,
    shows,
    asked,
  }: { isPhoto: boolean; name: string; shows: ReadonlyMap<string, string>; asked: string },
): Record<string, string> {
  return Object.fromEntries(
    locales.flatMap((locale, place) => {
      const file = names[locale] ?? ''
      const before = texts.get(file) ?? null
      const [value, path] = [parseJson(before ?? '{}').value, keysOf(at)]
      const said = shows.get(locale) ?? ''
      const own = place === 0
      const photo = !isPhoto || (!own && said === '') ? undefined : own ? { name, shows: said } : { shows: said }
      const drawing = !isPhoto && asked !== 'none' ? name : undefined
      const edits = [
        ...(own && valueAt(value, [...path, 'drawing']) !== drawing
          ? [{ path: [...path, 'drawing'], value: drawing }]
          : []),
        { path: [...path, 'photo'], value: photo },
      ]
      const after = edited(before ?? '{}\n', edits)
      return after === (before ?? '{}\n') ? [] : [[file, after]]
    }),
  )
}

async function upload(desk: Desk, { person }: Visit, file: File): Promise<KeptPhoto> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kept = await uploadPhoto({ definitions: desk.config.definitionsDir, said: file.name, bytes }, (name) =>
    desk.audit.record({ who: person.id, action: 'definitions.photo', object: `photo ${name}` }),
  )
  if (kept.ok) await desk.studio.added(kept.file, bytes, person.id)
  return kept
}
