import type { PageView } from '#engine/site/page-view.ts'

/**
 * What search engines and whoever shares the page are told. It is all about addresses, so a page without one, or of a
 * brand that is at home nowhere, says nothing.
 */
export function Head({ view }: { view: PageView }) {
  const { head, path, title, description, embed } = view
  const { origin, name } = view.brand
  if (head === null || origin === null) return null
  return (
    <>
      <link rel="canonical" href={origin + (embed?.own ?? path)} />
      {/* A frame on other sites is a version of nothing: its canonical page has the languages. */}
      {!embed && <Alternates view={view} origin={origin} />}
      {head.feed !== null && <link rel="alternate" type="application/atom+xml" href={origin + head.feed} />}
      <meta property="og:type" content={view.sections.some(({ kind }) => kind === 'article') ? 'article' : 'website'} />
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:locale" content={head.locale} />
      {head.otherLocales.map((locale) => (
        <meta key={locale} property="og:locale:alternate" content={locale} />
      ))}
      <meta property="og:image" content={origin + head.image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="300" />
      <meta property="og:image:height" content="300" />
      <meta property="og:image:alt" content={`${title} – ${name}`} />
    </>
  )
}

/** Each language version, itself included, and the one for whoever speaks none of them. */
function Alternates({ view: { alternates, path }, origin }: { view: PageView; origin: string }) {
  return (
    <>
      {alternates.map((other) => (
        <link key={other.locale} rel="alternate" hrefLang={other.locale} href={origin + other.path} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + (alternates[0]?.path ?? path)} />
    </>
  )
}
