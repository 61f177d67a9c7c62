import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentHash, parsedFile, readSchemas } from '../../engine/node/index.ts'
import { smallTree } from '../../engine/node/testing/small-tree.ts'
import { mergeTexts, readTexts, type TextRow, textRows, writeTexts } from './translators.ts'

const row = (key: string, source: string, target: string): TextRow => ({
  ...{ place: 'forms/solar', key, path: key.split('.'), source, target, state: 'unconfirmed' },
  ...{ file: 'locales/de/forms/solar.json', hash: '' },
})

const formats = ['xliff', 'csv'] as const

test.each(formats)('whatever texts say, %s brings them back as they were', (format) => {
  const hostile = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((text) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(text))
  const special = fc.constantFrom(
    ...[
      '=1+1',
      "'=x",
      '@home',
      '-5 %',
      ' a ',
      'a "b", c; d',
      'Zeile 1\nZeile 2',
      '<b>&amp;</b> ]]>',
      '{fact:wait} and [more](page:privacy)',
    ],
    ...['&#65;', '<!-- x -->', '{a}{a}', '"', ',', '\t tab', '1e5', '0012', 'true', '__proto__'],
  )
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(hostile, special), fc.oneof(hostile, special)), { minLength: 1, maxLength: 6 }),
      (texts) => {
        const rows = texts.map(([source, target], at) => row(`steps.s${at}.title`, source, target))
        const returned = readTexts(writeTexts(rows, { format, source: 'en', locale: 'de' }))
        if (!returned.ok) throw new Error(`${returned.reason} ${returned.detail}`)
        expect(returned.locale).toBe('de')
        expect(returned.texts.map(({ key, source, target }) => [key, source, target])).toEqual(
          rows.map(({ key, source, target }) => [key, source, target]),
        )
        expect(mergeTexts(rows, returned.texts)).toMatchObject({ changes: [], refused: [] })
      },
    ),
    { numRuns: 300 },
  )
})

test('the texts of a site go out and come back translated, and what does not fit is refused row by row', () => {
  const files = Object.entries(smallTree).flatMap(([file, text]) => {
    const [root, ...rest] = file.replace(/\.json$/, '').split('/')
    const [locale, parts] = root === 'locales' ? [rest[0] ?? '', rest.slice(1)] : [null, rest]
    const [folder = '', id = ''] = parts.length > 1 ? parts : ['', parts[0]]
    return file.endsWith('.json') ? [parsedFile({ file, locale, folder, id, text })] : []
  })
  const { rows = [] } =
    textRows(files, { schemas: readSchemas(), hash: contentHash, confirmedOf: () => undefined, locale: 'de' }) ?? {}
  const title = rows.find(({ place, key }) => place === 'forms/solar' && key === 'title')
  expect(title).toMatchObject({ source: 'Solar panels', state: 'unconfirmed' })
  const thanks = rows.find(({ source }) => source === 'We call you in {fact:wait}.')
  if (!title || !thanks) throw new Error('There are no texts')
  for (const format of formats) {
    const returned = readTexts(writeTexts(rows, { format, source: 'en', locale: 'de' }))
    if (!returned.ok) throw new Error(returned.reason)
    const changed = returned.texts.map((each) => {
      if (each.key === title.key && each.place === title.place) return { ...each, target: 'Sonnendächer' }
      return each.key === thanks.key ? { ...each, target: 'Wir rufen Sie an.' } : each
    })
    const merged = mergeTexts(rows, [
      ...changed,
      ...changed.slice(0, 1),
      { place: 'forms/solar', key: 'steps.gone.title', source: 'x', target: 'y' },
      { place: '__proto__', key: 'constructor', source: 'x', target: 'y' },
    ])
    expect(merged.changes.map(({ key, text }) => [key, text])).toEqual([['title', 'Sonnendächer']])
    expect(merged.refused.map(({ reason }) => reason)).toEqual(['placeholders', 'twice', 'unknown', 'unknown'])
    const other = rows.map((each) => (each === title ? { ...each, source: 'Solar roofs' } : each))
    expect(mergeTexts(other, changed).refused).toContainEqual(
      expect.objectContaining({ key: 'title', reason: 'stale', detail: 'Solar roofs' }),
    )
  }
})

test('what a translation program makes of a file is understood; what is no such file is refused', () => {
  const unit = (inner: string) =>
    `<xliff version="2.1" srcLang="en" trgLang="de"><file id="f" original="forms/solar"><group id="g"><unit id="u" name="title">${inner}</unit></group></file></xliff>`
  const read = (inner: string) => {
    const returned = readTexts(unit(inner))
    return returned.ok ? returned.texts[0] : returned.reason
  }
  expect(
    read(
      '<segment><source>One. </source><target>Eins. </target></segment><ignorable><source> </source></ignorable><segment><source>Two.</source><target><mrk id="m" type="term">Zwei</mrk>.</target></segment>',
    ),
  ).toMatchObject({ source: 'One.  Two.', target: 'Eins.  Zwei.', isMarked: false })
  expect(read('<segment><source>A</source><target><pc id="1">A</pc></target></segment>')).toMatchObject({
    isMarked: true,
  })
  expect(read('<segment><source>A &lt;b&gt;</source><target><![CDATA[A <b>]]></target></segment>')).toMatchObject({
    source: 'A <b>',
    target: 'A <b>',
  })
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><xliff version="2.1">&b;</xliff>'
  for (const [text, reason] of [
    [bomb, 'xml'],
    ['<xliff version="2.1">', 'xml'],
    ['<xliff version="1.2"></xliff>', 'xliff'],
    ['<html></html>', 'xliff'],
    ['', 'csv'],
    ['place,key,source\r\n', 'csv'],
    ['place,key,source,target\r\n"a,b,c', 'csv'],
  ])
    expect([text, readTexts(text ?? '')]).toEqual([text, expect.objectContaining({ ok: false, reason })])
  const german = readTexts('\u{feff}place;key;source;target\r\nforms/solar;title;"A;b";"C\nd"\r\n\r\n')
  expect(german).toMatchObject({ ok: true, locale: null, texts: [{ key: 'title', source: 'A;b', target: 'C\nd' }] })
})
