import font from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import { type ReactNode, useContext, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { heldWords } from '#engine/form/journey/ending.ts'
import type { PageView } from '#engine/site/page-view.ts'
import icon from '../assets/favicon.svg?url'
import type { FormState } from '../page/page-data.ts'
import { seedId } from '../page/seed.ts'
import { ShellContext } from '../page/shell.ts'
import { showScheme } from '../stores/colour-preference.ts'
import { Connection } from '../ui/Connection.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Head } from './Head.tsx'
import { StructuredData } from './StructuredData.tsx'

interface Props {
  view: PageView
  state: FormState | null
  children: ReactNode
}

/** The whole HTML document: React renders it all, so title, meta and links stand where they belong. */
export function Document({ view, state, children }: Props) {
  const { locale, brand, description, scheme } = view
  const { styleSheet, boot, modules, seed } = useContext(ShellContext)
  const { t } = useTranslation()
  useLayoutEffect(() => showScheme(view.scheme), [view])
  const forced = scheme === null ? {} : { 'data-scheme': scheme, 'data-forced': true }
  return (
    <html lang={locale} data-brand={brand.id} data-palette={view.palette ?? undefined} {...forced}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        <title>{useTitle(view, state)}</title>
        {description !== '' && <meta name="description" content={description} />}
        {view.noindex && <meta name="robots" content="noindex" />}
        <link rel="icon" href={brand.files?.svg ?? icon} type="image/svg+xml" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={styleSheet} />
        {brand.files && <link rel="stylesheet" href={brand.files.css} />}
        <Head view={view} />
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
function useTitle({ title, brand }: PageView, state: FormState | null): string {
  const { t } = useTranslation()
  const parts = [title, brand.title]
  if (!state) return parts.join(' – ')
  const { form } = state.version
  if (state.outcome === 'sent') {
    const thanks = form.thanks?.title ?? t('thanksTitle')
    return [state.ending?.held ? t(`${heldWords(form)}Title`) : thanks, ...parts].join(' – ')
  }
  const end = form.ends?.[state.turn.end ?? '']
  if (end) return [end.title, ...parts].join(' – ')
  const step = form.steps.find(({ id }) => id === state.turn.step)
  if (step && step !== form.steps[0]) parts.unshift(step.title)
  const wrong = state.turn.problems.length > 0 || ['busy', 'unknown', 'undelivered'].includes(state.outcome)
  const whole = parts.join(' – ')
  return wrong ? t('errorTitle', { title: whole }) : whole
}
