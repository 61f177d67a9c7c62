import { Component, type ReactNode, useContext, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { heldWords } from '#engine/form/journey'
import { goneResults, type PageView } from '#engine/site'
import { report } from '#web/http'
import { Head, StructuredData } from '#web/layout'
import { type FormState, homeOf, type PageData, resultsTitle, ShellContext, seedId } from '#web/page'
import { showScheme } from '#web/stores'
import { Connection, Progress } from '#web/ui'
import font from '../assets/atkinson.woff2?url'
import icon from '../assets/favicon.svg?url'
import serif from '../assets/fraunces.woff2?url'
import round from '../assets/nunito.woff2?url'
import figures from '../assets/schibsted-grotesk-figures.woff2?url'
import text from '../assets/source-serif.woff2?url'

/** The files of each face a brand may set, last the one that most of a page depends on: it is asked for first. */
const faces = { plain: [figures, font], serif: [text, serif], round: [round] }

interface Props {
  view: PageView
  state: FormState | null
  results?: PageData['results']
  children: ReactNode
}

/** The whole HTML document: React renders it all, so title, meta and links stand where they belong. */
export function Document({ view, state, results = null, children }: Props) {
  const { locale, brand, description, scheme } = view
  const {
    styleSheet,
    boot: [boot, ...shared],
    modules,
    head = [],
    seed,
  } = useContext(ShellContext)
  const { t } = useTranslation()
  useLayoutEffect(() => showScheme(view.scheme), [view])
  const { hero, frame, composition, slips, sections, face = 'plain' } = brand.look
  const forced = scheme === null ? {} : { 'data-scheme': scheme, 'data-forced': true }
  return (
    <html
      lang={locale}
      data-brand={brand.id}
      data-palette={view.palette ?? undefined}
      data-hero={hero}
      data-frame={frame}
      data-composition={composition}
      data-slips={slips}
      data-sections={sections}
      {...forced}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        <title>{useTitle(view, state, results)}</title>
        {description !== '' && <meta name="description" content={description} />}
        {view.noindex && <meta name="robots" content="noindex" />}
        <link rel="icon" href={brand.files?.svg ?? icon} type="image/svg+xml" />
        {faces[face].toReversed().map((href, at) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            fetchPriority={at === 0 && face !== 'plain' ? undefined : 'low'}
          />
        ))}
        <link rel="stylesheet" href={styleSheet} precedence="page" />
        {brand.files && <link rel="stylesheet" href={brand.files.css} precedence="page" />}
        {shared.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <Head view={view} results={results} />
        {head.map((tag) =>
          'meta' in tag ? (
            <meta key={tag.meta} name={tag.meta} content={tag.content} />
          ) : (
            <link key={tag.link} rel={tag.link} href={tag.href} />
          ),
        )}
      </head>
      <body>
        <Progress />
        <Connection />
        {children}
        {/* Data, not code: no policy has to allow it. */}
        <StructuredData view={view} />
        <script
          id={seedId}
          type="application/json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose "<" are escaped (entry-server.tsx)
          dangerouslySetInnerHTML={{ __html: seed }}
        />
        <script
          type="module"
          src={boot}
          data-modules={modules.join(' ')}
          data-attribution={view.attribution.join(' ')}
          data-wait={t('wait')}
          data-asks={view.asks ?? undefined}
          data-others={view.scripts.length || undefined}
        />
      </body>
    </html>
  )
}

/** “Error: Your home – Compare home insurance – Leadwright”: what changed comes first. */
function useTitle({ title, brand }: PageView, state: FormState | null, results: PageData['results']): string {
  const { t } = useTranslation()
  if (results && results !== goneResults) return resultsTitle(t, results, brand)
  const parts = [title, brand.title]
  if (!state) return parts.join(' – ')
  const { form } = state.version
  if (state.outcome === 'sent') {
    const thanks = form.thankYou?.title ?? t('thanksTitle')
    return [state.ending?.held ? t(`${heldWords(form)}Title`) : thanks, ...parts].join(' – ')
  }
  const end = form.screenOuts?.[state.turn.end ?? '']
  if (end) return [end.title, ...parts].join(' – ')
  const step = form.steps.find(({ id }) => id === state.turn.step)
  if (step && step !== form.steps[0]) parts.unshift(step.title)
  const wrong = state.turn.problems.length > 0 || ['busy', 'unknown', 'undelivered'].includes(state.outcome)
  const whole = parts.join(' – ')
  return wrong ? t('errorTitle', { title: whole }) : whole
}

interface LastProps {
  viewAtHand: () => PageView
  children: ReactNode
}

/** When the error screen cannot be drawn either: the least that leads on. Nothing of the page is trusted but plain texts. */
export class LastResort extends Component<LastProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    report('page', error)
  }

  override render() {
    const { viewAtHand, children } = this.props
    if (!this.state.hasFailed) return children
    const view = viewAtHand()
    const title = word(view, 'errorPageFailed') ?? 'An error occurred while showing the error page'
    return (
      <html lang={view.locale}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>{title}</title>
          {/* React leaves the style sheets of the page where they are. */}
        </head>
        <body>
          <main className="lw-plain">
            <h1 className="lw-heading">{title}</h1>
            <p>
              {/* A frame on another site shows no other page. */}
              <a href={view.embed?.own ?? homeOf(view)} {...(view.embed && { target: '_blank', rel: 'noopener' })}>
                {word(view, 'toHome') ?? 'Home'}
              </a>
            </p>
          </main>
        </body>
      </html>
    )
  }
}

function word({ words }: PageView, name: string): string | null {
  const found: unknown = (words?.chrome as Record<string, unknown> | undefined)?.[name]
  return typeof found === 'string' ? found : null
}
